import { fstatSync, statSync } from 'node:fs';
import type { SingleBar } from 'cli-progress';

/** Shows how much of an input has been read. */
export type Progress = Readonly<{
  /** Passes chunks on and counts them. */
  count: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  stop: () => void;
}>;

/** Shorter inputs are done before a bar could be read. */
const LONG_BYTES = 4 * 2 ** 20;

/**
 * A bar on standard error for a long file, also one that standard input comes from, when that is a
 * terminal on which no results appear meanwhile; otherwise nothing.
 */
export const startProgress = async (
  file: string,
  { verb, isSilent }: Readonly<{ verb: string; isSilent: boolean }>,
): Promise<Progress> => {
  const sizeBytes = sizeBytesOf(file) ?? 0;
  const isFree = process.stderr.isTTY && (isSilent || !process.stdout.isTTY);
  return sizeBytes >= LONG_BYTES && isFree
    ? barProgress(await createBar(verb), sizeBytes)
    : { count: (chunks) => chunks, stop };
};

/** Undefined for anything but a file. */
const sizeBytesOf = (file: string): number | undefined => {
  try {
    const stats = file === '-' ? fstatSync(0) : statSync(file);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    // Opening it tells what is wrong.
    return undefined;
  }
};

const stop = (): void => undefined;

const createBar = async (verb: string): Promise<SingleBar> => {
  const { default: progress } = await import('cli-progress');
  return new progress.SingleBar({
    format: `${verb} [{bar}] {percentage} % | {eta_formatted} left`,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    clearOnComplete: true,
    // It would take the first Ctrl-C for itself.
    gracefulExit: false,
    fps: 4,
  });
};

const barProgress = (bar: SingleBar, sizeBytes: number): Progress => {
  bar.start(sizeBytes, 0);
  return {
    async *count(chunks) {
      for await (const chunk of chunks) {
        yield chunk;
        bar.increment(chunk.length);
      }
    },
    stop: () => {
      bar.stop();
    },
  };
};
