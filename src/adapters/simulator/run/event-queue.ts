/**
 * The calendar of a simulation: what happens next in virtual time.
 *
 * The order of events is total: by time, then by the rank of their kind, then by the order in
 * which they were added. A binary heap on typed arrays; a heap alone would lose the order of
 * equals, so every entry carries its number.
 */

/** Room for a sequence number below the rank; both together stay exact as one double. */
const RANK_UNIT = 2 ** 47;

const FIRST_CAPACITY = 1024;

export class EventQueue<A> {
  #times = new Float64Array(FIRST_CAPACITY);
  #orders = new Float64Array(FIRST_CAPACITY);
  readonly #subjects: (A | undefined)[] = [];
  #size = 0;
  #added = 0;
  /** Time of the event taken out last; -Infinity before the first. */
  atMs = -Infinity;
  /** Rank of the event taken out last. */
  rank = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an event; `rank` is a whole number from 0 to 63, lower ones come first at one moment. */
  add(atMs: number, rank: number, subject: A): void {
    if (this.#size === this.#times.length) this.#grow();
    const order = rank * RANK_UNIT + this.#added++;
    const times = this.#times;
    const orders = this.#orders;
    const subjects = this.#subjects;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const parentTime = times[parent]!;
      if (parentTime < atMs || (parentTime === atMs && orders[parent]! < order)) break;
      times[hole] = parentTime;
      orders[hole] = orders[parent]!;
      subjects[hole] = subjects[parent];
      hole = parent;
    }
    times[hole] = atMs;
    orders[hole] = order;
    subjects[hole] = subject;
  }

  /** Takes the next event out; its time and rank are then in `atMs` and `rank`. */
  next(): A | undefined {
    if (this.#size === 0) return undefined;
    const subject = this.#subjects[0];
    this.atMs = this.#times[0]!;
    this.rank = Math.floor(this.#orders[0]! / RANK_UNIT);
    this.#size--;
    if (this.#size > 0) this.#sink(this.#size);
    this.#subjects[this.#size] = undefined;
    return subject;
  }

  /** Moves the last entry, at `last`, to where it belongs from the top down. */
  #sink(last: number): void {
    const times = this.#times;
    const orders = this.#orders;
    const subjects = this.#subjects;
    const time = times[last]!;
    const order = orders[last]!;
    const subject = subjects[last];
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= last) break;
      const right = child + 1;
      if (right < last && isBefore(times, orders, right, times[child]!, orders[child]!)) {
        child = right;
      }
      if (!isBefore(times, orders, child, time, order)) break;
      times[hole] = times[child]!;
      orders[hole] = orders[child]!;
      subjects[hole] = subjects[child];
      hole = child;
    }
    times[hole] = time;
    orders[hole] = order;
    subjects[hole] = subject;
  }

  #grow(): void {
    this.#times = doubled(this.#times);
    this.#orders = doubled(this.#orders);
  }
}

const isBefore = (
  times: Float64Array,
  orders: Float64Array,
  at: number,
  time: number,
  order: number,
): boolean => times[at]! < time || (times[at] === time && orders[at]! < order);

const doubled = (array: Float64Array): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
};
