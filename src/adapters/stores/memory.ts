import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { LRUCache } from 'lru-cache';
import { requireInRange, wholeFrom } from '../../core/codec/option-ranges.js';
import { answeringAtOnce, type AtOnce } from './at-once.js';
import { storeError, type LastClusterStore } from './port.js';

/** Settings of the in-process store. */
export type MemoryStoreOptions = Readonly<{
  /** Most entries kept; the least recently used goes first. 1 to 10,000,000, default 100,000. */
  maxEntries?: number | undefined;
  /** A clock that never goes back, in ms. Default: the process's monotonic clock. */
  nowMs?: (() => number) | undefined;
}>;

/** What the in-process store may be told to keep at most: its memory is set aside at once. */
const RANGES = { maxEntries: wholeFrom(1, 10_000_000) };

/** Default cap of the in-process store. */
export const MEMORY_STORE_MAX_ENTRIES = 100_000;

/**
 * A last-cluster store inside this process, for one gateway replica.
 *
 * Entries end `ttlMs` after their last write; reading makes one recently used, but not younger. Throws
 * a RangeError when `maxEntries` is out of its range.
 */
export const createMemoryStore = (options: MemoryStoreOptions = {}): LastClusterStore => {
  requireInRange('createMemoryStore', RANGES, options);
  const nowMs = options.nowMs ?? (() => performance.now());
  const entries = new LRUCache<string, string>({
    max: options.maxEntries ?? MEMORY_STORE_MAX_ENTRIES,
    // The cache takes a start at 0 for "no lifetime", so its clock must never show 0.
    perf: { now: () => nowMs() + 1 },
    ttlResolution: 0,
    ttlAutopurge: false,
    updateAgeOnGet: false,
  });
  let isClosed = false;
  const closed = storeError('closed', 'the store is closed');
  const refused = storeError('refused', 'expected a lifetime of whole ms, at least 1');
  const cancelled = storeError('cancelled', 'cancelled before it began');
  const atOnce: AtOnce = {
    get: (key) => (isClosed ? E.left(closed) : E.right(O.fromNullable(entries.get(key)))),
    set: (key, value, ttlMs) => {
      if (isClosed) return E.left(closed);
      if (!isTtl(ttlMs)) return E.left(refused);
      entries.set(key, value, { ttl: ttlMs });
      return E.right(undefined);
    },
  };
  const store: LastClusterStore = {
    get: (key, signal) => () =>
      Promise.resolve(signal.aborted && !isClosed ? E.left(cancelled) : atOnce.get(key)),
    set: (key, value, ttlMs, signal) => () =>
      Promise.resolve(
        signal.aborted && !isClosed ? E.left(cancelled) : atOnce.set(key, value, ttlMs),
      ),
    close: () => {
      isClosed = true;
      entries.clear();
      return Promise.resolve();
    },
  };
  return answeringAtOnce(store, atOnce);
};

const isTtl = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 1;
