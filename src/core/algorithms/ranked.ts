/** What the algorithms that choose along a Pulsar ranking share. */
import type { DecisionContext } from '../selection/decision-context.js';
import { isKvFeasible } from '../view/estimate.js';
import { clusterAt, type PlannedOrder } from '../orders/order.js';
import { weightColumn } from '../view/view.js';

/** The Pulsar ranking of the request under its policy. */
export const rankingOf = (context: DecisionContext): PlannedOrder => {
  const { policy, columns, orders, affinityKey } = context;
  const weights = weightColumn(columns, policy.rendezvousWeight);
  return (context.affinityOrder ??= orders.ranking(policy, affinityKey, weights));
};

/** Whether a cluster ranked above `position` was passed over for want of free KV tokens. */
export const isSkippedForKv = (
  { policy, columns, excluded, neededKvTokens }: DecisionContext,
  planned: PlannedOrder,
  position: number,
): boolean => {
  if (!policy.considerKvFreeTokens) return false;
  for (let above = 0; above < position; above++) {
    const cluster = clusterAt(planned, above);
    if (excluded?.[cluster] !== 1 && !isKvFeasible(columns, cluster, neededKvTokens)) return true;
  }
  return false;
};
