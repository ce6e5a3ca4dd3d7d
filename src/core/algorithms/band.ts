import type { Policy } from '../config/policy.js';

/** How far down a ranking the widening phase reaches at one moment. */
export type OpenBands = Readonly<{
  /** Ranks open, from the first. */
  reach: number;
  /** Elapsed time at which the next band opens; Infinity when the ranking is fully open. */
  nextOpensMs: number;
}>;

/**
 * Bands open one after the other from the end of the affinity wait on, each twice the size of the
 * one before: 2, 6, 14 ... ranks beyond the affinity group. Between two of them lie
 * `band_widen_interval_ms`, or the request's effective affinity wait when unset; with an interval
 * of 0 every rank opens at once. Expects an elapsed time not before the end of the wait.
 */
export const openBands = (
  policy: Policy,
  rankedCount: number,
  waitMs: number,
  elapsedMs: number,
): OpenBands => {
  const intervalMs = policy.bandWidenIntervalMs ?? waitMs;
  if (intervalMs === 0) return { reach: rankedCount, nextOpensMs: Infinity };
  let reach = policy.groupSize + 2;
  for (let bands = 1; reach < rankedCount; bands++) {
    const nextOpensMs = waitMs + bands * intervalMs;
    if (elapsedMs < nextOpensMs) return { reach, nextOpensMs };
    reach += 2 ** (bands + 1);
  }
  return { reach: rankedCount, nextOpensMs: Infinity };
};
