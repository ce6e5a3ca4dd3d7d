import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KvCache } from '../../../../src/adapters/simulator/engine/kv-cache.js';
import { jsonLinesReader } from '../../../../src/adapters/simulator/workload/trace/formats.js';
import { readRows } from '../../../../src/adapters/simulator/workload/trace/read-rows.js';

const BLOCK_TOKENS = 512;

const promptsOf = async (name: string): Promise<readonly (readonly number[])[]> => {
  const file = new URL(`../../../../data/${name}.jsonl.gz`, import.meta.url).pathname;
  const reader = jsonLinesReader('numbered', BLOCK_TOKENS, 'open');
  const read = await readRows(file, reader, { limit: Infinity, onBadRow: 'stop' });
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.rows.map(({ blocks }) => blocks!);
};

const hitPercent = (prompts: readonly (readonly number[])[], capacity: number): string => {
  const cache = new KvCache(capacity);
  let asked = 0;
  let held = 0;
  for (const blocks of prompts) {
    asked += blocks.length;
    held += cache.countHeld(blocks);
    cache.use(blocks);
  }
  return ((held / asked) * 100).toFixed(1);
};

/** Published with the traces: hit rate of one shared LRU cache, leaves first, by capacity. */
const CAPACITIES = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000];
const PUBLISHED = {
  'mooncake-conversation': ['4.5', '5.4', '11.2', '21.2', '28.8', '35.5', '36.4', '36.6'],
  'mooncake-synthetic': ['8.4', '14.6', '27.9', '42.4', '57.2', '64.0', '64.0', '64.0'],
};

describe('the prefix cache', () => {
  test.each(Object.entries(PUBLISHED))(
    'has the published hit rates of one shared cache on %s',
    async (name, published) => {
      const prompts = await promptsOf(name);
      expect(CAPACITIES.map((capacity) => hitPercent(prompts, capacity))).toEqual(published);
    },
  );

  test('never holds a block without those before it, nor more than its capacity', () => {
    // Ids of a prefix tree: a chain is a path, and an id stands for the whole path to it.
    const path = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 });
    const chainOf = (steps: readonly number[]): number[] =>
      steps.map((_, at) => Number(steps.slice(0, at + 1).join('')));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 60 }), fc.nat(12), (paths, capacity) => {
        const cache = new KvCache(capacity);
        for (const steps of paths) {
          cache.use(chainOf(steps));
          expect(cache.size).toBeLessThanOrEqual(capacity);
          expect(cache.countHeld(chainOf(steps))).toBe(Math.min(steps.length, capacity));
          for (const other of paths.map(chainOf)) {
            const heldCount = other.filter((block) => cache.countHeld([block]) === 1).length;
            expect(cache.countHeld(other)).toBe(heldCount);
          }
        }
      }),
    );
  });

  test('evicts what was used least recently', () => {
    const cache = new KvCache(2);
    cache.use([1]);
    cache.use([2]);
    cache.use([1]);
    cache.use([3]);
    expect([1, 2, 3].map((block) => cache.countHeld([block]))).toEqual([1, 0, 1]);
    cache.clear();
    expect(cache.size).toBe(0);
    cache.use([4, 5, 6]);
    expect(cache.countHeld([4, 5, 6])).toBe(2);
  });

  test('takes the end of the oldest prompt first, or its beginning where that is wanted', () => {
    const heldAfter = (evictsFirst: 'leaves' | 'prefixes'): number => {
      const cache = new KvCache(4, evictsFirst);
      cache.use([1, 2, 3]);
      cache.use([7, 8]);
      return cache.countHeld([1, 2, 3]);
    };
    expect(heldAfter('leaves')).toBe(2);
    expect(heldAfter('prefixes')).toBe(0);
  });
});
