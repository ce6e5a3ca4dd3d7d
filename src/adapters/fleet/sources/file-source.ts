import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import {
  DELAY_MS,
  requireInRange,
  TIMER_MS,
  wholeFrom,
} from '../../../core/codec/option-ranges.js';
import { systemClock, type Clock } from '../../time/clock.js';
import { createDocumentIntake, untilClosed } from './document-intake.js';
import { createPollLoop } from '../../time/poll-loop.js';
import type { DocumentSource } from './document-source.js';
import {
  describeUnwatched,
  watchFile,
  type FileWatch,
  type WatchFile,
} from '../../node/watch-file.js';
import { readTextFile } from '../../node/read-text-file.js';

/** Settings of a file source. */
export type FileSourceOptions = Readonly<{
  path: string;
  /** A larger file is refused. Default 16 MiB. */
  maxBytes?: number | undefined;
  /**
   * How often the file is read whether the watcher saw something or not: watchers miss events on
   * network file systems. Default 5,000 ms.
   */
  rereadMs?: number | undefined;
  /** From the first event to the reading, so that writers can finish. Default 100 ms. */
  settleMs?: number | undefined;
  clock?: Clock | undefined;
  /** Default: the package `chokidar`. */
  watch?: WatchFile | undefined;
}>;

const MAX_BYTES = 16 * 1024 * 1024;

const REREAD_MS = 5_000;

const RANGES = { maxBytes: wholeFrom(1), rereadMs: TIMER_MS, settleMs: DELAY_MS };

/**
 * A JSON file, watched. A bad new version and a missing file are refused, and what was read last
 * stays. Without the package `chokidar` that is told, and changes are seen at the next rereading.
 * Throws a RangeError on options out of range.
 */
export const createFileSource = (options: FileSourceOptions): DocumentSource => {
  requireInRange('createFileSource', RANGES, options);
  const { path, clock = systemClock, maxBytes = MAX_BYTES, rereadMs = REREAD_MS } = options;
  let isClosed = false;
  let closeLoop = (): void => undefined;
  let reload = (): void => undefined;
  let watching: Promise<FileWatch | undefined> = Promise.resolve(undefined);
  let cancelSettling: (() => void) | undefined;

  return {
    kind: 'file',
    name: `file ${path}`,
    start: (given) => {
      const listener = untilClosed(given, () => isClosed);
      const intake = createDocumentIntake(listener);
      const tellUnwatched = (why: Fault): void => {
        listener.onUnwatched?.(describeUnwatched(why, rereadMs));
      };
      const poll = async (): Promise<void> => {
        const text = await readTextFile(path, maxBytes);
        if (E.isLeft(text)) intake.failed(text.left);
        else intake.read(text.right);
      };
      const loop = createPollLoop({ clock, intervalMs: rereadMs, poll });
      closeLoop = loop.close;
      reload = loop.poke;
      const onEvent = (): void => {
        if (isClosed || cancelSettling !== undefined) return;
        cancelSettling = clock.after(options.settleMs ?? 100, () => {
          cancelSettling = undefined;
          loop.poke();
        });
      };
      watching = (options.watch ?? watchFile)(path, onEvent, tellUnwatched).then((watch) => {
        if (E.isRight(watch)) return watch.right;
        tellUnwatched(watch.left);
        return undefined;
      });
      return loop.start();
    },
    reload: () => {
      reload();
    },
    close: async () => {
      isClosed = true;
      cancelSettling?.();
      closeLoop();
      await (await watching)?.close();
    },
  };
};
