import { constants } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { describeError } from '../node/error-text.js';
import { READ_TIMEOUT_MS, settleReads } from '../node/read-text-file.js';
import { flushStandardError } from './logging/log-writer.js';

/** A server that listens. */
export type RunningServer = Readonly<{
  /** What listens where, in one line. */
  description: string;
  /** Stops accepting, ends what is under way within a bounded time, and closes everything. */
  stop: () => Promise<void>;
  /** Reads every file again; what is bad is told, and the version before stays. */
  reload?: () => Promise<void>;
}>;

/**
 * Runs a server as a command until SIGTERM or SIGINT; SIGHUP has it read its files again.
 *
 * Prints one line when it listens. A bad configuration prints every fault and ends with status 2,
 * an address that is taken with 1. A second signal ends the process at once with status 128 and the
 * signal's number, also where the process is the first of its container.
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
    // First of all: who reads the line may send a signal at once.
    obeySignals(started.right);
    console.log(started.right.description);
  } catch (error) {
    console.error(`error: ${describeError(error)}`);
    process.exitCode = 1;
  }
};

const obeySignals = (server: RunningServer): void => {
  let isStopping = false;
  const stop = (signal: 'SIGTERM' | 'SIGINT'): void => {
    // Handled here too: the kernel gives the first process of a container no default action.
    if (isStopping) void endProcess(128 + constants.signals[signal], SECOND_SIGNAL_MS);
    else {
      console.log('stopping once open requests have ended; a second signal ends it at once');
      void stopAndEnd(server);
    }
    isStopping = true;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => {
    if (!isStopping) void server.reload?.();
  });
};

/** Longest time that the last log lines have to reach their reader, ms. */
const FLUSH_LIMIT_MS = 500;

/** Longest time that a file under way holds up the end after a second signal, ms. */
const SECOND_SIGNAL_MS = 500;

const stopAndEnd = async (server: RunningServer): Promise<void> => {
  try {
    await server.stop();
    await flushStandardError(FLUSH_LIMIT_MS);
    await endProcess(0, READ_TIMEOUT_MS);
  } catch (error) {
    console.error(`error: ${describeError(error)}`);
    await endProcess(1, READ_TIMEOUT_MS);
  }
};

/** Ends although something is still open; a file that never answers has `limitMs` to do so. */
const endProcess = async (status: number, limitMs: number): Promise<void> => {
  // An exit would wait for a read that hangs in the file system, and no signal but this one ends it.
  if (!(await settleReads(limitMs))) process.kill(process.pid, 'SIGKILL');
  process.exit(status);
};
