/** What one use of the cache came to. */
export type NaiveUse = Readonly<{
  cache: 'hit' | 'build';
  /** The turn of the entry; whoever used it moves it. */
  entry: { cursor: number };
}>;

/** A least-recently-used cache with idle expiry, as plain as it gets: the twin of the real one. */
export class NaiveCache {
  /** Least recently used first, as every use puts its entry last. */
  readonly #entries = new Map<string, { cursor: number; usedMs: number }>();

  constructor(
    readonly maxEntries: number,
    readonly idleMs: number,
  ) {}

  use(key: string, nowMs: number): NaiveUse {
    const known = this.#entries.get(key);
    const isAlive = known !== undefined && nowMs - known.usedMs <= this.idleMs;
    const entry = { cursor: isAlive ? known.cursor : 0, usedMs: nowMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.maxEntries) {
      this.#entries.delete(this.#entries.keys().next().value!);
    }
    return { cache: isAlive ? 'hit' : 'build', entry };
  }
}
