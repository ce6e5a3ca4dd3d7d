import type { Clock } from '../../src/adapters/time/clock.js';

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock &
  Readonly<{
    /** Runs everything that is due within the next `ms`, in order of time; promises settle in between. */
    advance: (ms: number) => Promise<void>;
    /** Runs what was asked for soon, without time passing. */
    settle: () => Promise<void>;
    /** Timers that have not rung. */
    pendingCount: () => number;
    /** Makes time pass while something runs; nothing rings. */
    spend: (ms: number) => void;
  }>;

export const createManualClock = (startMs = 1000): ManualClock => {
  let nowMs = startMs;
  const timers = new Set<{ dueMs: number; run: () => void }>();
  const add = (dueMs: number, run: () => void): (() => void) => {
    const timer = { dueMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const ringNext = async (endMs: number): Promise<boolean> => {
    const due = [...timers].filter(({ dueMs }) => dueMs <= endMs);
    const next = due.sort((a, b) => a.dueMs - b.dueMs)[0];
    if (next === undefined) return false;
    timers.delete(next);
    nowMs = Math.max(nowMs, next.dueMs);
    next.run();
    await settle();
    return true;
  };
  const advance = async (ms: number): Promise<void> => {
    const endMs = nowMs + ms;
    await settle();
    while (await ringNext(endMs));
    nowMs = Math.max(nowMs, endMs);
    await settle();
  };
  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => add(nowMs + delayMs, run),
    at: add,
    soon: (run) => add(-Infinity, run),
    advance,
    settle: () => advance(0),
    pendingCount: () => timers.size,
    spend: (ms) => (nowMs += ms),
  };
};

/** Lets everything that waits for promises only run until it waits for time. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
