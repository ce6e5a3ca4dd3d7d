import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  storeError,
  type LastClusterStore,
  type StoreError,
} from '../../../../../src/adapters/stores/port.js';

/** One write that the store has in hand. */
export type OpenWrite = Readonly<{
  key: string;
  value: string;
  ttlMs: number;
  signal: AbortSignal;
  /** Carries it out. */
  apply: () => void;
  fail: () => void;
}>;

/** A store that carries out writes when the test says so, and heeds no signal. */
export const createManualStore = () => {
  const entries = new Map<string, string>();
  const open: OpenWrite[] = [];
  const settleWith = (write: OpenWrite, end: () => void) => {
    open.splice(open.indexOf(write), 1);
    end();
  };
  const store: LastClusterStore = {
    get: (key) => () => Promise.resolve(E.right(O.fromNullable(entries.get(key)))),
    set: (key, value, ttlMs, signal) => () =>
      new Promise<E.Either<StoreError, void>>((resolve) => {
        const write: OpenWrite = {
          ...{ key, value, ttlMs, signal },
          apply: () => {
            settleWith(write, () => {
              entries.set(key, value);
              resolve(E.right(undefined));
            });
          },
          fail: () => {
            settleWith(write, () => {
              resolve(E.left(storeError('unavailable', 'told to fail')));
            });
          },
        };
        open.push(write);
      }),
    close: () => Promise.resolve(),
  };
  return { store, open, entries };
};
