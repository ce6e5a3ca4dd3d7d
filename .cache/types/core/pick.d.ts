/**
 * Bucketed selection: the step that wait-and-widen and pulsar-wait-and-widen share.
 *
 * Among the clusters of a pool: drop what may not serve, sort the rest into TTFT buckets, keep
 * of the open buckets what has capacity, sample n, take the best. Sampling a few and comparing
 * them avoids herding on stale statistics (Mitzenmacher, "The power of two choices", 2001).
 */
import { type Attempt } from './attempt.js';
import type { Phase } from './decision.js';
import type { PlannedOrder } from './orders/planned-order.js';
/** The pool of one pick and the terms it is held on. */
export type Pool = Readonly<{
    phase: Phase;
    clusters: PlannedOrder;
    /** Prefill discount. */
    scale: number;
    /** Requests allowed above the engine slots. */
    allowance: number;
    /** Elapsed time at which bucket 0 opens. */
    openFromMs: number;
}>;
/** `cluster` is -1 when none could be chosen; then `untilMs` (Infinity: never) says when to ask again. */
export type Pick = Readonly<{
    cluster: number;
    position: number;
    untilMs: number;
}>;
export declare const pick: (attempt: Attempt, pool: Pool) => Pick;
