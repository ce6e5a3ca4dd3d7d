/** Time, for everything that measures it or waits; tests hand in a clock they move themselves. */
export type Clock = Readonly<{
  /** Milliseconds that never go back. */
  nowMs: () => number;
  /** Calls `run` once, `delayMs` from now; may ring a fraction of a millisecond early. */
  after: (delayMs: number, run: () => void) => () => void;
  /** Calls `run` once `nowMs()` has reached `dueMs`, never before; the result cancels that. */
  at: (dueMs: number, run: () => void) => () => void;
  /** Calls `run` once, after the present turn of the event loop; the result cancels that. */
  soon: (run: () => void) => () => void;
}>;

/** Milliseconds since the Unix epoch by this clock; like it, they never go back. */
export const epochMs = (clock: Pick<Clock, 'nowMs'>): number =>
  performance.timeOrigin + clock.nowMs();

/** Timers cannot wait longer than this (24.8 days); longer delays end early. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock and the timers of the process. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(delayMs, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
  at: (dueMs, run) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(ring, Math.min(MAX_TIMER_MS, Math.ceil(dueMs - performance.now())));
    };
    // Timers count whole milliseconds and may ring a fraction early.
    const ring = (): void => {
      if (performance.now() >= dueMs) run();
      else arm();
    };
    arm();
    return () => {
      clearTimeout(timer);
    };
  },
  soon: (run) => {
    const immediate = setImmediate(run);
    return () => {
      clearImmediate(immediate);
    };
  },
};
