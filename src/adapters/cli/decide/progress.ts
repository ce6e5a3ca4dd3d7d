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
 * A bar on standard error for a long input, when that is a terminal and the results go elsewhere;
 * otherwise nothing. Without a size (standard input) there is no bar.
 */
export const startProgress = async (sizeBytes = 0): Promise<Progress> => {
  const isShown = sizeBytes >= LONG_BYTES && process.stderr.isTTY && !process.stdout.isTTY;
  return isShown ? barProgress(await createBar(), sizeBytes) : { count: (chunks) => chunks, stop };
};

const stop = (): void => undefined;

const createBar = async (): Promise<SingleBar> => {
  const { default: progress } = await import('cli-progress');
  return new progress.SingleBar({
    format: 'deciding [{bar}] {percentage} % | {eta_formatted} left',
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
