import type { Clock } from './clock.js';

/** A clock that knows how many of its timers are still to ring. */
export type CountingClock = Clock & Readonly<{ pendingCount: () => number }>;

/** Counts the timers that are set through it. */
export const countingClock = (clock: Clock): CountingClock => {
  let pending = 0;
  const counted = (set: (run: () => void) => () => void, run: () => void): (() => void) => {
    let isPending = true;
    const settle = (): void => {
      if (isPending) pending -= 1;
      isPending = false;
    };
    pending += 1;
    const cancel = set(() => {
      settle();
      run();
    });
    return () => {
      settle();
      cancel();
    };
  };
  return {
    nowMs: clock.nowMs,
    after: (delayMs, run) => counted((ring) => clock.after(delayMs, ring), run),
    at: (dueMs, run) => counted((ring) => clock.at(dueMs, ring), run),
    soon: (run) => counted(clock.soon, run),
    pendingCount: () => pending,
  };
};
