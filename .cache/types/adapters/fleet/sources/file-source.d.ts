import { type Clock } from '../../time/clock.js';
import type { DocumentSource } from './document-source.js';
import { type WatchFile } from '../../node/watch-file.js';
/** Settings of a file source. */
export type FileSourceOptions = Readonly<{
    path: string;
    /** A larger file is refused. Default 16 MiB. */
    maxBytes?: number;
    /**
     * How often the file is read whether the watcher saw something or not: watchers miss events on
     * network file systems. Default 5,000 ms.
     */
    rereadMs?: number;
    /** From the first event to the reading, so that writers can finish. Default 100 ms. */
    settleMs?: number;
    clock?: Clock;
    /** Default: the package `chokidar`. */
    watch?: WatchFile;
}>;
/**
 * A JSON file, watched. A bad new version and a missing file are refused, and what was read last
 * stays. Without the package `chokidar` that is told, and changes are seen at the next rereading.
 */
export declare const createFileSource: (options: FileSourceOptions) => DocumentSource;
