import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { fault, shortened, type Fault } from '../../core/codec/fault.js';
import { decodeUtf8File } from '../../core/codec/utf8.js';
import { readReason } from './error-text.js';

/** Longest time that reading a file may take, ms: network file systems can hang for ever. */
export const READ_TIMEOUT_MS = 5_000;

/** Settings of `readTextFile`. */
export type ReadTextFileOptions = Readonly<{
  /** Default `READ_TIMEOUT_MS`. */
  timeoutMs?: number;
  /** Opens and reads; stands in for the file system in tests. */
  read?: (path: string, maxBytes: number) => Promise<E.Either<Fault, string>>;
}>;

/** Reads that have not come back yet, by path. */
const HUNG = new Map<string, Promise<unknown>>();

/** Reads under way. */
const OPEN = new Set<Promise<unknown>>();

/**
 * Waits for the reads under way, at most `limitMs`; false when one hangs in the file system. Then
 * the process cannot exit in the usual way, which waits for it too.
 */
export const settleReads = async (limitMs: number): Promise<boolean> => {
  if (OPEN.size === 0 || HUNG.size > 0) return HUNG.size === 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, limitMs);
  });
  const settled = Promise.allSettled(OPEN).then(() => true);
  return Promise.race([settled, late]).finally(() => {
    clearTimeout(timer);
  });
};

/**
 * Reads a whole text file in UTF-8 of at most `maxBytes`; no device, no pipe, no folder.
 *
 * A file that does not answer in time is a fault, and is not asked again before it has answered.
 */
export const readTextFile = async (
  path: string,
  maxBytes: number,
  { timeoutMs = READ_TIMEOUT_MS, read = readNow }: ReadTextFileOptions = {},
): Promise<E.Either<Fault, string>> => {
  if (HUNG.has(path)) return E.left(silent(path, timeoutMs));
  const reading = read(path, maxBytes);
  OPEN.add(reading);
  void reading.finally(() => OPEN.delete(reading));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<E.Either<Fault, string>>((resolve) => {
    timer = setTimeout(() => {
      HUNG.set(path, reading);
      void reading.finally(() => HUNG.delete(path));
      resolve(E.left(silent(path, timeoutMs)));
    }, timeoutMs).unref();
  });
  return Promise.race([reading, late]).finally(() => {
    clearTimeout(timer);
  });
};

const readNow = async (path: string, maxBytes: number): Promise<E.Either<Fault, string>> => {
  try {
    // Without waiting: opening a pipe would last until somebody writes to it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return E.left(unreadable(path, 'a file', 'it is no file'));
      if (stats.size > maxBytes) {
        const given = `it has ${String(stats.size)} bytes, more than ${String(maxBytes)}`;
        return E.left(unreadable(path, `at most ${String(maxBytes)} bytes`, given));
      }
      const text = decodeUtf8File(await file.readFile());
      const reason = 'expected UTF-8 text, given other bytes';
      return text === undefined
        ? E.left({ ...unreadable(path, 'UTF-8 text', reason), code: 'invalid_value' })
        : E.right(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    return E.left(unreadable(path, 'a file that can be read', readReason(error)));
  }
};

const silent = (path: string, timeoutMs: number): Fault =>
  unreadable(
    path,
    `a file that can be read within ${String(timeoutMs)} ms`,
    `no answer yet after ${String(timeoutMs)} ms`,
  );

const unreadable = (path: string, expected: string, reason: string): Fault => ({
  ...fault({ code: 'missing', path: '', expected, given: reason }),
  message: `cannot read ${shortened(path, 200)}: ${reason}`,
});
