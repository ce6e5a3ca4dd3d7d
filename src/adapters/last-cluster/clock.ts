/** Time as the tracker sees it; tests hand in their own. */
export type Clock = Readonly<{
  /** Monotonic, in ms. */
  nowMs: () => number;
  /** Calls `run` once, `delayMs` from now; the result cancels that. */
  after: (delayMs: number, run: () => void) => () => void;
}>;

/** The clock and the timers of the process. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};
