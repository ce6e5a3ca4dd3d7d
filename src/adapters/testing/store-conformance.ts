/**
 * The laws every last-cluster store obeys, for any test runner: each is a name and a function that
 * throws when the store breaks it. Bring them to bear on a store of your own:
 *
 *   for (const law of storeLaws) test(law.name, () => law.check(subject));
 */
import assert from 'node:assert/strict';
import type { Either } from 'fp-ts/lib/Either.js';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { LastClusterStore, StoreError } from '../stores/port.js';

/** A store to be tested, and the time it lives in. */
export type StoreSubject = Readonly<{
  /** Opens the store; stores opened one after the other may share their entries. */
  open: () => Promise<LastClusterStore>;
  /** Lets this much time pass, as the store sees it. */
  pass: (durationMs: number) => Promise<void>;
  /** A lifetime short enough to wait for, and long against the time one command takes. */
  shortTtlMs: number;
}>;

/** One law; `check` rejects with an assertion error when the store breaks it. */
export type StoreLaw = Readonly<{
  name: string;
  check: (subject: StoreSubject) => Promise<void>;
}>;

const LONG_TTL_MS = 600_000;

/** The laws, independent of each other. */
export const storeLaws: readonly StoreLaw[] = [
  law('a key never written is none', async ({ get, key }) => {
    assert.deepEqual(await get(key('a')), E.right(O.none));
  }),
  law('a value written is read back', async ({ get, set, key }) => {
    assert.deepEqual(await set(key('a'), 'cluster-1', LONG_TTL_MS), E.right(undefined));
    assert.deepEqual(await get(key('a')), found('cluster-1'));
  }),
  law('the last of two writes wins', async ({ get, set, key }) => {
    await set(key('a'), 'cluster-1', LONG_TTL_MS);
    await set(key('a'), 'cluster-2', LONG_TTL_MS);
    assert.deepEqual(await get(key('a')), found('cluster-2'));
  }),
  law('writes started in one breath are carried out in that order', async ({ get, set, key }) => {
    const values = Array.from({ length: 20 }, (_, index) => `cluster-${String(index)}`);
    await Promise.all(values.map((value) => set(key('a'), value, LONG_TTL_MS)));
    assert.deepEqual(await get(key('a')), found('cluster-19'));
  }),
  law('keys are apart', async ({ get, set, key }) => {
    const names = ['a', 'b', 'A', 'a '];
    await Promise.all(names.map((name) => set(key(name), `of ${name}`, LONG_TTL_MS)));
    for (const name of names) assert.deepEqual(await get(key(name)), found(`of ${name}`));
  }),
  law('values of up to 256 bytes of UTF-8 survive', async ({ get, set, key }) => {
    const values = ['x', 'a b', 'größe', '集群', '😀'.repeat(64), 'v'.repeat(256), '\ufeffid'];
    for (const value of values) {
      await set(key('a'), value, LONG_TTL_MS);
      assert.deepEqual(await get(key('a')), found(value));
    }
  }),
  law('an entry older than its lifetime is none', async ({ get, set, key }, subject) => {
    await set(key('a'), 'cluster-1', subject.shortTtlMs);
    assert.deepEqual(await get(key('a')), found('cluster-1'));
    await subject.pass(subject.shortTtlMs * 1.1);
    assert.deepEqual(await get(key('a')), E.right(O.none));
  }),
  law('a write resets the lifetime', async ({ get, set, key }, subject) => {
    await set(key('a'), 'cluster-1', subject.shortTtlMs);
    await subject.pass(subject.shortTtlMs * 0.6);
    await set(key('a'), 'cluster-1', subject.shortTtlMs);
    await subject.pass(subject.shortTtlMs * 0.6);
    assert.deepEqual(await get(key('a')), found('cluster-1'));
  }),
  law('a read does not reset the lifetime', async ({ get, set, key }, subject) => {
    await set(key('a'), 'cluster-1', subject.shortTtlMs);
    await subject.pass(subject.shortTtlMs * 0.6);
    await get(key('a'));
    await subject.pass(subject.shortTtlMs * 0.6);
    assert.deepEqual(await get(key('a')), E.right(O.none));
  }),
  law('what is cancelled before it begins does nothing', async ({ store, get, key }) => {
    const cancelled = AbortSignal.abort();
    const write = await store.set(key('a'), 'cluster-1', LONG_TTL_MS, cancelled)();
    const read = await store.get(key('a'), cancelled)();
    assert.equal(reasonOf(write), 'cancelled');
    assert.equal(reasonOf(read), 'cancelled');
    assert.deepEqual(await get(key('a')), E.right(O.none));
  }),
  law('a closed store answers with "closed", and may be closed again', async (bench) => {
    await bench.store.close();
    await bench.store.close();
    assert.equal(reasonOf(await bench.get(bench.key('a'))), 'closed');
    assert.equal(reasonOf(await bench.set(bench.key('a'), 'x', LONG_TTL_MS)), 'closed');
  }),
];

/** An open store with short forms of its calls, and keys nobody else uses. */
type Bench = Readonly<{
  store: LastClusterStore;
  get: (key: string) => Promise<Either<StoreError, O.Option<string>>>;
  set: (key: string, value: string, ttlMs: number) => Promise<Either<StoreError, void>>;
  key: (name: string) => string;
}>;

function law(
  name: string,
  check: (bench: Bench, subject: StoreSubject) => Promise<void>,
): StoreLaw {
  return {
    name,
    check: async (subject) => {
      const store = await subject.open();
      const run = crypto.randomUUID();
      try {
        await check(
          {
            store,
            get: (key) => store.get(key, never())(),
            set: (key, value, ttlMs) => store.set(key, value, ttlMs, never())(),
            key: (keyName) => `${run}:${keyName}`,
          },
          subject,
        );
      } finally {
        await store.close();
      }
    },
  };
}

/** A signal that nobody aborts. */
const never = (): AbortSignal => new AbortController().signal;

const found = (value: string): Either<StoreError, O.Option<string>> => E.right(O.some(value));

const reasonOf = (answer: Either<StoreError, unknown>): string =>
  E.isLeft(answer) ? answer.left.code : 'none, it was carried out';
