import tychei from 'seedrandom/lib/tychei.js';
import { describe, expect, test } from 'vitest';
import { platformHasher } from '../../../../src/adapters/platform/node.js';
import {
  createChance,
  numberedChances,
} from '../../../../src/adapters/simulator/workload/chance.js';

/** The same by the book. */
const reference = (seed: string): (() => number) =>
  tychei(Number(platformHasher.hash64(new TextEncoder().encode(seed)) >> 11n));

describe('a chance', () => {
  test.each(['', 'speed session s17', 'größe \u{1f3e0}', 'x'.repeat(256), `${'y'.repeat(400)}é`])(
    'is seeded with the upper 53 bits of the hash of its text: %s',
    (seed) => {
      const [chance, expected] = [createChance(seed), reference(seed)];
      // Another one does not disturb it.
      createChance('other')();
      for (let draw = 0; draw < 20; draw++) expect(chance()).toBe(expected());
    },
  );
});

describe('numbered chances', () => {
  const firstDraws = (seed: string, count: number): readonly number[] => {
    const chanceOf = numberedChances(seed);
    return Array.from({ length: count }, (_, number) => chanceOf(number)());
  };

  test('are the same for one text and number, whichever was asked for before', () => {
    const chanceOf = numberedChances('a');
    chanceOf(3)();
    expect(chanceOf(4)()).toBe(firstDraws('a', 5)[4]);
    expect(chanceOf(4)()).not.toBe(firstDraws('b', 5)[4]);
  });

  test('of numbers that follow one another spread evenly, and do not hang together', () => {
    const count = 20_000;
    const draws = firstDraws('even', count);
    const tenths = new Array<number>(10).fill(0);
    for (const draw of draws) tenths[Math.floor(draw * 10)]! += 1;
    // Chi-square with 9 degrees of freedom is above 27.9 once in a thousand.
    const expected = count / 10;
    const chiSquare = tenths.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(27.9);
    const products = draws.slice(1).map((draw, at) => (draw - 0.5) * (draws[at]! - 0.5));
    const correlation = (12 * products.reduce((sum, product) => sum + product, 0)) / count;
    expect(Math.abs(correlation)).toBeLessThan(3.3 / Math.sqrt(count));
  });
});
