import { Readable } from 'node:stream';

/** A body from its first byte, once: pieces that were read ahead, then the rest as it comes. */
export const startingWith = (held: readonly Buffer[], rest: AsyncIterable<Buffer>): Readable =>
  Readable.from(piecesOf(held, rest), { objectMode: false });

async function* piecesOf(
  held: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* held;
  yield* rest;
}
