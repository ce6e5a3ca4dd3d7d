import { open } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { describeError } from './error-text.js';

/** Reads a whole text file of at most `maxBytes`; no device, no pipe, no folder. */
export const readTextFile = async (
  path: string,
  maxBytes: number,
): Promise<E.Either<Fault, string>> => {
  const unreadable = (expected: string, given: string): E.Either<Fault, never> =>
    E.left(fault({ code: 'missing', path: '', expected, given, about: `file ${path}` }));
  try {
    const file = await open(path, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return unreadable('a file', 'something else');
      if (stats.size > maxBytes) {
        return unreadable(`at most ${String(maxBytes)} bytes`, `${String(stats.size)} bytes`);
      }
      return E.right(new TextDecoder().decode(await file.readFile()));
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable('a file that can be read', describeError(error));
  }
};
