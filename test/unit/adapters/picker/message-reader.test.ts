import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageReader } from '../../../../src/adapters/picker/grpc/message-reader.js';
import { framed } from '../../../support/framed.js';

const read = (pieces: readonly Buffer[], maxBytes = 1_000) => {
  const reader = new MessageReader(maxBytes);
  const messages: string[] = [];
  for (const piece of pieces) {
    const fault = reader.push(piece, (message) => messages.push(message.toString('latin1')));
    if (fault !== undefined) return { messages, fault };
  }
  return { messages, isWithin: reader.isWithin };
};

/** The bytes, cut where the given shares of them end. */
const cutAt = (bytes: Buffer, shares: readonly number[]): Buffer[] => {
  const cuts = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
};

describe('a stream of messages', () => {
  test('is the same however its bytes are cut', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(messages, fc.array(share, { maxLength: 20 }), (given, shares) => {
        const bytes = Buffer.concat(given.map(framed));
        expect(read(cutAt(bytes, shares))).toEqual({
          messages: given.map((message) => Buffer.from(message).toString('latin1')),
          isWithin: false,
        });
      }),
      { verbose: 1 },
    );
  });

  test('tells when it ends within a message', () => {
    const frame = framed(Buffer.from('four'));
    expect(read([frame.subarray(0, 3)])).toEqual({ messages: [], isWithin: true });
    expect(read([frame, frame.subarray(0, 7)])).toEqual({ messages: ['four'], isWithin: true });
  });
});

describe('a message that is not read', () => {
  test('is one over the limit, as soon as its length is known', () => {
    const prefix = framed(Buffer.alloc(11)).subarray(0, 5);
    expect(read([framed(Buffer.from('first')), prefix], 10)).toEqual({
      messages: ['first'],
      fault: {
        status: 'RESOURCE_EXHAUSTED',
        message: 'expected messages of at most 10 bytes, given a message of 11 bytes',
      },
    });
    expect(read([framed(Buffer.alloc(10))], 10)).toMatchObject({ isWithin: false });
  });

  test('is one that is compressed', () => {
    const frame = framed(Buffer.from('x'));
    frame[0] = 1;
    expect(read([frame]).fault).toMatchObject({ status: 'UNIMPLEMENTED' });
  });
});
