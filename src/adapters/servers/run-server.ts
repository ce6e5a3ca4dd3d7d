import * as E from 'fp-ts/lib/Either.js';
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
export const runServer = async (
  start: TaskEither<readonly Fault[], RunningServer>,
): Promise<void> => {
  try {
    const started = await start();
    if (E.isLeft(started)) {
      for (const { message } of started.left) console.error(`error: ${message}`);
      process.exitCode = 2;
      return;
    }
    console.log(started.right.description);
    stopOnSignal(started.right);
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};

const stopOnSignal = (server: RunningServer): void => {
  const stop = (): void => {
    // With the handlers gone, a second signal ends the process at once.
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    void server.stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
