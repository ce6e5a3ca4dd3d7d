import { describe, expect, test } from 'vitest';
import { createRequestSample } from '../../../../src/adapters/records/request-sample.js';
import { chiSquareExcess } from '../../../support/chi-square.js';

const IDS = Array.from({ length: 20_000 }, (_, i) => `request-${String(i)}`);

describe('a sample of requests', () => {
  test('is all of them at rate 1 and none at rate 0', () => {
    expect(IDS.every(createRequestSample(1))).toBe(true);
    expect(IDS.some(createRequestSample(0))).toBe(false);
  });

  test.each([0.001, 0.01, 0.5, 0.9])('is as large as its rate of %f says', (rate) => {
    const count = IDS.filter(createRequestSample(rate)).length;
    const counts = [count, IDS.length - count];
    expect(chiSquareExcess(counts, [rate, 1 - rate])).toBeLessThan(1);
  });

  test('is the same in every process and on every machine', () => {
    const taken = IDS.slice(0, 40).filter(createRequestSample(0.1));
    expect(taken).toEqual(['request-29', 'request-36']);
  });

  test('of a greater rate contains those of smaller ones', () => {
    const [small, large] = [createRequestSample(0.1), createRequestSample(0.3)];
    expect(IDS.filter(small).every(large)).toBe(true);
  });

  test('takes every id, however it is written', () => {
    const isSampled = createRequestSample(0.5);
    for (const id of ['', '\ud800', '\u{1f600}', '__proto__', 'x'.repeat(10_000)]) {
      expect(isSampled(id)).toBe(isSampled(id));
    }
  });
});
