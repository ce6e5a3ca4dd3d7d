/**
 * The calendar of a simulation: what happens next in virtual time.
 *
 * The order of events is total: by time, then by the rank of their kind, then by the order in
 * which they were added. A heap on typed arrays with four children to an entry, which is less deep
 * than one with two. A heap alone would lose the order of equals, so every entry carries its number.
 * What an event is about stays where it was put, and the heap moves the number of its place: moving
 * references about would keep the garbage collector busy.
 */

/** Room for a sequence number below the rank; both together stay exact as one double. */
const RANK_UNIT = 2 ** 47;

const FIRST_CAPACITY = 1024;

export class EventQueue<A> {
  #times = new Float64Array(FIRST_CAPACITY);
  #orders = new Float64Array(FIRST_CAPACITY);
  /** Places of the subjects; those from `#size` on are free. */
  #places = Int32Array.from({ length: FIRST_CAPACITY }, (_, at) => at);
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
    const places = this.#places;
    let hole = this.#size++;
    const place = places[hole]!;
    this.#subjects[place] = subject;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      const parentMs = times[parent]!;
      if (parentMs < atMs || (parentMs === atMs && orders[parent]! < order)) break;
      times[hole] = parentMs;
      orders[hole] = orders[parent]!;
      places[hole] = places[parent]!;
      hole = parent;
    }
    times[hole] = atMs;
    orders[hole] = order;
    places[hole] = place;
  }

  /** Takes the next event out; its time and rank are then in `atMs` and `rank`. */
  next(): A | undefined {
    if (this.#size === 0) return undefined;
    const place = this.#places[0]!;
    this.atMs = this.#times[0]!;
    this.rank = Math.floor(this.#orders[0]! / RANK_UNIT);
    this.#size--;
    this.#sink(this.#size);
    this.#places[this.#size] = place;
    const subject = this.#subjects[place];
    this.#subjects[place] = undefined;
    return subject;
  }

  /** Moves the last entry, at `last`, to where it belongs from the top down. */
  #sink(last: number): void {
    const times = this.#times;
    const orders = this.#orders;
    const places = this.#places;
    const atMs = times[last]!;
    const order = orders[last]!;
    const place = places[last]!;
    let hole = 0;
    for (;;) {
      const first = 4 * hole + 1;
      if (first >= last) break;
      const end = first + 4 < last ? first + 4 : last;
      let least = first;
      let leastMs = times[first]!;
      for (let child = first + 1; child < end; child++) {
        const childMs = times[child]!;
        if (childMs < leastMs || (childMs === leastMs && orders[child]! < orders[least]!)) {
          least = child;
          leastMs = childMs;
        }
      }
      if (atMs < leastMs || (atMs === leastMs && order < orders[least]!)) break;
      times[hole] = leastMs;
      orders[hole] = orders[least]!;
      places[hole] = places[least]!;
      hole = least;
    }
    times[hole] = atMs;
    orders[hole] = order;
    places[hole] = place;
  }

  #grow(): void {
    const size = this.#times.length;
    const times = new Float64Array(2 * size);
    const orders = new Float64Array(2 * size);
    const places = Int32Array.from({ length: 2 * size }, (_, at) => at);
    times.set(this.#times);
    orders.set(this.#orders);
    places.set(this.#places);
    this.#times = times;
    this.#orders = orders;
    this.#places = places;
  }
}
