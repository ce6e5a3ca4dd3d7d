import type { Writable } from 'node:stream';

/** Lines on their way to a reader. */
export type LogWriter = Readonly<{
  /** Hands a line over; never waits. */
  write: (line: string) => void;
  /** Lines that were dropped so far, because those before were not read. */
  lostCount: () => number;
}>;

/** Bytes that wait for a reader; what comes beyond is lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

const FLUSH_INTERVAL_MS = 5;

/**
 * Writes lines to a stream, by default standard error.
 *
 * A reader that stalls does not hold up the process: a bounded number of bytes waits for it, later
 * lines are counted and dropped, and `lossLine` tells how many once it reads again.
 */
export const createLogWriter = (
  lossLine: (lostCount: number) => string,
  stream: Pick<Writable, 'write' | 'writableLength'> = process.stderr,
): LogWriter => {
  let lostCount = 0;
  let toldCount = 0;
  return {
    write: (line) => {
      if (stream.writableLength > MAX_WAITING_BYTES) {
        lostCount += 1;
        return;
      }
      if (lostCount > toldCount) {
        stream.write(lossLine(lostCount - toldCount));
        toldCount = lostCount;
      }
      stream.write(line);
    },
    lostCount: () => lostCount,
  };
};

/** Resolves when standard error has been handed over to its reader, or after `limitMs`. */
export const flushStandardError = async (limitMs: number): Promise<void> => {
  const endMs = performance.now() + limitMs;
  while (process.stderr.writableLength > 0 && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_INTERVAL_MS));
  }
};
