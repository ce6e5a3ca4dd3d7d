import { parentPort } from 'node:worker_threads';
import type { RunSummary } from '../measure/run-summary.js';
import { JobRunner, type Job } from './job.js';

/** What a thread says when a job is over. */
export type WorkerAnswer =
  Readonly<{ kind: 'done'; summary: RunSummary }> | Readonly<{ kind: 'failed'; message: string }>;

/** Runs the jobs that the main thread sends, one at a time, until that ends this thread. */
export const serveJobs = (): void => {
  const runner = new JobRunner();
  parentPort?.on('message', (job: Job) => {
    void runner
      .run(job)
      .then(
        (summary): WorkerAnswer => ({ kind: 'done', summary }),
        (error: unknown): WorkerAnswer => ({
          kind: 'failed',
          message: error instanceof Error ? error.message : String(error),
        }),
      )
      .then((answer) => {
        parentPort?.postMessage(answer);
      });
  });
};
