import type { Policy } from './config/policy.js';
/** How far down a ranking the widening phase reaches at one moment. */
export type OpenBands = Readonly<{
    /** Ranks open, from the first. */
    reach: number;
    /** Elapsed time at which the next band opens; Infinity when the ranking is fully open. */
    nextOpensMs: number;
}>;
/**
 * Bands open one after the other, every S ms from X on, each twice the size of the one before:
 * k + 2, k + 6, k + 14 ... ranks. S is `band_widen_interval_ms`, or the request's effective X
 * when unset; with S = 0 every rank opens at X. Expects elapsed >= X.
 */
export declare const openBands: (policy: Policy, rankedCount: number, waitMs: number, elapsedMs: number) => OpenBands;
