import type { Clock } from '../../src/adapters/last-cluster/clock.js';

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock &
  Readonly<{
    /** Moves on, running what is due in order; promises settle before, in between and after. */
    advance: (durationMs: number) => Promise<void>;
    /** Timers that are set. */
    timerCount: () => number;
  }>;

export const createManualClock = (): ManualClock => {
  const timers = new Set<{ dueMs: number; run: () => void }>();
  let nowMs = 0;
  const nextDue = (endMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (durationMs) => {
      await settle();
      const endMs = nowMs + durationMs;
      for (let timer = nextDue(endMs); timer !== undefined; timer = nextDue(endMs)) {
        timers.delete(timer);
        nowMs = timer.dueMs;
        timer.run();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
    timerCount: () => timers.size,
  };
};

/** Lets everything happen that waits for promises only. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
