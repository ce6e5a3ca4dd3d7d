import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBuckets, type BucketRule, type OpenBuckets } from '../../src/core/bucket.js';
import { checkLaw } from '../support/arb-seeds.js';

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

describe('open buckets', () => {
  test('are those a plain walk over the sorted estimates finds', () => {
    checkLaw(cases, 2500, ({ ttftMs, rule, elapsedMs }) => {
      const values = Float64Array.from(ttftMs);
      const room = new Float64Array(values.length + 3);
      const least = Math.min(...ttftMs);
      const found = openBuckets(values, values.length, least, rule, elapsedMs, room);
      expect(found).toEqual(openBucketsByWalk(ttftMs, rule, elapsedMs));
      expect([...values]).toEqual(ttftMs);
    });
  });

  test('are found among the first estimates only', () => {
    const values = Float64Array.of(10, 50, 1, 30);
    const rule = { sizeMs: 20, unlockFactor: 0.25, openFromMs: 0 };
    const found = openBuckets(values, 2, 10, rule, 0, new Float64Array(4));
    expect(found).toEqual({ lastStartMs: 10, nextOpensMs: 10 });
  });
});

const openBucketsByWalk = (
  ttftMs: readonly number[],
  { sizeMs, unlockFactor, openFromMs }: BucketRule,
  elapsedMs: number,
): OpenBuckets => {
  const sorted = [...ttftMs].sort((a, b) => a - b);
  const first = sorted[0]!;
  const starts = [first];
  for (const ms of sorted) if (ms - starts.at(-1)! > sizeMs) starts.push(ms);
  const opensMs = starts.map((start) => openFromMs + Math.max(0, (start - first) * unlockFactor));
  // Bucket 0 is there from the start: whoever asks earlier has been told to wait for X.
  const next = opensMs.findIndex((ms, i) => i > 0 && !(elapsedMs >= ms));
  if (next === -1) return { lastStartMs: starts.at(-1)!, nextOpensMs: Infinity };
  return { lastStartMs: starts[next - 1]!, nextOpensMs: opensMs[next]! };
};
