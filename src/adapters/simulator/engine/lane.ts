/**
 * Work that goes on side by side at one pace.
 *
 * Every piece of work in a lane progresses at the lane's rate, so a virtual clock that runs at
 * that rate orders them once and for all: a piece ends when the clock has grown by its length,
 * however often the rate changes in between. A change costs nothing per piece.
 */
export class Lane<A> {
  readonly #ends: number[] = [];
  readonly #items: (A | undefined)[] = [];
  /** Where the piece that ends first stands; those before it are out. Taking out moves nothing. */
  #head = 0;
  /** Where the next piece is put. The arrays keep their room: to shrink and regrow them takes long. */
  #tail = 0;
  /** Work done by each piece since the lane opened, ms at full speed. */
  #clock = 0;
  #atMs = 0;
  #rate = 1;
  #dueMs = Infinity;
  get rate(): number {
    return this.#rate;
  }

  /** How often the rate has changed. */
  changeCount = 0;

  get size(): number {
    return this.#tail - this.#head;
  }

  /** When the next piece ends; Infinity when none does. */
  get dueMs(): number {
    return this.#dueMs;
  }

  /** Adds a piece that takes `workMs` at full speed. */
  add(nowMs: number, workMs: number, item: A): void {
    this.#advance(nowMs);
    const ends = this.#ends;
    const items = this.#items;
    const head = this.#head;
    const end = this.#clock + workMs;
    let hole = this.#tail++;
    // Equal ends keep their order: a piece passes only those that end later.
    while (hole > head && ends[hole - 1]! > end) {
      ends[hole] = ends[hole - 1]!;
      items[hole] = items[hole - 1]!;
      hole--;
    }
    ends[hole] = end;
    items[hole] = item;
    if (hole === head) this.#plan();
  }

  /** Takes out the piece that is due. */
  take(nowMs: number): A | undefined {
    if (this.#dueMs > nowMs) return undefined;
    this.#advance(nowMs);
    // The clock may fall short of the end by a rounding.
    const at = this.#head++;
    this.#clock = Math.max(this.#clock, this.#ends[at]!);
    const item = this.#items[at];
    this.#items[at] = undefined;
    if (this.#head * 2 > this.#tail) this.#forgetTaken();
    this.#plan();
    return item;
  }

  /** Changes the pace: 1 is full speed, 0 stands still. */
  setRate(nowMs: number, rate: number): void {
    if (rate === this.#rate) return;
    this.#advance(nowMs);
    this.#rate = rate;
    this.changeCount++;
    this.#plan();
  }

  /** Takes everything out, in the order it would have ended. */
  clear(): readonly A[] {
    const left = this.#items.slice(this.#head, this.#tail) as A[];
    this.#items.fill(undefined);
    this.#head = this.#tail = 0;
    this.#dueMs = Infinity;
    return left;
  }

  /** What is left moves to the front, where at least as many have been taken out. */
  #forgetTaken(): void {
    const [ends, items, head, size] = [this.#ends, this.#items, this.#head, this.size];
    for (let at = 0; at < size; at++) {
      ends[at] = ends[head + at]!;
      items[at] = items[head + at];
      items[head + at] = undefined;
    }
    this.#head = 0;
    this.#tail = size;
  }

  #advance(nowMs: number): void {
    // At full speed and with nothing before, clock and time are the same number.
    if (this.size === 0) this.#clock = nowMs;
    else this.#clock += (nowMs - this.#atMs) * this.#rate;
    this.#atMs = nowMs;
  }

  #plan(): void {
    if (this.size === 0 || this.#rate === 0) {
      this.#dueMs = Infinity;
      return;
    }
    const end = this.#ends[this.#head]!;
    this.#dueMs = this.#atMs + Math.max(0, end - this.#clock) / this.#rate;
  }
}
