import { createDecisionContext, type DecisionContext } from './selection/decision-context.js';
import { orderOfRequest, clusterNames, type OrderOfRequest } from './order-of-request.js';
import { algorithmOf, hasAffinityGroup } from './algorithms/table.js';
import { decideIn } from './decide.js';
import type { Decision, Phase } from './decision.js';
import { estimatePrefillMs, estimateQueueMs, hasCapacity, isKvFeasible } from './view/estimate.js';
import { clustersOf, type PlannedOrder } from './orders/order.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import { effectiveVirtualNodes } from './orders/ring.js';
import type { SessionPlan } from './session-plan.js';
import { Trace, type PickTrace, type TraceRow, type Verdict } from './selection/trace.js';
import type { View } from './view/view.js';
import { estimateBucketTtftMs } from './selection/pool-estimates.js';

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

/** A decision with a row per cluster that says why it was or was not chosen. */
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
export const explainIn = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  plan: SessionPlan,
  cursor: number,
): Explanation => {
  const trace = new Trace();
  const context = createDecisionContext(policy, view, request, elapsedMs, trace);
  const decision = decideIn(context, plan, cursor);
  const orders = orderOfRequest(context, plan);
  const places = orders && placesOf(orders);
  const rows = Array.from(context.membership.indices, (cluster) =>
    explainCluster(context, plan, places, cluster),
  );
  return {
    decision,
    waitMs: plan.waitMs,
    scale: plan.scale,
    ...(orders && {
      order: clusterNames(context, orders.original),
      planned: clusterNames(context, orders.planned),
    }),
    ...loweredVirtualNodes(context),
    rows,
  };
};

const explainCluster = (
  context: DecisionContext,
  plan: SessionPlan,
  places: Places | undefined,
  cluster: number,
): ExplanationRow => {
  const { columns, membership, inputTokens, priority, policy, neededKvTokens } = context;
  const pick = lastPickOf(context, cluster);
  const row = pick?.rows.get(cluster);
  const allowance = pick?.allowance ?? policy.maxQueued;
  return {
    clusterId: membership.ids[cluster]!,
    position: places?.original.get(cluster) ?? null,
    plannedPosition: places?.planned.get(cluster) ?? null,
    phase: pick?.phase ?? null,
    rttMs: columns.rttMs[cluster]!,
    queueMs: estimateQueueMs(columns, cluster, priority),
    prefillMs: estimatePrefillMs(columns, cluster, inputTokens, 1),
    discountedPrefillMs: estimatePrefillMs(columns, cluster, inputTokens, plan.scale),
    ttftMs: estimateBucketTtftMs(context, cluster, 1),
    discountedTtftMs: estimateBucketTtftMs(context, cluster, plan.scale),
    bucket: row?.bucket ?? null,
    opensMs: row?.opensMs ?? null,
    hasCapacity: hasCapacity(columns, cluster, allowance),
    isKvFeasible: isKvFeasible(columns, cluster, neededKvTokens),
    verdict: verdictOf(context, places, cluster, row),
    picks: picksOf(context, cluster),
  };
};

const picksOf = ({ trace }: DecisionContext, cluster: number): readonly ExplainedPick[] =>
  (trace?.picks ?? []).flatMap(({ phase, rows }) => {
    const row = rows.get(cluster);
    if (row === undefined) return [];
    const { verdict, bucket = null, opensMs = null } = row;
    return [{ phase, verdict, bucket, opensMs }];
  });

const lastPickOf = ({ trace }: DecisionContext, cluster: number): PickTrace | undefined =>
  trace?.picks.findLast((pick) => pick.rows.has(cluster));

/** A cluster no pick looked at was out of reach: not in the order, not yet, or never asked for. */
const verdictOf = (
  context: DecisionContext,
  places: Places | undefined,
  cluster: number,
  row: TraceRow | undefined,
): Verdict => {
  if (row !== undefined) return row.verdict;
  if (context.excluded?.[cluster] === 1) return 'excluded';
  const picks = context.trace?.picks ?? [];
  const { ranksBy } = algorithmOf(context.policy);
  if (ranksBy === 'ranking' && !places?.original.has(cluster)) return 'not_ranked';
  if (picks.length === 0) return 'not_considered';
  return picks.some((pick) => pick.phase === 'open') ? 'band_closed' : 'outside_group';
};

/** Place of every cluster in the original and in the planned order, from 1. */
type Places = Readonly<{
  original: ReadonlyMap<number, number>;
  planned: ReadonlyMap<number, number>;
}>;

const placesOf = (orders: OrderOfRequest): Places => {
  const placesIn = (planned: PlannedOrder): ReadonlyMap<number, number> =>
    new Map(clustersOf(planned).map((cluster, index) => [cluster, index + 1]));
  return { original: placesIn(orders.original), planned: placesIn(orders.planned) };
};

const loweredVirtualNodes = (context: DecisionContext): { loweredVirtualNodes?: number } => {
  const { policy, request, membership } = context;
  const isOnRing = algorithmOf(policy).ranksBy === 'ring' && hasAffinityGroup(policy, request);
  if (!isOnRing) return {};
  const effective = effectiveVirtualNodes(policy.cacheAffinityVirtualNodes, membership.size);
  return effective === policy.cacheAffinityVirtualNodes ? {} : { loweredVirtualNodes: effective };
};
