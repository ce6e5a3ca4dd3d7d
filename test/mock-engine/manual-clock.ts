import type { MockClock } from '../../src/adapters/testing/mock-engine/index.js';

/** A clock that stands still until a test moves it. */
export type ManualClock = MockClock &
  Readonly<{
    /** Moves on to the next due callback again and again, until `ms` have passed. */
    advance: (ms: number) => Promise<void>;
    /** Callbacks that are still to come. */
    pendingCount: () => number;
  }>;

export const createManualClock = (startMs = 1_000_000): ManualClock => {
  const due = new Map<() => void, number>();
  let nowMs = startMs;
  const runNext = async (endMs: number): Promise<boolean> => {
    const next = [...due].filter(([, at]) => at <= endMs).sort(([, a], [, b]) => a - b)[0];
    if (next === undefined) return false;
    const [callback, at] = next;
    nowMs = Math.max(nowMs, at);
    due.delete(callback);
    callback();
    await settle();
    return true;
  };
  return {
    nowMs: () => nowMs,
    schedule: (callback, delayMs) => {
      const entry = () => {
        callback();
      };
      due.set(entry, nowMs + delayMs);
      return () => due.delete(entry);
    },
    advance: async (ms) => {
      const endMs = nowMs + ms;
      while (await runNext(endMs));
      nowMs = endMs;
    },
    pendingCount: () => due.size,
  };
};

/** Lets everything that waits for promises only run until it waits for time. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
