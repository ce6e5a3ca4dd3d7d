import { availableParallelism } from 'node:os';
import { runJobs, type Job, type RunSummary } from '../../simulator/index.js';
import { runningScript } from '../demo/package-file.js';

/** Runs jobs on all cores, or on so many threads, with a bar on a terminal. */
export const runOnThreads = async (
  jobs: readonly Job[],
  verb: string,
  threadCount = availableParallelism(),
): Promise<readonly RunSummary[]> => {
  const bar = await createBar(verb, jobs.length);
  try {
    return await runJobs(jobs, {
      workerScript: runningScript(),
      threadCount,
      onDone: (doneCount) => bar?.update(doneCount),
    });
  } finally {
    bar?.stop();
  }
};

const createBar = async (verb: string, total: number) => {
  if (!process.stderr.isTTY || total < 2) return undefined;
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar({
    format: `${verb} [{bar}] {value} of {total} runs | {eta_formatted} left`,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    clearOnComplete: true,
    // It would take the first Ctrl-C for itself.
    gracefulExit: false,
    fps: 4,
  });
  bar.start(total, 0);
  return bar;
};
