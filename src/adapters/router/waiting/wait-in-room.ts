import type { CancelSignal } from '../../time/cancel-signal.js';
import type { Clock } from '../../time/clock.js';
import type { Waiter, WaitingRoom } from './waiting-room.js';

/** What one look at the clusters came to: an end, or a reason to sleep. */
export type PollResult<A> =
  | Readonly<{ kind: 'settled'; value: A }>
  | Readonly<{
      kind: 'asleep';
      /** Clock time at which to look again, whatever happens. */
      dueMs: number;
      /** Whether a change of the target can matter. */
      canChange: () => boolean;
    }>;

/** Where and for whom a wait is. */
export type WaitPlace = Readonly<{
  room: WaitingRoom;
  clock: Clock;
  signal: CancelSignal | undefined;
  /** Lower is more urgent. Default 0. */
  priority?: number | undefined;
}>;

/**
 * Looks until it settles, which most do at the first look: now, when `dueMs` comes, and early when
 * the room says so.
 *
 * While a change waits to be offered to others who came before, it is their turn first. When
 * `signal` aborts, the wait ends at once with `onAbort()`. Leaves no timer, no listener and no
 * place in the room.
 */
export const pollUntilSettled = <A>(
  place: WaitPlace,
  poll: () => PollResult<A>,
  onAbort: () => A,
): A | Promise<A> => {
  const wait = new Wait(place, poll, onAbort);
  wait.begin();
  return wait.result();
};

/** A pass that is due comes soon; should it not come, the request looks by itself. */
const LONGEST_PASS_MS = 25;

class Wait<A> implements Waiter {
  seenChange = -1;
  readonly priority: number;
  #asleep: Extract<PollResult<A>, { kind: 'asleep' }> | undefined;
  #cancelTimer: (() => void) | undefined;
  /** It is to look at the next occasion, whatever has changed. */
  #isDue = false;
  #isInRoom = false;
  #settled: Readonly<{ value: A }> | undefined;
  #resolve: ((value: A) => void) | undefined;

  constructor(
    readonly place: WaitPlace,
    readonly poll: () => PollResult<A>,
    readonly onAbort: () => A,
  ) {
    this.priority = place.priority ?? 0;
  }

  begin(): void {
    if (this.place.signal?.aborted) this.#abort();
    else this.#ring();
  }

  /** What it has settled to, or is going to. */
  result(): A | Promise<A> {
    if (this.#settled !== undefined) return this.#settled.value;
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  canChange(): boolean {
    return this.#isDue || (this.#asleep?.canChange() ?? false);
  }

  /** Looks now. */
  retry(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.seenChange = this.place.room.change;
    this.#isDue = false;
    const found = this.poll();
    if (found.kind === 'settled') {
      this.#settle(found.value);
      return;
    }
    this.#asleep = found;
    this.#sleepUntil(found.dueMs);
  }

  /** Looks now, or when those before it have had their look at what has changed. */
  readonly #ring = (): void => {
    const { room, clock } = this.place;
    if (this.#isDue || !room.comesAfterOthers(this.priority)) {
      this.retry();
      return;
    }
    this.#isDue = true;
    this.seenChange = -1;
    this.#sleepUntil(clock.nowMs() + LONGEST_PASS_MS);
  };

  #sleepUntil(dueMs: number): void {
    const { room, clock, signal } = this.place;
    if (!this.#isInRoom) {
      this.#isInRoom = true;
      room.enter(this);
      signal?.addEventListener('abort', this.#abort, { once: true });
    }
    this.#cancelTimer = clock.at(dueMs, this.#ring);
  }

  readonly #abort = (): void => {
    this.#settle(this.onAbort());
  };

  #settle(value: A): void {
    this.#cancelTimer?.();
    this.place.signal?.removeEventListener('abort', this.#abort);
    if (this.#isInRoom) this.place.room.leave(this);
    this.#settled = { value };
    this.#resolve?.(value);
  }
}
