import { LRUCache } from 'lru-cache';

/** How the gateways of a scenario remember who served a session last. */
export type MemoryModel = Readonly<{
  /** `shared`: one store for all gateways; `own`: one in each; `off`: none. */
  kind: 'shared' | 'own' | 'off';
  /** Lifetime of an entry from its last write, ms. */
  ttlMs: number;
  /** Most entries of one store; the least recently used goes first. */
  maxEntries: number;
}>;

/** The last-cluster memory of all gateways. A write resets the lifetime, a read does not. */
export class LastClusterMemory {
  readonly #stores: readonly LRUCache<string, string>[];

  constructor({ kind, ttlMs, maxEntries }: MemoryModel, gatewayCount: number, now: () => number) {
    const storeCount = kind === 'off' ? 0 : kind === 'shared' ? 1 : gatewayCount;
    this.#stores = Array.from(
      { length: storeCount },
      () =>
        new LRUCache<string, string>({
          max: maxEntries,
          ttl: ttlMs,
          // The cache takes a start at 0 for "no lifetime", so its clock must never show 0.
          perf: { now: () => now() + 1 },
          ttlResolution: 0,
        }),
    );
  }

  get(gateway: number, key: string): string | undefined {
    return this.#storeOf(gateway)?.get(key);
  }

  set(gateway: number, key: string, clusterId: string): void {
    this.#storeOf(gateway)?.set(key, clusterId);
  }

  #storeOf(gateway: number): LRUCache<string, string> | undefined {
    return this.#stores.length === 1 ? this.#stores[0] : this.#stores[gateway];
  }
}
