import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinBucket, lastOpenStart, type BucketRule } from '../../src/core/selection/bucket.js';
import { createScratch } from '../../src/core/orders/scratch.js';
import { checkLaw } from '../support/check-law.js';

const ttft = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.double({ min: 0, max: 500, noNaN: true }),
  fc.constantFrom(0, 5e-324, 1e-300, 2 ** 53, 1e308),
);

const rules: fc.Arbitrary<BucketRule> = fc.record({
  sizeMs: fc.constantFrom(0, 1, 7, 20, 1000),
  unlockFactor: fc.constantFrom(-2, 0, 1e-300, 0.1, 0.25, 1, 40, 1e300),
  openFromMs: fc.constantFrom(0, 50, 300),
});

const cases = fc.record({
  ttftMs: fc.array(ttft, { minLength: 1, maxLength: 40, size: 'max' }),
  rule: rules,
  elapsedMs: fc.oneof(fc.nat({ max: 400 }), fc.double({ min: 0, max: 1e9, noNaN: true })),
});

/** Estimates so close that many buckets are open and the next one touches them. */
const crowded = fc.record({
  ttftMs: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 50, maxLength: 120 }),
  rule: fc.record({
    sizeMs: fc.constantFrom(0, 1, 2, 3),
    unlockFactor: fc.constantFrom(0.25, 1),
    openFromMs: fc.constant(0),
  }),
  elapsedMs: fc.oneof(
    fc.double({ min: 0, max: 4, noNaN: true }),
    fc.double({ min: 8, max: 120, noNaN: true }),
  ),
});

/** The estimates that `lastOpenStart` tells open. */
const openByLastStart = (
  ttftMs: readonly number[],
  count: number,
  rule: BucketRule,
  elapsedMs: number,
): readonly number[] => {
  const scratch = createScratch(ttftMs.length);
  scratch.ttftMs.set(ttftMs);
  const least = Math.min(...ttftMs.slice(0, count));
  const last = lastOpenStart(scratch, count, least, rule, elapsedMs);
  expect([...scratch.ttftMs]).toEqual(ttftMs);
  return ttftMs.slice(0, count).filter((ms) => isWithinBucket(ms, last, rule.sizeMs));
};

describe('open buckets', () => {
  test('are those a plain walk over the sorted estimates finds', () => {
    checkLaw(
      fc.oneof({ weight: 2, arbitrary: cases }, crowded),
      2500,
      ({ ttftMs, rule, elapsedMs }) => {
        const found = openByLastStart(ttftMs, ttftMs.length, rule, elapsedMs);
        expect(found).toEqual(openByWalk(ttftMs, rule, elapsedMs));
      },
    );
  });

  test('are found among the first estimates only', () => {
    const rule = { sizeMs: 20, unlockFactor: 0.25, openFromMs: 0 };
    expect(openByLastStart([10, 50, 1, 30], 2, rule, 0)).toEqual([10]);
  });
});

const openByWalk = (
  ttftMs: readonly number[],
  { sizeMs, unlockFactor, openFromMs }: BucketRule,
  elapsedMs: number,
): readonly number[] => {
  const sorted = [...ttftMs].sort((a, b) => a - b);
  const first = sorted[0]!;
  const starts = [first];
  for (const ms of sorted) if (ms - starts.at(-1)! > sizeMs) starts.push(ms);
  const opensMs = starts.map((start) => openFromMs + Math.max(0, (start - first) * unlockFactor));
  // Bucket 0 is there from the start: whoever asks earlier has been told to wait for X.
  const open = starts.filter((_, i) => i === 0 || elapsedMs >= opensMs[i]!);
  return ttftMs.filter((ms) => ms - open.at(-1)! <= sizeMs);
};
