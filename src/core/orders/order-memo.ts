import { LRUCache } from 'lru-cache';
import type { PlannedOrder } from './planned-order.js';

/** Cluster indices of one target in an affinity order, first choice first. */
export type Order = Uint16Array | Uint32Array;

/** At most this many affinity keys are remembered per memo. */
const MAX_KEYS = 4096;

/** Keys above this many UTF-8 bytes are not remembered. */
const MAX_KEY_BYTES = 256;

/** What an entry costs beside its array and key: table slots, array header, string header. */
const ENTRY_OVERHEAD_BYTES = 200;

/** What a memo costs while it is empty. */
const MEMO_OVERHEAD_BYTES = 1024;

/** Anything that holds memory on behalf of a target and can give it back. */
export interface Evictable {
  /** `MemoBudget.tick` of the last use. */
  usedAt: number;
  /** Gives back the least useful part; returns false when nothing is left. */
  shrink: () => boolean;
}

/**
 * The byte budget that all affinity orders and rings of a process share.
 *
 * What was used least recently goes first. At most `maxMemos` memos live at a time, so that
 * neither many policies nor many targets can pass the limit.
 */
export class MemoBudget {
  tick = 0;
  #bytes = 0;
  readonly #members = new Set<Evictable>();

  constructor(
    /** Default 64 MiB. */
    readonly limitBytes = 64 * 1024 * 1024,
    /** Default 1,024. */
    readonly maxMemos = 1024,
  ) {}

  /** Bytes accounted for now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Memos and rings alive now. */
  get size(): number {
    return this.#members.size;
  }

  join(member: Evictable, bytes: number): void {
    this.#members.add(member);
    member.usedAt = ++this.tick;
    this.charge(bytes);
    while (this.#members.size > this.maxMemos) this.#evictFrom(this.#leastRecentlyUsed());
  }

  leave(member: Evictable, bytes: number): void {
    if (this.#members.delete(member)) this.#bytes -= bytes;
  }

  charge(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.limitBytes && this.#members.size > 0) {
      this.#leastRecentlyUsed().shrink();
    }
  }

  refund(bytes: number): void {
    this.#bytes -= bytes;
  }

  #evictFrom(member: Evictable): void {
    while (member.shrink());
  }

  #leastRecentlyUsed(): Evictable {
    let oldest: Evictable | undefined;
    for (const member of this.#members) {
      if (oldest === undefined || member.usedAt < oldest.usedAt) oldest = member;
    }
    return oldest!;
  }
}

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

  set(key: string, plain: PlannedOrder): void {
    const isNew = this.#bytes === 0;
    const cost = costBytes(key, plain) + (isNew ? MEMO_OVERHEAD_BYTES : 0);
    this.#bytes += cost;
    this.#orders.set(key, plain);
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
      dispose: (plain, key) => {
        this.#bytes -= costBytes(key, plain);
        this.budget.refund(costBytes(key, plain));
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
