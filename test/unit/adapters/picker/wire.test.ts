import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, test } from 'vitest';
import descriptor from '../../../../src/adapters/picker/wire/ext-proc.json';
import { loadWireCodec } from '../../../../src/adapters/picker/wire/wire-codec.js';

const folder = new URL('../../../../src/adapters/picker/wire/', import.meta.url);
const proto = readFileSync(new URL('ext-proc.proto', folder), 'utf8');

/** The numbers that spec and protocol give, by message and field. */
const root = protobuf.parse(proto).root;
const loaded = await loadWireCodec()();
if (E.isLeft(loaded)) throw new Error(loaded.left.message);
const codec = loaded.right;

test('the descriptor that is loaded is that of the .proto; `npm run generate:picker` writes it', () => {
  expect(descriptor).toEqual(root.toJSON());
});

describe('a message', () => {
  const request = root.lookupType('homeward.picker.ProcessingRequest');

  test('is read with its kind, and with defaults in place of what is absent', () => {
    const bytes = request.encode({ requestBody: { body: Buffer.from('{}') } }).finish();
    const message = codec.decodeRequest(Buffer.from(bytes));
    expect(message.requestHeaders ?? undefined).toBe(undefined);
    expect(Buffer.from(message.requestBody!.body).toString()).toBe('{}');
    expect(message.requestBody!.endOfStream).toBe(false);
    expect(message.protocolConfig ?? undefined).toBe(undefined);
  });

  test('may have fields that nobody here knows', () => {
    const known = request.encode({ responseHeaders: { endOfStream: true } }).finish();
    const unknown = protobuf.Writer.create()
      .uint32((900 << 3) | 2)
      .bytes(Buffer.from('future'))
      .uint32((901 << 3) | 0)
      .uint64(7)
      .uint32((902 << 3) | 5)
      .fixed32(7)
      .uint32((903 << 3) | 1)
      .fixed64(7)
      .finish();
    const message = codec.decodeRequest(Buffer.concat([unknown, known, unknown]));
    expect(message.responseHeaders!.endOfStream).toBe(true);
  });

  test.each([
    ['noise', Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['a length beyond the end', Buffer.from([0x12, 0x7f, 0x00])],
    ['a wire type that there is none of', Buffer.from([0x17])],
    ['a key that is no UTF-8', Buffer.from([0x12, 6, 0x0a, 4, 0x0a, 2, 0x0a, 0xff])],
  ])('is not read when it is %s', (_what, bytes) => {
    expect(() => codec.decodeRequest(bytes)).toThrow();
  });

  test('is not read when its metadata are nested for ever', () => {
    // By hand, as the library refuses to write it, too.
    const field = (number: number, bytes: Uint8Array): Uint8Array =>
      protobuf.Writer.create()
        .uint32((number << 3) | 2)
        .bytes(bytes)
        .finish();
    const entry = (value: Uint8Array): Uint8Array =>
      field(1, Buffer.concat([field(1, Buffer.from('a')), field(2, value)]));
    let value = field(3, Buffer.from('deep'));
    for (let depth = 0; depth < 1_000; depth += 1) value = field(5, entry(value));
    const bytes = field(8, entry(entry(value)));
    expect(() => codec.decodeRequest(Buffer.from(bytes))).toThrow();
  });
});

describe('headers, which are read by hand,', () => {
  const request = root.lookupType('homeward.picker.ProcessingRequest');

  /** What the library itself reads; undefined when it refuses. */
  const linesByLibrary = (bytes: Uint8Array): readonly string[] | undefined => {
    try {
      const message = request.decode(bytes).toJSON() as {
        requestHeaders?: { headers?: { headers?: readonly Record<string, string>[] } };
      };
      const text = (base64 = ''): string => Buffer.from(base64, 'base64').toString('latin1');
      return message.requestHeaders?.headers?.headers?.flatMap(({ key, value, rawValue }) => [
        key ?? '',
        text(rawValue) || text(value),
      ]);
    } catch {
      return undefined;
    }
  };

  const linesByCodec = (bytes: Uint8Array): readonly string[] | undefined => {
    try {
      const lines = codec.decodeRequest(Buffer.from(bytes)).requestHeaders?.headers;
      return lines?.length === 0 ? undefined : (lines ?? undefined);
    } catch {
      return undefined;
    }
  };

  const line = fc.record(
    { key: fc.string({ unit: 'binary' }), value: fc.uint8Array(), rawValue: fc.uint8Array() },
    { requiredKeys: [] },
  );
  const message = fc
    .array(line)
    .map((headers) =>
      request.encode({ requestHeaders: { headers: { headers }, endOfStream: true } }).finish(),
    );

  test('are those that the library reads', () => {
    fc.assert(
      fc.property(message, (bytes) => {
        expect(linesByCodec(bytes)).toEqual(linesByLibrary(bytes));
      }),
    );
  });

  test('are refused where the library refuses them, whatever byte of them is wrong', () => {
    const damaged = fc
      .tuple(message, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
      .map(([bytes, at, byte, isCut]) => {
        const copy = Uint8Array.from(bytes);
        const place = at % Math.max(copy.length, 1);
        if (copy.length > 0) copy[place] = byte;
        return isCut ? copy.subarray(0, place) : copy;
      });
    fc.assert(
      fc.property(damaged, (bytes) => {
        expect(linesByCodec(bytes)).toEqual(linesByLibrary(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});

test('what is written has the prefix of gRPC, however long it is and whatever was written before', () => {
  const response = root.lookupType('homeward.picker.ProcessingResponse');
  for (const byteCount of [0, 300_000, 3, 200, 300_000, 0]) {
    const body = Buffer.alloc(byteCount, 7);
    const frame = codec.encodeResponse({
      requestBody: { response: { bodyMutation: { body } } },
    });
    expect(frame[0]).toBe(0);
    expect(frame.readUInt32BE(1)).toBe(frame.length - 5);
    const read = response.decode(frame.subarray(5)).toJSON() as {
      requestBody: { response: { bodyMutation: { body?: string } } };
    };
    expect(read.requestBody.response.bodyMutation.body ?? '').toBe(body.toString('base64'));
  }
});
