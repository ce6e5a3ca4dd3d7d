import { basename, dirname, join, resolve } from 'node:path';
import type * as chokidar from 'chokidar';
import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { describeError } from './error-text.js';
import { loadPackage } from './load-package.js';

/** What is used of the optional package `chokidar`. */
type Chokidar = Pick<typeof chokidar, 'watch'>;

/** A watch that can be ended. */
export type FileWatch = Readonly<{ close: () => Promise<void> }>;

/** Starts watching a file; left when that is not possible. */
export type WatchFile = (
  path: string,
  onEvent: () => void,
  onError: (fault: Fault) => void,
) => Promise<E.Either<Fault, FileWatch>>;

/**
 * Watches a file with the optional package `chokidar`, which is loaded on use.
 *
 * The folder is watched rather than the file, because files are replaced by renaming, deleted and
 * made anew; `..data` is the link that a mounted ConfigMap is switched by.
 */
export const watchFile: WatchFile = async (path, onEvent, onError) => {
  const loaded = await loadPackage<Chokidar>('chokidar')();
  if (E.isLeft(loaded)) return loaded;
  const folder = dirname(resolve(path));
  const names = [basename(path), '..data'];
  const seen = new Set([folder, ...names.map((name) => join(folder, name))]);
  const watcher = loaded.right.watch(folder, {
    depth: 0,
    ignored: (found) => !seen.has(resolve(found)),
  });
  watcher.on('all', onEvent);
  // A link that is switched a second time shows only here.
  watcher.on('raw', (_event, name) => {
    // Some platforms do not tell the name.
    if (names.includes(basename(String(name)))) onEvent();
  });
  // Whatever changed before the watch was up is read now.
  watcher.on('ready', onEvent);
  watcher.on('error', (error) => {
    onError(unwatchable(path, error));
  });
  return E.right({ close: () => watcher.close() });
};

/** What it costs that a file is not watched, and why it is not; `rereadMs`: how often it is read. */
export const describeUnwatched = (why: Fault, rereadMs: number): string =>
  `changes may be seen up to ${String(rereadMs / 1000)} s late: ${why.message}`;

const unwatchable = (path: string, error: unknown): Fault =>
  fault({
    code: 'missing',
    path: '',
    expected: 'a file that can be watched',
    given: describeError(error),
    about: path,
  });
