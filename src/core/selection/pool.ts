import type { Phase } from '../decision.js';
import type { PlannedOrder } from '../orders/order.js';

/** The pool of one pick and the terms it is held on. */
export type Pool = Readonly<{
  phase: Phase;
  clusters: PlannedOrder;
  /** Prefill discount. */
  scale: number;
  /** Requests allowed above the engine slots. */
  allowance: number;
  /** What sampled clusters are compared by. */
  compares: 'comparator' | 'load';
  /** Elapsed time at which bucket 0 opens. */
  openFromMs: number;
}>;

/** Cluster and TTFT of every position of a pool. */
export type LaidOut = Readonly<{
  clusters: Uint32Array;
  /** Infinity where the cluster may not serve. */
  ttftMs: Float64Array;
}>;

/** A pool laid out for many moments: which bucket every cluster is in, and when each opens. */
export type PoolSchedule = LaidOut &
  Readonly<{
    pool: Pool;
    /** The queue SLO it was laid out under. */
    queueLimitMs: number;
    /** Elapsed time at which each bucket opens, never descending. */
    opensMs: readonly number[];
    /** By position: the bucket with which it may be chosen; 2^32-1 for one that never may. */
    choosableFrom: Uint32Array;
    /** Buckets up to the last one that has a cluster to choose. */
    choosableBuckets: number;
  }>;
