import { type LastClusterStore } from './port.js';
/** Settings of the in-process store. */
export type MemoryStoreOptions = Readonly<{
    /** Most entries kept; the least recently used goes first. 1 to 10,000,000, default 100,000. */
    maxEntries?: number;
    /** A clock that never goes back, in ms. Default: the process's monotonic clock. */
    nowMs?: () => number;
}>;
/** Default cap of the in-process store. */
export declare const MEMORY_STORE_MAX_ENTRIES = 100000;
/**
 * A last-cluster store inside this process, for one gateway replica.
 *
 * Entries end `ttlMs` after their last write; reading makes one recently used, but not younger.
 */
export declare const createMemoryStore: (options?: MemoryStoreOptions) => LastClusterStore;
