import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import { distance, LIVE } from '../../../../../bench/study/arena.js';
import {
  estimateMean,
  openWorkload,
  readScenario,
  runPolicy,
  seedsOf,
  type RunSummary,
} from '../../../../../src/adapters/simulator/index.js';

const folder = new URL('../../../../../data/scenarios/', import.meta.url).pathname;

/** Means over the seeds of the study. */
export const meansOf = async (users: number, name: string) => {
  const read = await readScenario(join(folder, `arena-${String(users)}-users.json`));
  if (E.isLeft(read)) throw new Error(read.left.join('\n'));
  const scenario = read.right;
  const opened = await openWorkload(scenario.workload);
  if (E.isLeft(opened)) throw new Error(opened.left);
  const policy = scenario.policies.find((one) => one.name === name)!;
  const runs = seedsOf(scenario, 3).map((seed) =>
    runPolicy(scenario, policy, seed, opened.right.create),
  );
  const mean = (of: (run: RunSummary) => number): number => estimateMean(runs.map(of)).mean;
  return {
    cached: mean((run) => run.returningReuse) * 100,
    p50: mean((run) => run.ttftMs.p50),
    p90: mean((run) => run.ttftMs.p90),
    left: mean((run) => run.leftShare),
  };
};

const share = (value: number, measured: readonly number[]): number =>
  Math.abs(distance(value, measured)) / measured[0]!;

/** Expects cached within 3 points, TTFT p50 and p90 within 15 % of the run that was measured. */
export const expectAsMeasured = async (users: number, name: string): Promise<void> => {
  const live = LIVE.find((row) => row.users === users && row.policy === name)!;
  const { cached, p50, p90 } = await meansOf(users, name);
  expect(Math.abs(distance(cached, live.cached))).toBeLessThan(3);
  expect(share(p50, live.p50), `p50 ${String(p50)}`).toBeLessThan(0.15);
  expect(share(p90, live.p90), `p90 ${String(p90)}`).toBeLessThan(0.15);
};
