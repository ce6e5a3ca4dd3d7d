import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { type WatchFile } from '../../node/watch-file.js';
import type { Log } from '../../telemetry/port.js';
import { type ListEntry } from './list-directory.js';
import type { ModelDirectory } from './port.js';
/** A model directory that follows a file. */
export type FileDirectory = ModelDirectory & Readonly<{
    /** Models of the version in use. */
    modelCount: () => number;
    close: () => Promise<void>;
}>;
/** Settings of a file directory. */
export type FileDirectoryOptions = Readonly<{
    file: string;
    /** Told about versions that are taken or refused. */
    log: Log;
    /** How often the file is read whether a change was seen or not. Default 2 s. */
    rereadMs?: number;
    /** Default: the package `chokidar`; without it changes are seen at the next rereading. */
    watch?: WatchFile;
}>;
/**
 * Opens the directory of a model file and follows its changes.
 *
 * Left with every fault of the file as it is now. A later version with a fault is refused whole and
 * logged as `model_directory_rejected`; the one before stays in use.
 *
 * @example
 * const directory = await openFileDirectory({ file: 'models.json', log: telemetry.log })();
 */
export declare const openFileDirectory: (options: FileDirectoryOptions) => TE.TaskEither<readonly Fault[], FileDirectory>;
type Version = Readonly<{
    text: string;
    entries: readonly ListEntry[];
}>;
/** A version that is not taken; without text it could not be read. */
type BadVersion = Readonly<{
    text?: string;
    faults: readonly Fault[];
}>;
/** Reads a model file once. */
export declare const readModels: (file: string) => TE.TaskEither<BadVersion, Version>;
export {};
