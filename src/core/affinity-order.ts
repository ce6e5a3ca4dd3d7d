import { hasAffinityGroup } from './algorithms/wait-and-widen.js';
import { rankingOf } from './algorithms/pulsar-wait-and-widen.js';
import type { Attempt } from './attempt.js';
import { isPulsar } from './fields.js';
import { clustersOf, plainOrder, type PlannedOrder } from './planned-order.js';
import { promoteInGroup, promoteInRanking } from './promotion.js';
import type { SessionPlan } from './session-plan.js';

/** The affinity order of one request, before and after promotion. */
export type AffinityOrdering = Readonly<{ original: PlannedOrder; planned: PlannedOrder }>;

/** Undefined where the algorithm has no affinity order, or the request no affinity group. */
export const affinityOrdersOf = (
  attempt: Attempt,
  plan: SessionPlan,
): AffinityOrdering | undefined => {
  const { policy, membership, orders, affinityKey } = attempt;
  if (isPulsar(policy.algorithm)) {
    const order = rankingOf(attempt);
    const { planned } = promoteInRanking(order, plan.lastCluster);
    return { original: plainOrder(order), planned };
  }
  if (policy.algorithm !== 'wait-and-widen' || !hasAffinityGroup(attempt)) return undefined;
  // A ranking may be empty; a ring without clusters is none.
  if (membership.size === 0) return undefined;
  const order = orders.ringOrder(policy, affinityKey);
  return { original: plainOrder(order), planned: promoteInGroup(order, plan.lastCluster).planned };
};

/** The cluster ids of an order, first choice first. */
export const clusterNames = ({ membership }: Attempt, order: PlannedOrder): readonly string[] =>
  clustersOf(order).map((cluster) => membership.ids[cluster]!);
