import { LRUCache } from 'lru-cache';
import type { Evictable, MemoBudget } from './memo-budget.js';
import type { PlannedOrder } from './order.js';

/** At most this many affinity keys are remembered per memo. */
const MAX_KEYS = 4096;

/** Keys above this many UTF-8 bytes are not remembered. */
const MAX_KEY_BYTES = 256;

/** What an entry costs beside its array and key: table slots, array header, string header. */
const ENTRY_OVERHEAD_BYTES = 200;

/** What a memo costs while it is empty. */
const MEMO_OVERHEAD_BYTES = 1024;

/**
 * Remembers affinity orders by affinity key, least recently used out.
 *
 * Invisible: a lookup gives what computing the order anew would give.
 */
export class OrderMemo implements Evictable {
  usedAt = 0;
  /** 0 while the memo is empty and unknown to the budget. */
  #bytes = 0;
  #orders = this.#emptyCache();

  constructor(
    readonly budget: MemoBudget,
    /** Called when nothing is left. */
    readonly onEmpty: () => void,
  ) {}

  get(key: string): PlannedOrder | undefined {
    this.usedAt = ++this.budget.tick;
    return this.#orders.get(key);
  }

  set(key: string, original: PlannedOrder): void {
    const isNew = this.#bytes === 0;
    const cost = costBytes(key, original) + (isNew ? MEMO_OVERHEAD_BYTES : 0);
    this.#bytes += cost;
    this.#orders.set(key, original);
    if (isNew) this.budget.join(this, cost);
    else this.budget.charge(cost);
  }

  shrink(): boolean {
    if (this.#orders.pop() !== undefined) return true;
    this.release();
    return false;
  }

  /** Gives everything back at once. A later `set` starts over. */
  release(): void {
    this.budget.leave(this, this.#bytes);
    this.#bytes = 0;
    this.#orders = this.#emptyCache();
    this.onEmpty();
  }

  #emptyCache(): LRUCache<string, PlannedOrder> {
    // A size of one per entry instead of `max`: with `max` the cache would allocate all its
    // slots at once, for every policy and target.
    return new LRUCache({
      maxSize: MAX_KEYS,
      sizeCalculation: () => 1,
      dispose: (original, key) => {
        const cost = costBytes(key, original);
        this.#bytes -= cost;
        this.budget.refund(cost);
      },
    });
  }
}

const costBytes = (key: string, { order }: PlannedOrder): number =>
  order.byteLength + key.length * 2 + ENTRY_OVERHEAD_BYTES;

/** Whether an affinity key is short enough to be remembered. */
export const isMemorable = (key: string): boolean =>
  key.length * 3 <= MAX_KEY_BYTES ||
  (key.length <= MAX_KEY_BYTES && new TextEncoder().encode(key).length <= MAX_KEY_BYTES);
