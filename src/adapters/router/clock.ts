/** Time as the router sees it; tests hand in their own. */
export type Clock = Readonly<{
  /** Milliseconds that never go back. */
  nowMs: () => number;
  /** Calls `run` once `nowMs()` has reached `dueMs`, never before; the result cancels that. */
  at: (dueMs: number, run: () => void) => () => void;
  /** Calls `run` once, after the present turn of the event loop; the result cancels that. */
  soon: (run: () => void) => () => void;
}>;

/** The clock and the timers of the process. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  at: (dueMs, run) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(ring, Math.ceil(dueMs - performance.now()));
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
