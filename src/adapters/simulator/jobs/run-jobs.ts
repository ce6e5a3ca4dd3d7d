import { Worker } from 'node:worker_threads';
import type { RunSummary } from '../measure/run-summary.js';
import { JobRunner, type Job } from './job.js';
import type { WorkerAnswer } from './worker.js';

/** How runs are spread over threads. */
export type JobOptions = Readonly<{
  /** A script that calls `serveJobs` when it is not the main thread; none: all in this thread. */
  workerScript?: string | undefined;
  /** Threads, at least 1. */
  threadCount: number;
  /** Called after every job. */
  onDone?: ((doneCount: number) => void) | undefined;
}>;

/**
 * Runs jobs on several threads. Results come in the order of the jobs, whichever is done first:
 * the number of threads changes nothing in them. Rejects with the first failure.
 */
export const runJobs = async (
  jobs: readonly Job[],
  { workerScript, threadCount, onDone }: JobOptions,
): Promise<readonly RunSummary[]> => {
  const results = new Array<RunSummary>(jobs.length);
  let next = 0;
  let doneCount = 0;
  const workOff = async (run: (job: Job) => Promise<RunSummary>): Promise<void> => {
    while (next < jobs.length) {
      const at = next++;
      results[at] = await run(jobs[at]!);
      onDone?.(++doneCount);
    }
  };
  const count = Math.min(threadCount, jobs.length);
  if (workerScript === undefined || count < 2) {
    const runner = new JobRunner();
    await workOff((job) => runner.run(job));
    return results;
  }
  const workers = Array.from({ length: count }, () => new Worker(workerScript));
  try {
    await Promise.all(workers.map((worker) => workOff((job) => askWorker(worker, job))));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
};

const askWorker = (worker: Worker, job: Job): Promise<RunSummary> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', answer).off('error', fail);
    };
    const answer = (message: WorkerAnswer): void => {
      settle();
      if (message.kind === 'done') resolve(message.summary);
      else reject(new Error(message.message));
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
    };
    worker.on('message', answer).on('error', fail);
    worker.postMessage(job);
  });
