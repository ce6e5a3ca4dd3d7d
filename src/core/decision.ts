import type { SessionState } from './request.js';

/** Which rule of the algorithm chose the cluster. */
export type Phase = 'affinity' | 'open' | 'global' | 'direct';

/** Why no cluster can be chosen, now or by waiting on this view; the first that fits. */
export type UnavailableReason =
  | 'no_clusters'
  | 'all_excluded'
  | 'no_ranked_cluster'
  | 'kv_infeasible'
  | 'over_queue_slo'
  | 'no_finite_estimate'
  | 'no_capacity';

/** Why a request is turned away before any cluster is looked at. */
export type RejectionCode =
  'cache_affinity_key_required' | 'input_tokens_required' | 'input_work_limit_exceeded';

/** How the request was classified, and whether its last cluster was moved to the front. */
export type SessionOutcome = Readonly<{
  /** null when the request was not classified. */
  sessionState: SessionState | null;
  promoted: boolean;
}>;

/** A cluster was chosen. */
export type Selected = SessionOutcome &
  Readonly<{
    kind: 'selected';
    clusterId: string;
    /** Position in the planned affinity order, from 1. */
    rankDepth: number;
    phase: Phase;
    /** A cluster ranked above was passed over for want of free KV tokens. */
    skippedForKvFreeTokens: boolean;
    /** Queue delay of the cluster at selection, ms. */
    queueMs: number;
    /** Round robin only: the cursor of the next decision. */
    nextCursor?: number;
  }>;

/** Nothing may be chosen yet: decide again at `untilMs`, or when something is published. */
export type Wait = SessionOutcome &
  Readonly<{
    kind: 'wait';
    /** Elapsed time at which the next bucket, band or phase opens. */
    untilMs: number;
    /** `untilMs` - elapsed, > 0. Compare elapsed with `untilMs`; never add delays up. */
    delayMs: number;
  }>;

/** Waiting on this view does not help. */
export type Unavailable = SessionOutcome &
  Readonly<{ kind: 'unavailable'; reason: UnavailableReason }>;

/** Turned away before any selection. */
export type Rejected = Readonly<{ kind: 'rejected'; code: RejectionCode }>;

/** What `decide` gives: a cluster, a time to ask again at, or why there is neither. */
export type Decision = Selected | Wait | Unavailable | Rejected;
