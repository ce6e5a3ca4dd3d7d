/**
 * A prefix cache: blocks of tokens, the least recently used evicted first.
 *
 * A prompt is a chain of block ids; equal ids are the same block after the same prefix, so what a
 * cache can reuse is the leading run of blocks it holds. Where leaves are evicted first, the blocks
 * of one prompt are used from the last to the first: a block is then never older than those that
 * follow it, and eviction takes leaves before the prefixes they stand on. Where prefixes are, they
 * are used in the order of the prompt, and the loss of the first makes the rest useless.
 */

/** Which blocks of one prompt go first. */
export const EVICTION_ORDERS = ['leaves', 'prefixes'] as const;

/** Which blocks of one prompt go first. */
export type EvictionOrder = (typeof EVICTION_ORDERS)[number];

export class KvCache {
  readonly #slotOf = new Map<number, number>();
  readonly #ids: Float64Array;
  /** Towards the more recently used; the list is a ring through the slot 0, which holds nothing. */
  readonly #newer: Int32Array;
  readonly #older: Int32Array;

  /** `capacity` in blocks, >= 0. */
  constructor(
    readonly capacity: number,
    readonly evictsFirst: EvictionOrder = 'leaves',
  ) {
    this.#ids = new Float64Array(capacity + 1);
    this.#newer = new Int32Array(capacity + 1);
    this.#older = new Int32Array(capacity + 1);
  }

  /** Blocks held. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** How many leading blocks of a prompt are held. Uses none of them. */
  countHeld(blocks: readonly number[]): number {
    let count = 0;
    while (count < blocks.length && this.#slotOf.has(blocks[count]!)) count++;
    return count;
  }

  /** Holds the blocks of a prompt, of a prompt beyond the capacity the leading ones. */
  use(blocks: readonly number[]): void {
    const count = Math.min(blocks.length, this.capacity);
    if (this.evictsFirst === 'leaves') {
      for (let at = count - 1; at >= 0; at--) this.#useOne(blocks[at]!);
    } else {
      for (let at = 0; at < count; at++) this.#useOne(blocks[at]!);
    }
  }

  clear(): void {
    this.#slotOf.clear();
    this.#newer.fill(0);
    this.#older.fill(0);
  }

  #useOne(id: number): void {
    let slot = this.#slotOf.get(id);
    if (slot === undefined) {
      slot = this.#slotOf.size < this.capacity ? this.#slotOf.size + 1 : this.#evict();
      this.#slotOf.set(id, slot);
      this.#ids[slot] = id;
    } else {
      this.#unlink(slot);
    }
    const newest = this.#older[0]!;
    this.#older[slot] = newest;
    this.#newer[slot] = 0;
    this.#newer[newest] = slot;
    this.#older[0] = slot;
  }

  /** Forgets the oldest block and gives its slot away. */
  #evict(): number {
    const oldest = this.#newer[0]!;
    this.#slotOf.delete(this.#ids[oldest]!);
    this.#unlink(oldest);
    return oldest;
  }

  #unlink(slot: number): void {
    const newer = this.#newer[slot]!;
    const older = this.#older[slot]!;
    this.#older[newer] = older;
    this.#newer[older] = newer;
  }
}
