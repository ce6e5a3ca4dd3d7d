import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { requireInRange, TIMER_MS } from '../../../core/codec/option-ranges.js';
import { systemClock } from '../../time/clock.js';
import { readTextFile } from '../../node/read-text-file.js';
import { createPollLoop } from '../../time/poll-loop.js';
import { describeUnwatched, watchFile, type WatchFile } from '../../node/watch-file.js';
import { noOpTelemetry } from '../../telemetry/no-op.js';
import type { Log, Metrics } from '../../telemetry/port.js';
import { createListDirectory, type ListEntry } from './list-directory.js';
import { parseModelFile } from './model-list-codec.js';
import type { ModelDirectory } from './port.js';

/** A model directory that follows a file. */
export type FileDirectory = ModelDirectory &
  Readonly<{
    /** Models of the version in use. */
    modelCount: () => number;
    /** The same one by one, those that only a key opens included. */
    entries: () => readonly ListEntry[];
    /** Whether the version that is there is refused, and the one before it in use. */
    isRefused: () => boolean;
    /** Reads the file as soon as possible. */
    reload: () => void;
    close: () => Promise<void>;
  }>;

/** Settings of a file directory. */
export type FileDirectoryOptions = Readonly<{
  file: string;
  /** Told about versions that are taken or refused. */
  log: Log;
  /** Shows whether the version that is there is refused. Default: nobody is told. */
  metrics?: Metrics | undefined;
  /** How often the file is read whether a change was seen or not. Default 2 s. */
  rereadMs?: number | undefined;
  /** Default: the package `chokidar`; without it changes are seen at the next rereading. */
  watch?: WatchFile | undefined;
}>;

/**
 * Opens the directory of a model file and follows its changes.
 *
 * Left with every fault of the file as it is now. A later version with a fault is refused whole and
 * logged as `model_directory_rejected`; the one before stays in use. Throws a RangeError on
 * `rereadMs` out of range.
 *
 * @example
 * const directory = await openFileDirectory({ file: 'models.json', log: telemetry.log })();
 */
export const openFileDirectory = (
  options: FileDirectoryOptions,
): TE.TaskEither<readonly Fault[], FileDirectory> => {
  requireInRange('openFileDirectory', RANGES, options);
  return pipe(
    readModels(options.file),
    TE.mapLeft(({ faults }) => faults),
    TE.chainTaskK((first) => () => follow(options, first)),
  );
};

const RANGES = { rereadMs: TIMER_MS };

/** Longest model file. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const REREAD_MS = 2_000;

/** From a change to the reading of it, so that writers can finish. */
const SETTLE_MS = 50;

const MAX_LOGGED_FAULTS = 20;

type Version = Readonly<{ text: string; entries: readonly ListEntry[] }>;

/** A version that is not taken; without text it could not be read. */
type BadVersion = Readonly<{ text?: string; faults: readonly Fault[] }>;

/** Reads a model file once. */
export const readModels =
  (file: string): TE.TaskEither<BadVersion, Version> =>
  async () => {
    const read = await readTextFile(file, MAX_FILE_BYTES);
    if (E.isLeft(read)) return E.left({ faults: [read.left] });
    const text = read.right;
    return pipe(
      parseModelFile(text),
      E.bimap(
        (faults) => ({ text, faults }),
        (entries) => ({ text, entries }),
      ),
    );
  };

const follow = async (options: FileDirectoryOptions, first: Version): Promise<FileDirectory> => {
  const { file, log, rereadMs = REREAD_MS } = options;
  const current = createCurrentVersion(options, first);
  const loop = createPollLoop({
    clock: systemClock,
    intervalMs: rereadMs,
    poll: async () => {
      current.offer(await readModels(file)());
    },
  });
  let cancelSettling: (() => void) | undefined;
  const onEvent = (): void => {
    cancelSettling ??= systemClock.after(SETTLE_MS, () => {
      cancelSettling = undefined;
      loop.poke();
    });
  };
  // An error of the watch costs nothing but the time to the next rereading.
  const watching = await (options.watch ?? watchFile)(file, onEvent, onEvent);
  if (E.isLeft(watching)) {
    log.info('file_unwatched', { file, message: describeUnwatched(watching.left, rereadMs) });
  }
  log.info('config_loaded', { file, models: first.entries.length });
  await loop.start();
  return {
    ...current.directory,
    modelCount: () => current.entries().length,
    entries: current.entries,
    isRefused: current.isRefused,
    reload: loop.poke,
    close: async () => {
      cancelSettling?.();
      loop.close();
      if (E.isRight(watching)) await watching.right.close();
    },
  };
};

/** The version in use, which good ones replace and bad ones do not. */
const createCurrentVersion = (
  { file, log, metrics = noOpTelemetry.metrics }: FileDirectoryOptions,
  first: Version,
) => {
  let { text: seen }: { text?: string } = first;
  let entries = first.entries;
  let current = createListDirectory(entries);
  let isRefused = false;
  const showRefused = (next: boolean): void => {
    isRefused = next;
    metrics.gauge('modelFileRefused', {}, isRefused ? 1 : 0);
  };
  showRefused(false);
  const take = (version: Version): void => {
    entries = version.entries;
    current = createListDirectory(entries);
    showRefused(false);
    log.info('config_loaded', { file, models: entries.length });
  };
  const refuse = ({ faults }: BadVersion): void => {
    showRefused(true);
    log.warn('model_directory_rejected', {
      file,
      fault_count: faults.length,
      errors: faults.slice(0, MAX_LOGGED_FAULTS).map(({ message }) => message),
    });
  };
  const directory: ModelDirectory = {
    admit: (apiKey) => current.admit(apiKey),
    resolve: (query) => current.resolve(query),
    list: (apiKey) => current.list(apiKey),
  };
  return {
    directory,
    entries: () => entries,
    isRefused: () => isRefused,
    offer: (version: E.Either<BadVersion, Version>): void => {
      const { text } = E.isLeft(version) ? version.left : version.right;
      if (text === seen) return;
      seen = text;
      pipe(version, E.match(refuse, take));
    },
  };
};
