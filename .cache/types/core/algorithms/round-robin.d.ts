/**
 * round-robin: the clusters in turn, in the order of their ids.
 *
 * Use it where requests and clusters are alike. The turn is an argument and the next one a
 * result; whoever calls keeps it, per policy and target.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
export declare const decideRoundRobin: (attempt: Attempt, cursor: number) => Decision;
