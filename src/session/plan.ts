import type { Policy } from '../core/config/policy.js';
import type { RoutingRequest } from '../core/request.js';
import { configuredPlan, type SessionPlan } from '../core/session-plan.js';
import { clusterIndex, type View } from '../core/view/view.js';
import { classifySession, isSessionAware } from './classify.js';

/**
 * How a request's session bends the affinity phase.
 *
 * A `new` or `stale` session has no cache to wait for: no affinity wait, no discount, the
 * order as it is. A `returning` one keeps the configured wait and discount, and its last cluster leads the order while it is
 * in the snapshot.
 */
export const planSession = (policy: Policy, view: View, request: RoutingRequest): SessionPlan => {
  if (!isSessionAware(policy, request)) return configuredPlan(policy);
  const state = classifySession(view, request);
  if (state !== 'returning') return { state, waitMs: 0, scale: 1, lastCluster: -1 };
  const lastCluster = clusterIndex(view, request.lastClusterId ?? '');
  return {
    state,
    waitMs: policy.cacheAffinityWaitMs,
    scale: policy.cacheAffinityInputTokensScale,
    lastCluster,
  };
};
