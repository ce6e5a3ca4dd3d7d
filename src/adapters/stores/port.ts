import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** Why a store did not answer. The message is for people and names no key and no secret. */
export type StoreError = Readonly<{
  code:
    | 'cancelled' // the caller's signal came first
    | 'unavailable' // no connection, or it broke under the command
    | 'refused' // the server answered with an error
    | 'garbage' // the server answered with something that is no value
    | 'closed' // the store was closed
    | 'missing_package' // an optional package is not installed
    | 'invalid_url';
  message: string;
}>;

/**
 * A place to keep the last cluster of sessions: get and set with a lifetime.
 *
 * Tasks never reject. `set` resets the lifetime of an entry, `get` does not. A task that was
 * cancelled in time does nothing; a `set` that has left for the server resolves only when it is
 * known to be done or lost, so that callers can keep writes of one key in order.
 */
export type LastClusterStore = Readonly<{
  get: (key: string, signal: AbortSignal) => TaskEither<StoreError, Option<string>>;
  /** `ttlMs`: whole milliseconds, at least 1. */
  set: (
    key: string,
    value: string,
    ttlMs: number,
    signal: AbortSignal,
  ) => TaskEither<StoreError, void>;
  /** Gives connections back; later calls are left with `closed`. May be called twice. */
  close: () => Promise<void>;
}>;

/** Builds a store error. */
export const storeError = (code: StoreError['code'], message: string): StoreError => ({
  code,
  message,
});
