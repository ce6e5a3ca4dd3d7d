import type { Attempt } from '../attempt.js';
import type { Verdict } from '../trace.js';
/** Puts the clusters that are not excluded into `scratch.eligible`, ascending; returns how many. */
export declare const gatherRemaining: (attempt: Attempt, verdict: Verdict) => number;
/** Notes a verdict on the first `count` clusters of `scratch.eligible`. */
export declare const noteFront: ({ trace, membership }: Attempt, count: number, verdict: Verdict) => void;
