import { algorithmOf, hasAffinityGroup } from './algorithms/table.js';
import { groupOf } from './algorithms/wait-and-widen.js';
import { rankingOf } from './algorithms/ranked.js';
import type { DecisionContext } from './selection/decision-context.js';
import { clustersOf, ledBy, type PlannedOrder } from './orders/order.js';
import { leaderOfGroup, leaderOfRanking } from './orders/promotion.js';
import type { SessionPlan } from './session-plan.js';

/** The affinity order of one request, before and after promotion. */
export type OrderOfRequest = Readonly<{ original: PlannedOrder; planned: PlannedOrder }>;

/** Undefined where the algorithm has no affinity order, or the request no affinity group. */
export const orderOfRequest = (
  context: DecisionContext,
  { lastCluster }: SessionPlan,
): OrderOfRequest | undefined => {
  const { policy, request, membership, excluded } = context;
  const { ranksBy } = algorithmOf(policy);
  if (ranksBy === 'ranking') {
    const ranking = rankingOf(context);
    return ordering(ranking, leaderOfRanking(ranking, lastCluster, membership.size));
  }
  if (ranksBy !== 'ring' || !hasAffinityGroup(policy, request)) return undefined;
  // A ranking may be empty; a ring without clusters is none.
  if (membership.size === 0) return undefined;
  const group = groupOf(context);
  return ordering(group, leaderOfGroup(group, lastCluster, excluded));
};

/** The cluster ids of an order, first choice first. */
export const clusterNames = (
  { membership }: DecisionContext,
  order: PlannedOrder,
): readonly string[] => clustersOf(order).map((cluster) => membership.ids[cluster]!);

const ordering = (original: PlannedOrder, leader: number): OrderOfRequest => ({
  original,
  planned: leader < 0 ? original : ledBy(original, leader, original.length),
});
