import { describe, expect, test } from 'vitest';
import { LIVE } from '../../../../bench/study/arena.js';
import { expectAsMeasured, meansOf } from './support/arena-row.js';

/** Runs of these go so far apart that ten seeds do not tell their mean; a study has thirty. */
const UNSTEADY: readonly (readonly [number, string])[] = [
  [90, 'pww 6 and 8, flag off'],
  [90, 'power-of-n'],
];

const seedCountOf = (users: number, policy: string): number =>
  UNSTEADY.some(([count, name]) => count === users && name === policy) ? 30 : 10;

describe('the simulator beside real servers', () => {
  test.each(LIVE)(
    '$users users, $policy: reuse within 3 points, TTFT within 15 percent',
    async ({ users, policy }) => {
      await expectAsMeasured(users, policy, seedCountOf(users, policy));
    },
  );

  test('knows a session by its opening as well as by its name, where openings differ', async () => {
    const named = await meansOf(90, 'pww 6 and 8, flag on');
    const opening = await meansOf(90, 'pww 6 and 8, flag on, opening');
    expect(Math.abs(opening.cached - named.cached)).toBeLessThan(3);
    expect(opening.left).toBeLessThan(0.02);
  });
});
