import type { Clock } from './clock.js';

/**
 * Rings after one and the same delay for many, by one timer for all.
 *
 * Most are cancelled at once, and a timer for each would cost more than what they wait for. The
 * timer is left to ring, and finds nothing due then.
 */
export class SameDelay {
  /** When each is due, oldest first: with one delay that is the order in which they were set. */
  readonly #due = new Map<() => void, number>();
  #isArmed = false;

  constructor(
    readonly clock: Pick<Clock, 'nowMs' | 'at'>,
    readonly delayMs: number,
  ) {}

  /** Calls `run` once the delay has passed, never before; set again, it begins anew. */
  set(run: () => void): void {
    const dueMs = this.clock.nowMs() + this.delayMs;
    this.#due.delete(run);
    this.#due.set(run, dueMs);
    this.#arm(dueMs);
  }

  cancel(run: () => void): void {
    this.#due.delete(run);
  }

  #arm(dueMs: number): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.clock.at(dueMs, this.#ring);
  }

  readonly #ring = (): void => {
    const nowMs = this.clock.nowMs();
    for (const [run, dueMs] of this.#due) {
      if (dueMs > nowMs) {
        this.clock.at(dueMs, this.#ring);
        return;
      }
      this.#due.delete(run);
      // What it sets is due after all that is there, so that it must not arm the timer.
      run();
    }
    this.#isArmed = false;
  };
}
