import tychei from 'seedrandom/lib/tychei.js';
import { describe, expect, test } from 'vitest';
import { platformHasher } from '../../../../src/adapters/platform/node.js';
import { createChance } from '../../../../src/adapters/simulator/workload/chance.js';

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
