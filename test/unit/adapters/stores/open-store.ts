import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { LastClusterStore, StoreError } from '../../../../src/adapters/stores/port.js';

/** Runs a task that opens a store; throws when it does not. */
export const opened = async (
  task: TaskEither<StoreError, LastClusterStore>,
): Promise<LastClusterStore> => {
  const store = await task();
  if (E.isLeft(store)) throw new Error(store.left.message);
  return store.right;
};

/** The value under a key, "none", or the reason why there is no answer. */
export const read = async (store: LastClusterStore, key: string): Promise<string> => {
  const answer = await store.get(key, new AbortController().signal)();
  if (E.isLeft(answer)) return answer.left.code;
  return O.isNone(answer.right) ? 'none' : `value ${answer.right.value}`;
};

/** Writes for a minute: "ok", or the reason why not. */
export const write = async (
  store: LastClusterStore,
  key: string,
  value: string,
): Promise<string> => {
  const answer = await store.set(key, value, 60_000, new AbortController().signal)();
  return E.isLeft(answer) ? answer.left.code : 'ok';
};

/** What the store says is wrong; "" when it answers. */
export const problemOf = async (store: LastClusterStore): Promise<string> => {
  const answer = await store.get('any', new AbortController().signal)();
  return E.isLeft(answer) ? answer.left.message : '';
};
