import type { DecisionContext } from './selection/decision-context.js';
import type { UnavailableReason } from './decision.js';
import { estimateQueueMs, isKvFeasible } from './view/estimate.js';
import type { Order } from './orders/order.js';
import { estimateBucketTtftMs } from './selection/pool-estimates.js';

/**
 * Why nothing can be chosen: the first reason that fits, judged over all clusters of the target,
 * or over the ranked ones where the algorithm ranks (`ranking` not null).
 */
export const unavailableReason = (
  context: DecisionContext,
  ranking: Order | null,
): UnavailableReason => {
  const { membership, excluded } = context;
  const isFree = (cluster: number): boolean => excluded?.[cluster] !== 1;
  if (membership.size === 0) return 'no_clusters';
  if (!membership.all.order.some(isFree)) return 'all_excluded';
  if (ranking?.length === 0) return 'no_ranked_cluster';
  const left = Array.from(ranking ?? membership.all.order).filter(isFree);
  if (left.length === 0) return 'all_excluded';
  return reasonAmong(context, left);
};

const reasonAmong = (context: DecisionContext, left: readonly number[]): UnavailableReason => {
  const { columns, priority, neededKvTokens, queueLimitMs } = context;
  const feasible = left.filter((cluster) => isKvFeasible(columns, cluster, neededKvTokens));
  if (feasible.length === 0) return 'kv_infeasible';
  const admitted = feasible.filter(
    (cluster) => estimateQueueMs(columns, cluster, priority) <= queueLimitMs,
  );
  if (admitted.length === 0) return 'over_queue_slo';
  const isFinite = admitted.some((cluster) => estimateBucketTtftMs(context, cluster, 1) < Infinity);
  return isFinite ? 'no_capacity' : 'no_finite_estimate';
};
