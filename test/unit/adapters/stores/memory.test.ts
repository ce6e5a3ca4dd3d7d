import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../../src/adapters/stores/memory.js';
import type { LastClusterStore } from '../../../../src/adapters/stores/port.js';

const { signal } = new AbortController();
const get = async (store: LastClusterStore, key: string): Promise<string | undefined> => {
  const answer = await store.get(key, signal)();
  return E.isRight(answer) ? O.toUndefined(answer.right) : undefined;
};

test('the in-process store holds at most maxEntries and evicts least recently used first', async () => {
  const store = createMemoryStore({ maxEntries: 3 });
  const set = (key: string) => store.set(key, `of ${key}`, 60_000, signal)();
  for (const key of ['a', 'b', 'c']) await set(key);
  await get(store, 'a');
  await set('d');
  expect(await get(store, 'b')).toBeUndefined();
  expect(await get(store, 'a')).toBe('of a');
  for (let index = 0; index < 1_000; index += 1) await set(`flood-${String(index)}`);
  const kept = [];
  for (let index = 0; index < 1_000; index += 1) {
    if ((await get(store, `flood-${String(index)}`)) !== undefined) kept.push(index);
  }
  expect(kept).toEqual([997, 998, 999]);
});

test('an entry written when the clock shows 0 ends like any other', async () => {
  let nowMs = 0;
  const store = createMemoryStore({ nowMs: () => nowMs });
  await store.set('a', 'cluster-1', 1_000, signal)();
  nowMs = 1_000;
  expect(await get(store, 'a')).toBe('cluster-1');
  nowMs = 1_001;
  expect(await get(store, 'a')).toBeUndefined();
});

test('entries keep their own lifetimes', async () => {
  let nowMs = 5;
  const store = createMemoryStore({ nowMs: () => nowMs });
  await store.set('short', 'cluster-1', 10, signal)();
  await store.set('long', 'cluster-2', 1_000, signal)();
  nowMs = 20;
  expect(await get(store, 'short')).toBeUndefined();
  expect(await get(store, 'long')).toBe('cluster-2');
});
