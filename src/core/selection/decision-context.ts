import type { Policy } from '../config/policy.js';
import type { Phase } from '../decision.js';
import { queueLimitMs } from './queue-slo.js';
import type { RoutingRequest } from '../request.js';
import type { Trace } from './trace.js';
import { View, type Columns } from '../view/view.js';
import type { Membership } from '../orders/membership.js';
import type { AffinityOrders } from '../orders/affinity-orders.js';
import type { PlannedOrder } from '../orders/order.js';
import type { PoolSchedule } from './pool.js';

/** Gives a number in [0, 1) per call. */
export type Generator = () => number;

/** Everything one decision looks at, gathered once. */
export type DecisionContext = {
  readonly policy: Policy;
  readonly view: View;
  readonly membership: Membership;
  readonly columns: Columns;
  readonly orders: AffinityOrders;
  readonly request: RoutingRequest;
  elapsedMs: number;
  readonly affinityKey: string;
  readonly inputTokens: number;
  readonly priority: number;
  /** 1 per excluded cluster; null when none is. */
  readonly excluded: Uint8Array | null;
  /** Greatest queue delay admitted at this moment; Infinity without a queue SLO. */
  queueLimitMs: number;
  /** Free KV tokens a cluster must have; -1 when they are not looked at. */
  readonly neededKvTokens: number;
  /** Set by the first draw. */
  generator: Generator | null;
  /** The next elapsed time at which a bucket, band or phase opens; for the timeline. */
  nextOpeningMs: number;
  /** The affinity order without promotion, once it has been looked up. */
  affinityOrder: PlannedOrder | null;
  /** Pools laid out already, for a request that is looked at at very many moments. */
  schedules: Map<Phase, PoolSchedule> | null;
  readonly trace: Trace | null;
};

export const createDecisionContext = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  trace: Trace | null,
): DecisionContext => {
  const { membership, columns, orders } = View.stateOf(view);
  const inputTokens = request.inputTokens ?? 0;
  return {
    policy,
    view,
    membership,
    columns,
    orders,
    request,
    // A moment before arrival, or none, counts as arrival.
    elapsedMs: elapsedMs >= 0 ? elapsedMs : 0,
    affinityKey: request.cacheAffinityKey ?? '',
    inputTokens,
    priority: request.priority ?? 0,
    excluded: excludedClusters(membership, request.excludedClusterIds),
    queueLimitMs: queueLimitMs(policy, request.requestSloMs, elapsedMs >= 0 ? elapsedMs : 0),
    neededKvTokens: policy.considerKvFreeTokens ? inputTokens : -1,
    generator: null,
    nextOpeningMs: Infinity,
    affinityOrder: null,
    schedules: null,
    trace,
  };
};

/** The same request on the same view at another moment. */
export const moveTo = (context: DecisionContext, elapsedMs: number): void => {
  const { policy, request } = context;
  context.elapsedMs = elapsedMs;
  context.queueLimitMs = queueLimitMs(policy, request.requestSloMs, elapsedMs);
  context.generator = null;
  context.nextOpeningMs = Infinity;
};

const excludedClusters = (
  membership: Membership,
  ids: readonly string[] | undefined,
): Uint8Array | null => {
  if (ids === undefined || ids.length === 0) return null;
  let excluded: Uint8Array | null = null;
  for (const id of ids) {
    const cluster = membership.indexOf.get(id);
    if (cluster === undefined) continue;
    excluded ??= new Uint8Array(membership.size);
    excluded[cluster] = 1;
  }
  return excluded;
};
