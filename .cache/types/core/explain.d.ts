import type { Decision, Phase } from './decision.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import type { SessionPlan } from './session-plan.js';
import { type Verdict } from './trace.js';
import type { View } from './view.js';
/** What became of one cluster. */
export type ExplanationRow = Readonly<{
    clusterId: string;
    /** Place in the original affinity order, from 1; null outside it or where there is none. */
    position: number | null;
    /** Place after promotion. */
    plannedPosition: number | null;
    /** The phase whose pick looked at the cluster last; null when none did. */
    phase: Phase | null;
    rttMs: number;
    queueMs: number;
    prefillMs: number;
    discountedPrefillMs: number;
    /** As buckets see it: without the terms the policy ignores. */
    ttftMs: number;
    discountedTtftMs: number;
    /** Bucket number from 0, and the elapsed time at which it opens; null outside buckets. */
    bucket: number | null;
    opensMs: number | null;
    hasCapacity: boolean;
    isKvFeasible: boolean;
    /** `chosen`, or the first rule that kept the cluster out. */
    verdict: Verdict;
    /** What each pick saw of the cluster, in order; the fields above are those of the last. */
    picks: readonly ExplainedPick[];
}>;
/** One phase's pick, as one cluster fared in it. */
export type ExplainedPick = Readonly<{
    phase: Phase;
    verdict: Verdict;
    bucket: number | null;
    opensMs: number | null;
}>;
export type Explanation = Readonly<{
    decision: Decision;
    /** Effective affinity wait and discount of this request. */
    waitMs: number;
    scale: number;
    /** Original affinity order and the one after promotion; absent where the algorithm has none. */
    order?: readonly string[];
    planned?: readonly string[];
    /** Present when the ring was built with fewer virtual nodes than configured. */
    loweredVirtualNodes?: number;
    rows: readonly ExplanationRow[];
}>;
/** Runs the steps of `decide` with a trace, and lays out what they noted. */
export declare const explainAttempt: (policy: Policy, view: View, request: RoutingRequest, elapsedMs: number, plan: SessionPlan, cursor: number) => Explanation;
