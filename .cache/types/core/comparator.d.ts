/** What sampled clusters are compared by. Lower wins. */
import type { Attempt } from './attempt.js';
import type { ComparatorName } from './config/fields.js';
/** The score of one cluster; `scale` discounts the prefill in the affinity phase. */
export declare const scoreCluster: (attempt: Attempt, comparator: ComparatorName, cluster: number, scale: number) => number;
/**
 * Keeps of the first `count` entries those with the lowest score, in front; returns how many.
 * `scores` are indexed by entry.
 */
export declare const keepLowest: (entries: Uint32Array, scores: Float64Array, count: number) => number;
