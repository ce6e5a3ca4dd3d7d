import { hasAffinityGroup } from '../algorithms/wait-and-widen.js';
import { rankingOf } from '../algorithms/ranked.js';
import type { Attempt } from '../attempt.js';
import { isPulsar } from '../config/fields.js';
import { clustersOf, ledBy, type PlannedOrder } from './planned-order.js';
import { leaderOfGroup, leaderOfRanking } from './promotion.js';
import type { SessionPlan } from '../session-plan.js';

/** The affinity order of one request, before and after promotion. */
export type AffinityOrdering = Readonly<{ original: PlannedOrder; planned: PlannedOrder }>;

/** Undefined where the algorithm has no affinity order, or the request no affinity group. */
export const affinityOrdersOf = (
  attempt: Attempt,
  { lastCluster }: SessionPlan,
): AffinityOrdering | undefined => {
  const { policy, membership, orders, affinityKey } = attempt;
  if (isPulsar(policy.algorithm)) {
    const ranking = rankingOf(attempt);
    return ordering(ranking, leaderOfRanking(ranking, lastCluster, membership.size));
  }
  if (policy.algorithm !== 'wait-and-widen' || !hasAffinityGroup(attempt)) return undefined;
  // A ranking may be empty; a ring without clusters is none.
  if (membership.size === 0) return undefined;
  const group = orders.ringOrder(policy, affinityKey);
  return ordering(group, leaderOfGroup(group, lastCluster));
};

/** The cluster ids of an order, first choice first. */
export const clusterNames = ({ membership }: Attempt, order: PlannedOrder): readonly string[] =>
  clustersOf(order).map((cluster) => membership.ids[cluster]!);

const ordering = (original: PlannedOrder, leader: number): AffinityOrdering => ({
  original,
  planned: leader < 0 ? original : ledBy(original, leader, original.length),
});
