import { expect, test } from 'vitest';
import { skippingContinue } from '../../../../src/adapters/servers/upstream/skip-continue.js';

/** Reads a response that comes in the given pieces, after a request was written. */
const readAll = (pieces: readonly string[]): string => {
  const waiting = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  const socket = skippingContinue({
    read: () => waiting.shift() ?? null,
    write: () => true,
  } as never) as { read: () => Buffer | null; write: (text: string) => boolean };
  socket.write('POST / HTTP/1.1\r\nhost: x\r\n\r\n');
  let text = '';
  for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
    text += chunk.toString('latin1');
  }
  return text;
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

test.each([
  ['none', OK],
  ['one', CONTINUE + OK],
  ['two, one with headers', `${CONTINUE}HTTP/1.1 100 Go on\r\nx: y\r\n\r\n${OK}`],
  ['one without a reason', `HTTP/1.1 100\r\n\r\n${OK}`],
  ['one of HTTP/1.0', `HTTP/1.0 100 Continue\r\n\r\n${OK}`],
  ['early hints before it', `HTTP/1.1 103 Early Hints\r\nlink: <\/x>\r\n\r\n${CONTINUE}${OK}`],
  ['one between others', `HTTP/1.1 102 Processing\r\n\r\n${CONTINUE}HTTP/1.1 103 x\r\n\r\n${OK}`],
])('leaves out every interim response before another, however it is cut: %s', (_, text) => {
  expect(readAll([text])).toBe(OK);
  expect(readAll([...text])).toBe(OK);
  for (let at = 1; at < text.length; at++) {
    expect(readAll([text.slice(0, at), text.slice(at)])).toBe(OK);
  }
});

test('leaves every other response and all bodies as they are', () => {
  for (const text of [
    'HTTP/1.1 1000\r\n\r\n',
    'HTTP/1.1 101 x\r\n\r\n',
    'garbage',
    OK + CONTINUE,
  ]) {
    expect(readAll([text])).toBe(text);
  }
  expect(readAll([OK, CONTINUE])).toBe(OK + CONTINUE);
});
