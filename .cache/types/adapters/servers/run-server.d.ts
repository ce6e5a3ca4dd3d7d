import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
/** A server that listens. */
export type RunningServer = Readonly<{
    /** What listens where, in one line. */
    description: string;
    /** Stops accepting, ends what is under way within a bounded time, and closes everything. */
    stop: () => Promise<void>;
}>;
/**
 * Runs a server as a command until SIGTERM or SIGINT.
 *
 * Prints one line when it listens. A bad configuration prints every fault and ends with status 2,
 * an address that is taken with 1. A second signal ends the process at once.
 */
export declare const runServer: (start: TaskEither<readonly Fault[], RunningServer>) => Promise<void>;
