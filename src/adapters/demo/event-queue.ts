/** Things to happen in virtual time, in order; what comes at one moment keeps its order. */
export class EventQueue<A> {
  readonly #events: { atMs: number; event: A }[] = [];

  add(atMs: number, event: A): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle]!.atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { atMs, event });
  }

  /** The earliest event, taken out; undefined when there is none. */
  next(): { atMs: number; event: A } | undefined {
    return this.#events.shift();
  }
}
