import { describe, expect, test } from 'vitest';
import { LIVE } from '../../../../bench/study/arena.js';
import { expectAsMeasured, expectBetweenRounds, meansOf } from './support/arena-row.js';

/** Rounds on real servers differ too much in their p90 for 15 % of it to mean anything. */
const UNSTEADY: readonly (readonly [number, string])[] = [
  [90, 'pww 6 and 8, flag off'],
  [90, 'power-of-n'],
];

const isUnsteady = (users: number, policy: string): boolean =>
  UNSTEADY.some(([count, name]) => count === users && name === policy);

describe('the simulator beside real servers', () => {
  test.each(LIVE.filter(({ users, policy }) => !isUnsteady(users, policy)))(
    '$users users, $policy: reuse within 3 points, TTFT within 15 percent',
    async ({ users, policy }) => {
      await expectAsMeasured(users, policy);
    },
  );

  test.each(UNSTEADY)(
    '%i users, %s: reuse within 3 points, p50 within 15 percent, p90 between the rounds',
    async (users, name) => {
      await expectBetweenRounds(users, name);
    },
  );

  test('knows a session by its opening as well as by its name, where openings differ', async () => {
    const named = await meansOf(90, 'pww 6 and 8, flag on');
    const opening = await meansOf(90, 'pww 6 and 8, flag on, opening');
    expect(Math.abs(opening.cached - named.cached)).toBeLessThan(3);
    expect(opening.left).toBeLessThan(0.02);
  });
});
