/** The queue SLO: how long a queue may be for a cluster to serve, which may slide with time. */
import type { Policy } from '../config/policy.js';
import { estimateQueueMs } from '../view/estimate.js';
import type { RoutingRequest } from '../request.js';
import { View } from '../view/view.js';

/**
 * The greatest queue delay admitted at one moment: it slides from floor to ceiling over the request SLO, counted
 * from arrival, and stands at the ceiling when the request has no positive SLO.
 */
export const queueLimitMs = (
  policy: Policy,
  requestSloMs: number | undefined,
  elapsedMs: number,
): number => {
  const { queueSlo } = policy;
  if (queueSlo === null) return Infinity;
  const hasSlo = requestSloMs !== undefined && requestSloMs > 0;
  const share = hasSlo ? Math.min(1, Math.max(0, elapsedMs / requestSloMs)) : 1;
  return queueSlo.floorMs + (queueSlo.ceilMs - queueSlo.floorMs) * share;
};

/**
 * The moments, ascending, at which the sliding queue SLO first treats some cluster differently.
 * With the floor below the ceiling a cluster is admitted then, with the floor above it dropped.
 */
export const queueSloCrossings = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
): readonly number[] => {
  const { queueSlo } = policy;
  const sloMs = request.requestSloMs ?? 0;
  if (queueSlo === null || sloMs <= 0) return [];
  const { columns, membership } = View.stateOf(view);
  const moments = new Set<number>();
  for (const cluster of membership.all.order) {
    const queueMs = estimateQueueMs(columns, cluster, request.priority ?? 0);
    const isAdmitted = (atMs: number): boolean => queueMs <= queueLimitMs(policy, sloMs, atMs);
    if (isAdmitted(0) === isAdmitted(sloMs)) continue;
    moments.add(firstMomentOf((atMs) => isAdmitted(atMs) !== isAdmitted(0), sloMs));
  }
  return [...moments].sort((a, b) => a - b);
};

/**
 * The least moment in (0, endMs] at which a condition holds that, once true, stays true. Found by
 * bisection down to neighbouring numbers.
 */
const firstMomentOf = (holds: (atMs: number) => boolean, endMs: number): number => {
  let falseAt = 0;
  let trueAt = endMs;
  for (;;) {
    const middle = falseAt + (trueAt - falseAt) / 2;
    if (!(middle > falseAt && middle < trueAt)) return trueAt;
    if (holds(middle)) trueAt = middle;
    else falseAt = middle;
  }
};
