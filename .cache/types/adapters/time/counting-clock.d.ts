import type { Clock } from './clock.js';
/** A clock that knows how many of its timers are still to ring. */
export type CountingClock = Clock & Readonly<{
    pendingCount: () => number;
}>;
/** Counts the timers that are set through it. */
export declare const countingClock: (clock: Clock) => CountingClock;
