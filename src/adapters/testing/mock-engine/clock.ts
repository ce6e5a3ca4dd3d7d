/** Where the mock engine takes its time from; tests hand in a clock they move themselves. */
export type MockClock = Readonly<{
  /** Milliseconds since the Unix epoch; never goes backwards. */
  nowMs: () => number;
  /** Calls back once after `delayMs`; the function returned cancels it. */
  schedule: (callback: () => void, delayMs: number) => () => void;
}>;

/** Timers cannot wait longer than this (24.8 days); longer delays end early. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock and timers. */
export const systemClock: MockClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, Math.min(delayMs, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `delayMs`, or at once when `signal` aborts; leaves no timer behind. */
export const pause = (clock: MockClock, delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || delayMs <= 0) {
      resolve();
      return;
    }
    const onAbort = () => {
      cancel();
      resolve();
    };
    const cancel = clock.schedule(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
