import type { Either } from 'fp-ts/lib/Either.js';
import type { Option } from 'fp-ts/lib/Option.js';
import type { LastClusterStore, StoreError } from './port.js';

/** What a store inside this process can do without a promise, a deadline or an order of writes. */
export type AtOnce = Readonly<{
  get: (key: string) => Either<StoreError, Option<string>>;
  set: (key: string, value: string, ttlMs: number) => Either<StoreError, void>;
}>;

/** By the store itself, so that one that wraps another is not taken for it. */
const KNOWN = new WeakMap<LastClusterStore, AtOnce>();

/** Says that a store answers at once; gives it back. */
export const answeringAtOnce = (store: LastClusterStore, atOnce: AtOnce): LastClusterStore => {
  KNOWN.set(store, atOnce);
  return store;
};

/** How a store answers at once; undefined when it does not. */
export const atOnceOf = (store: LastClusterStore): AtOnce | undefined => KNOWN.get(store);
