import { nativeHasher } from '../platform/native-hasher.js';
import type { Clock } from './clock.js';

/** How often something is asked. */
export type PollLoopOptions = Readonly<{
  clock: Clock;
  intervalMs: number;
  /** When the first poll is due. Default at once. */
  firstAfterMs?: number;
  /** Must not reject; the signal aborts when the loop is closed. */
  poll: (signal: AbortSignal) => Promise<void>;
}>;

/** A poll that is repeated until it is closed. */
export type PollLoop = Readonly<{
  /** Resolves after the first poll, or when the loop is closed. */
  start: () => Promise<void>;
  /** Polls as soon as possible: after the poll under way, if there is one. */
  poke: () => void;
  close: () => void;
}>;

/**
 * Polls at multiples of the interval, counted from the first poll. Polls never overlap: while one
 * takes longer than the interval, those that would have been due are left out.
 */
export const createPollLoop = (options: PollLoopOptions): PollLoop => {
  const { clock, intervalMs } = options;
  const controller = new AbortController();
  let dueMs = 0;
  let isPolling = false;
  let isPoked = false;
  let cancelTimer = (): void => undefined;
  let onFirst = (): void => undefined;

  const schedule = (atMs: number): void => {
    const isDue = atMs === dueMs;
    cancelTimer = clock.after(Math.max(0, atMs - clock.nowMs()), () => void run(isDue));
  };
  const run = async (isDue: boolean): Promise<void> => {
    isPolling = true;
    isPoked = false;
    await options.poll(controller.signal);
    isPolling = false;
    onFirst();
    if (controller.signal.aborted) return;
    const nowMs = clock.nowMs();
    const passedCount = Math.floor((nowMs - dueMs) / intervalMs) + 1;
    // Timers may ring a fraction early; that does not make the same poll due twice.
    dueMs += intervalMs * Math.max(isDue ? 1 : 0, passedCount);
    schedule(isPoked ? nowMs : dueMs);
  };
  return {
    start: () =>
      new Promise((resolve) => {
        onFirst = resolve;
        dueMs = clock.nowMs() + (options.firstAfterMs ?? 0);
        schedule(dueMs);
      }),
    poke: () => {
      if (controller.signal.aborted || isPoked) return;
      isPoked = true;
      if (isPolling) return;
      cancelTimer();
      schedule(clock.nowMs());
    },
    close: () => {
      cancelTimer();
      controller.abort();
      onFirst();
    },
  };
};

/**
 * Where in its interval something is polled, in [0, 1): a hash of its name, so that many polls of
 * one interval spread over it, and the same in every run.
 */
export const phaseOf = (name: string): number =>
  Number(nativeHasher.hash64(new TextEncoder().encode(name)) >> 11n) / 2 ** 53;
