import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { decodeUtf8File } from '../../core/codec/utf8.js';

/** A line of input, from 1, with its text or what is wrong with its bytes. */
export type InputLine = Readonly<{ number: number; text: E.Either<readonly Fault[], string> }>;

/** Whether there is nothing in a line. */
export const isBlank = ({ text }: InputLine): boolean =>
  E.isRight(text) && text.right.trim() === '';

/** Longest line that is read, in bytes; a case of 4,096 clusters takes about two million. */
export const LINE_MAX_BYTES = 64 * 2 ** 20;

const LINE_FEED = 0x0a;

/**
 * Splits bytes into lines: those that end in one chunk together, so that they can be answered
 * together and as soon as they are there.
 *
 * Only LF ends a line, as JSON text may hold other separators; a CR before it is left to the
 * JSON parser. A byte order mark is skipped. Of a line that is too long nothing is kept.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = LINE_MAX_BYTES,
): AsyncGenerator<readonly InputLine[]> {
  const partial = new PartialLine(maxBytes);
  let number = 1;
  for await (const chunk of chunks) {
    const lines: InputLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      partial.add(chunk.subarray(from, at));
      lines.push({ number: number++, text: partial.take() });
      from = at + 1;
    }
    partial.add(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (partial.lengthBytes > 0) yield [{ number, text: partial.take() }];
}

/** The beginning of a line whose end is still to come. */
class PartialLine {
  lengthBytes = 0;
  #parts: Uint8Array[] = [];

  constructor(readonly maxBytes: number) {}

  add(part: Uint8Array): void {
    this.lengthBytes += part.length;
    if (this.lengthBytes > this.maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The whole line; begins the next one. */
  take(): InputLine['text'] {
    const { lengthBytes } = this;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.lengthBytes = 0;
    return lengthBytes > this.maxBytes ? tooLong(lengthBytes, this.maxBytes) : readText(bytes);
  }
}

const tooLong = (lengthBytes: number, maxBytes: number): InputLine['text'] => {
  const expected = `a line of at most ${String(maxBytes)} bytes`;
  return E.left([fault({ code: 'out_of_range', path: '', expected, given: lengthBytes })]);
};

const readText = (bytes: Uint8Array): InputLine['text'] => {
  const text = decodeUtf8File(bytes);
  if (text !== undefined) return E.right(text);
  const given = new TextDecoder().decode(bytes.subarray(0, 256));
  return E.left([fault({ code: 'invalid_value', path: '', expected: 'UTF-8 text', given })]);
};
