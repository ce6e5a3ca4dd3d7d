import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../core/codec/fault.js';
/** A watch that can be ended. */
export type FileWatch = Readonly<{
    close: () => Promise<void>;
}>;
/** Starts watching a file; left when that is not possible. */
export type WatchFile = (path: string, onEvent: () => void, onError: (fault: Fault) => void) => Promise<E.Either<Fault, FileWatch>>;
/**
 * Watches a file with the optional package `chokidar`, which is loaded on use.
 *
 * The folder is watched rather than the file, because files are replaced by renaming, deleted and
 * made anew; `..data` is the link that a mounted ConfigMap is switched by.
 */
export declare const watchFile: WatchFile;
