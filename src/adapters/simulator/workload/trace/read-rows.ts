import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../../core/codec/fault.js';
import { isBlank, splitLines } from '../../../node/split-lines.js';
import type { BadRow, TraceRow, TraceRows } from './trace-row.js';

/** Reads one line after the other; undefined for a line that holds no request, such as a header. */
export type RowReader = (
  line: number,
  text: string,
) => E.Either<readonly Fault[], TraceRow | undefined>;

export type ReadOptions = Readonly<{
  /** Rows that are wanted; Infinity: all. */
  limit: number;
  /** Whether a bad row ends the reading, or is passed over and counted. */
  onBadRow: 'stop' | 'skip';
}>;

/** Bad rows that are told; all are counted. */
const TOLD_COUNT = 10;

/**
 * Reads the rows of a file, gzipped or not. Left, with what is wrong and where, when it cannot be
 * read, or at the first bad row unless those are to be skipped; of a damaged archive the rows
 * before the damage can be had that way.
 */
export const readRows = async (
  file: string,
  readRow: RowReader,
  { limit, onBadRow }: ReadOptions,
): Promise<E.Either<string, TraceRows>> => {
  const rows: TraceRow[] = [];
  const skipped: BadRow[] = [];
  let skippedCount = 0;
  let line = 0;
  const skip = (message: string): void => {
    skippedCount++;
    if (skipped.length < TOLD_COUNT) skipped.push({ line, message });
  };
  try {
    for await (const lines of splitLines(await openBytes(file))) {
      for (const input of lines) {
        line = input.number;
        if (isBlank(input)) continue;
        const row = E.flatMap((text: string) => readRow(line, text))(input.text);
        if (E.isRight(row)) {
          if (row.right !== undefined) rows.push(row.right);
        } else {
          const message = `${file}, line ${String(line)}: ${row.left[0]!.message}`;
          if (onBadRow === 'stop') return E.left(message);
          skip(message);
        }
        if (rows.length >= limit) return E.right({ rows, skipped, skippedCount });
      }
    }
  } catch (error) {
    const damage = `${file}: ${readFault(error as NodeJS.ErrnoException, line)}`;
    if (onBadRow === 'stop' || line === 0) return E.left(damage);
    skip(damage);
  }
  return E.right({ rows, skipped, skippedCount });
};

const GZIP_MAGIC = [0x1f, 0x8b];

const openBytes = async (file: string): Promise<AsyncIterable<Uint8Array>> => {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  const bytes = createReadStream(file);
  const isGzipped = GZIP_MAGIC.every((byte, at) => buffer[at] === byte);
  // The callback only keeps the error from being thrown elsewhere: reading throws it, too.
  return isGzipped ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
};

const readFault = ({ code = '', message }: NodeJS.ErrnoException, line: number): string => {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
      return 'permission denied';
    default:
      return `expected a whole file, damaged after line ${String(line)} (${message})`;
  }
};
