import { createAttempt, type Attempt } from './attempt.js';
import { hasAffinityGroup } from './algorithms/wait-and-widen.js';
import { rankingOf } from './algorithms/pulsar-wait-and-widen.js';
import { decideAttempt } from './decide.js';
import type { Decision, Phase } from './decision.js';
import {
  estimateBucketTtftMs,
  estimatePrefillMs,
  estimateQueueMs,
  hasCapacity,
  isKvFeasible,
} from './estimate.js';
import { isPulsar } from './fields.js';
import type { Order } from './order-memo.js';
import { clusterAt, plainOrder, type PlannedOrder } from './planned-order.js';
import type { Policy } from './policy.js';
import { promoteInGroup, promoteInRanking } from './promotion.js';
import type { RoutingRequest } from './request.js';
import { effectiveVirtualNodes } from './ring.js';
import type { SessionPlan } from './session-plan.js';
import { Trace, type PickTrace, type TraceRow, type Verdict } from './trace.js';
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
export const explainAttempt = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  plan: SessionPlan,
  cursor: number,
): Explanation => {
  const trace = new Trace();
  const attempt = createAttempt(policy, view, request, elapsedMs, trace);
  const decision = decideAttempt(attempt, plan, cursor);
  const orders = affinityOrdersOf(attempt, plan);
  const rows = Array.from(attempt.membership.all, (cluster) =>
    explainCluster(attempt, plan, orders, cluster),
  );
  return {
    decision,
    waitMs: plan.waitMs,
    scale: plan.scale,
    ...(orders && {
      order: namesOf(attempt, plainOrder(orders.order)),
      planned: namesOf(attempt, orders.planned),
    }),
    ...loweredVirtualNodes(attempt),
    rows,
  };
};

type Orders = Readonly<{ order: Order; planned: PlannedOrder }>;

const affinityOrdersOf = (attempt: Attempt, plan: SessionPlan): Orders | undefined => {
  const { policy, orders, affinityKey } = attempt;
  if (isPulsar(policy.algorithm)) {
    const order = rankingOf(attempt);
    return { order, planned: promoteInRanking(order, plan.lastCluster).planned };
  }
  if (policy.algorithm !== 'wait-and-widen' || !hasAffinityGroup(attempt)) return undefined;
  const order = orders.ringOrder(policy, affinityKey);
  return { order, planned: promoteInGroup(order, plan.lastCluster).planned };
};

const explainCluster = (
  attempt: Attempt,
  plan: SessionPlan,
  orders: Orders | undefined,
  cluster: number,
): ExplanationRow => {
  const { columns, membership, inputTokens, priority, policy, neededKvTokens } = attempt;
  const pick = lastPickOf(attempt, cluster);
  const row = pick?.rows.get(cluster);
  const allowance = pick?.phase === 'open' ? policy.fallbackMaxQueued : policy.maxQueued;
  return {
    clusterId: membership.ids[cluster]!,
    position: orders ? placeOf(plainOrder(orders.order), cluster) : null,
    plannedPosition: orders ? placeOf(orders.planned, cluster) : null,
    phase: pick?.phase ?? null,
    rttMs: columns.rttMs[cluster]!,
    queueMs: estimateQueueMs(columns, cluster, priority),
    prefillMs: estimatePrefillMs(columns, cluster, inputTokens, 1),
    discountedPrefillMs: estimatePrefillMs(columns, cluster, inputTokens, plan.scale),
    ttftMs: estimateBucketTtftMs(attempt, cluster, 1),
    discountedTtftMs: estimateBucketTtftMs(attempt, cluster, plan.scale),
    bucket: row?.bucket ?? null,
    opensMs: row?.opensMs ?? null,
    hasCapacity: hasCapacity(columns, cluster, allowance),
    isKvFeasible: isKvFeasible(columns, cluster, neededKvTokens),
    verdict: verdictOf(attempt, orders, cluster, row),
  };
};

const lastPickOf = ({ trace }: Attempt, cluster: number): PickTrace | undefined =>
  trace?.picks.findLast((pick) => pick.rows.has(cluster));

/** A cluster no pick looked at was out of reach: not in the order, or not yet. */
const verdictOf = (
  attempt: Attempt,
  orders: Orders | undefined,
  cluster: number,
  row: TraceRow | undefined,
): Verdict => {
  if (row !== undefined) return row.verdict;
  if (attempt.excluded?.[cluster] === 1) return 'excluded';
  if (isPulsar(attempt.policy.algorithm) && !orders?.order.includes(cluster)) return 'not_ranked';
  const isWidened = attempt.trace?.picks.some((pick) => pick.phase === 'open');
  return isWidened ? 'band_closed' : 'outside_group';
};

const placeOf = (planned: PlannedOrder, cluster: number): number | null => {
  for (let position = 0; position < planned.length; position++) {
    if (clusterAt(planned, position) === cluster) return position + 1;
  }
  return null;
};

const namesOf = ({ membership }: Attempt, planned: PlannedOrder): readonly string[] =>
  Array.from({ length: planned.length }, (_, at) => membership.ids[clusterAt(planned, at)]!);

const loweredVirtualNodes = (attempt: Attempt): { loweredVirtualNodes?: number } => {
  const { policy, membership } = attempt;
  if (policy.algorithm !== 'wait-and-widen' || !hasAffinityGroup(attempt)) return {};
  const effective = effectiveVirtualNodes(policy.cacheAffinityVirtualNodes, membership.size);
  return effective === policy.cacheAffinityVirtualNodes ? {} : { loweredVirtualNodes: effective };
};
