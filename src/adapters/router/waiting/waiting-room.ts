/**
 * The requests of one target that wait for a cluster.
 *
 * They wait in order of priority, and within one in order of arrival. When something changes for the target (a new view, a reservation
 * that ended) one pass goes through them, soon after, however much changed until then. Each that
 * the change can concern decides anew and, when a cluster is chosen, reserves it before the next
 * one decides: a slot that came free is gone when the first has taken it, and those behind are
 * passed over without deciding (see `core/wake.ts`). While a pass is due, whoever comes new waits
 * for it, too: nobody takes what others have waited for longer.
 *
 * A pass over very many requests pauses every few milliseconds, so that traffic goes on, and the
 * next pass comes no sooner than after a rest as long as the pass has worked: waiting requests
 * take at most half of the process.
 */
import type { Clock } from '../../time/clock.js';

/** A request that waits. */
export type Waiter = {
  /** Lower is more urgent. Default 0. */
  readonly priority?: number;
  /** The last change it has taken into account. */
  seenChange: number;
  /** Whether what has changed can matter to it. */
  readonly canChange: () => boolean;
  /** Decides anew; leaves the room when that settles it. */
  readonly retry: () => void;
};

/** Longest time a pass works before it lets traffic go on. */
const SLICE_MS = 2;
/** How many requests a pass looks at between two looks at the clock. */
const CLOCK_STRIDE = 16;
/** A pass this short needs no rest after it. */
const NO_REST_BELOW_MS = 1;

export class WaitingRoom {
  /** One lane for each priority that waits, the most urgent first. */
  readonly #lanes: Lane[] = [];
  #size = 0;
  #change = 0;
  #pass: Pass | undefined;
  #cancelNext: (() => void) | undefined;
  #restUntilMs = -Infinity;

  constructor(
    readonly clock: Clock,
    /** The last waiter has left. */
    readonly onEmpty: () => void = () => undefined,
  ) {}

  /** Requests that wait. */
  get size(): number {
    return this.#size;
  }

  /** Number of the latest change. */
  get change(): number {
    return this.#change;
  }

  /**
   * Whether a change is to be offered to others before a request of this priority may look: they
   * wait already, and are as urgent or more so.
   */
  comesAfterOthers(priority: number): boolean {
    if (this.#pass !== undefined) return priority >= this.#pass.priority;
    const first = this.#lanes[0];
    return this.#cancelNext !== undefined && first !== undefined && first.priority <= priority;
  }

  enter(waiter: Waiter): void {
    const { priority = 0 } = waiter;
    let at = this.#lanes.findIndex((lane) => lane.priority >= priority);
    if (at === -1) at = this.#lanes.length;
    if (this.#lanes[at]?.priority !== priority) {
      this.#lanes.splice(at, 0, { priority, waiters: new Set() });
    }
    this.#lanes[at]!.waiters.add(waiter);
    this.#size += 1;
  }

  leave(waiter: Waiter): void {
    const at = this.#lanes.findIndex(({ priority }) => priority === (waiter.priority ?? 0));
    if (this.#lanes[at]?.waiters.delete(waiter) !== true) return;
    this.#size -= 1;
    if (this.#lanes[at].waiters.size === 0) this.#lanes.splice(at, 1);
    if (this.#size > 0) return;
    this.#stop();
    this.onEmpty();
  }

  /** Something changed that may let a request go. */
  changed(): void {
    this.#change += 1;
    // A pass that is under way ends by itself with a look at what has changed since.
    if (this.#size > 0 && this.#pass === undefined) this.#schedule();
  }

  #schedule(): void {
    if (this.#cancelNext !== undefined) return;
    const { clock } = this;
    const run = (): void => {
      this.#cancelNext = undefined;
      this.#work();
    };
    const isRested = this.#pass !== undefined || clock.nowMs() >= this.#restUntilMs;
    this.#cancelNext = isRested ? clock.soon(run) : clock.at(this.#restUntilMs, run);
  }

  #work(): void {
    const startMs = this.clock.nowMs();
    // New requests join at the end and have seen all that has changed: the walk passes over them.
    this.#pass ??= this.#begin();
    const pass = this.#pass;
    const isOver = this.#walk(pass, startMs + SLICE_MS);
    pass.workedMs += this.clock.nowMs() - startMs;
    if (isOver) this.#rest(pass);
    if (this.#size === 0) this.#stop();
    else if (!isOver || pass.change !== this.#change) this.#schedule();
  }

  #begin(): Pass {
    const pass = { change: this.#change, workedMs: 0, priority: -Infinity };
    return Object.assign(pass, { walk: this.#inOrder(pass) });
  }

  /** Everybody, the most urgent first; who leaves meanwhile is left out, who joins behind is not. */
  *#inOrder(pass: { priority: number }): Generator<Waiter> {
    for (;;) {
      const lane = this.#lanes.find(({ priority }) => priority > pass.priority);
      if (lane === undefined) return;
      pass.priority = lane.priority;
      yield* lane.waiters;
    }
  }

  /** True when the end is reached, false when time is up. */
  #walk({ walk }: Pass, endMs: number): boolean {
    for (let steps = 1; ; steps++) {
      const next = walk.next();
      if (next.done) return true;
      const waiter = next.value;
      if (waiter.seenChange === this.#change) continue;
      waiter.seenChange = this.#change;
      if (waiter.canChange()) waiter.retry();
      if (steps % CLOCK_STRIDE === 0 && this.clock.nowMs() >= endMs) return false;
    }
  }

  #rest({ workedMs }: Pass): void {
    this.#pass = undefined;
    this.#restUntilMs = workedMs < NO_REST_BELOW_MS ? -Infinity : this.clock.nowMs() + workedMs;
  }

  #stop(): void {
    this.#pass = undefined;
    this.#cancelNext?.();
    this.#cancelNext = undefined;
  }
}

type Lane = Readonly<{ priority: number; waiters: Set<Waiter> }>;

type Pass = {
  /** Whose turn it is. */
  priority: number;
  readonly walk: Iterator<Waiter>;
  /** The change it set out with; a later one asks for another pass. */
  readonly change: number;
  workedMs: number;
};
