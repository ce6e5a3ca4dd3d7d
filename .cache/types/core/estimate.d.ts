/** Estimates for one cluster: queue delay, prefill, capacity. All delays in ms. */
import type { Attempt } from './attempt.js';
import type { Columns } from './view.js';
/**
 * Queue delay of a cluster: 0 with a free slot; else the published estimate of the greatest
 * priority <= the request's (0 if there is none); else the queued prefill work over the rate.
 */
export declare const estimateQueueMs: (columns: Columns, cluster: number, priority: number) => number;
/**
 * Prefill of `inputTokens`, discounted by `scale`. A scale of 0 does not make a cluster of
 * unknown throughput usable.
 */
export declare const estimatePrefillMs: (columns: Columns, cluster: number, inputTokens: number, scale: number) => number;
/** TTFT as buckets see it: the policy may leave queue delay or prefill out. */
export declare const estimateBucketTtftMs: (attempt: Attempt, cluster: number, scale: number) => number;
/** Seconds of prefill work in the queue together with this request, undiscounted. */
export declare const estimateInputWorkSeconds: (columns: Columns, cluster: number, inputTokens: number) => number;
/** Whether a cluster may take one more request; unknown slots count as capacity. */
export declare const hasCapacity: (columns: Columns, cluster: number, allowance: number) => boolean;
/** Whether a cluster's free KV tokens hold the prompt; `neededTokens` -1 asks nothing. */
export declare const isKvFeasible: (columns: Columns, cluster: number, neededTokens: number) => boolean;
