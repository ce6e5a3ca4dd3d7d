import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import { LIVE, meanOf } from '../../../../../bench/study/arena.js';
import {
  estimateMean,
  openWorkload,
  readScenario,
  runPolicy,
  seedsOf,
  type RunSummary,
} from '../../../../../src/adapters/simulator/index.js';

const folder = new URL('../../../../../data/scenarios/', import.meta.url).pathname;

/** Means over the first seeds of the study. */
export const meansOf = async (users: number, name: string, seedCount = 10) => {
  const read = await readScenario(join(folder, `arena-${String(users)}-users.json`));
  if (E.isLeft(read)) throw new Error(read.left.join('\n'));
  const scenario = read.right;
  const opened = await openWorkload(scenario.workload);
  if (E.isLeft(opened)) throw new Error(opened.left);
  const policy = scenario.policies.find((one) => one.name === name)!;
  const runs = seedsOf(scenario, seedCount).map((seed) =>
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

/** How far a figure is from the mean of the rounds, as a share of it. */
const off = (value: number, rounds: readonly number[]): number =>
  Math.abs(value / meanOf(rounds) - 1);

/** Expects cached within 3 points of the mean of the rounds, TTFT p50 and p90 within 15 %. */
export const expectAsMeasured = async (
  users: number,
  name: string,
  seedCount = 10,
): Promise<void> => {
  const live = LIVE.find((row) => row.users === users && row.policy === name)!;
  const { cached, p50, p90 } = await meansOf(users, name, seedCount);
  expect(Math.abs(cached - meanOf(live.cached)), `cached ${String(cached)}`).toBeLessThan(3);
  expect(off(p50, live.p50), `p50 ${String(p50)}`).toBeLessThan(0.15);
  expect(off(p90, live.p90), `p90 ${String(p90)}`).toBeLessThan(0.15);
};
