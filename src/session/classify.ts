import type { Policy } from '../core/config/policy.js';
import { hasAffinityKey, type RoutingRequest, type SessionState } from '../core/request.js';
import type { View } from '../core/view/view.js';
import { clusterIndex } from '../core/view/view.js';

/**
 * Whether the request is classified at all: the policy asks for it, the request has an affinity
 * key, and there is an affinity group.
 */
export const isSessionAware = (policy: Policy, request: RoutingRequest): boolean =>
  policy.lastClusterAffinity && hasAffinityKey(request) && policy.groupSize > 0;

/**
 * The state of a session-aware request, settled by its first attempt: `new` without a hint (a blank one is none),
 * `returning` when the hint names a cluster of the snapshot (excluded or infeasible ones count),
 * `stale` when it names another. Later attempts pass the state back in and keep it.
 */
export const classifySession = (view: View, request: RoutingRequest): SessionState => {
  if (request.sessionState !== undefined) return request.sessionState;
  const { lastClusterId = '' } = request;
  if (lastClusterId.trim() === '') return 'new';
  return clusterIndex(view, lastClusterId) < 0 ? 'stale' : 'returning';
};
