import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { distance, LIVE } from '../../../../bench/study/arena.js';
import { openWorkload, readScenario, runPolicy } from '../../../../src/adapters/simulator/index.js';

const folder = new URL('../../../../data/scenarios/', import.meta.url).pathname;

const runOf = async (users: number, name: string) => {
  const read = await readScenario(join(folder, `arena-${String(users)}-users.json`));
  if (E.isLeft(read)) throw new Error(read.left.join('\n'));
  const opened = await openWorkload(read.right.workload);
  if (E.isLeft(opened)) throw new Error(opened.left);
  const policy = read.right.policies.find((one) => one.name === name)!;
  return runPolicy(read.right, policy, read.right.seed, opened.right.create);
};

/** Rows that are met in full: cached within 3 points, TTFT p50 and p90 within 15 %. */
const MET = [
  [48, 'pww 6 and 8, flag on'],
  [48, 'waw, max_queued 8'],
  [48, 'pww 6 and 8, no id'],
  [90, 'pww 6 and 8, flag on'],
  [90, 'pww 6 and 8, flag off'],
  [90, 'pww 2 and 8, flag on'],
  [90, 'pww 16 and 16'],
] as const;

describe('the simulator beside real servers', () => {
  test.each(MET)(
    '%i users, %s: reuse within 3 points, TTFT within 15 percent',
    async (users, name) => {
      const live = LIVE.find((row) => row.users === users && row.policy === name)!;
      const { returningReuse, ttftMs } = await runOf(users, name);
      expect(Math.abs(distance(returningReuse * 100, live.cached))).toBeLessThan(3);
      const offP50 = Math.abs(distance(ttftMs.p50, live.p50)) / live.p50[0]!;
      const offP90 = Math.abs(distance(ttftMs.p90, live.p90)) / live.p90[0]!;
      expect(offP50, `p50 ${String(ttftMs.p50)}`).toBeLessThan(0.15);
      expect(offP90, `p90 ${String(ttftMs.p90)}`).toBeLessThan(0.15);
    },
  );

  test('knows a session by its opening as well as by its name, where openings differ', async () => {
    const named = await runOf(90, 'pww 6 and 8, flag on');
    const opening = await runOf(90, 'pww 6 and 8, flag on, opening');
    expect(Math.abs(opening.returningReuse - named.returningReuse)).toBeLessThan(0.03);
    expect(opening.leftShare).toBeLessThan(0.02);
  });
});
