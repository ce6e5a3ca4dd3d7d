import type { Policy } from '../core/config/policy.js';
import { type RoutingRequest, type SessionState } from '../core/request.js';
import type { View } from '../core/view.js';
/**
 * Whether the request is classified at all: the policy asks for it, the request has an affinity
 * key, and (wait-and-widen) there is an affinity group.
 */
export declare const isSessionAware: (policy: Policy, request: RoutingRequest) => boolean;
/**
 * The state of a session-aware request, settled by its first attempt: `new` without a hint (a blank one is none),
 * `returning` when the hint names a cluster of the snapshot (excluded or infeasible ones count),
 * `stale` when it names another. Later attempts pass the state back in and keep it.
 */
export declare const classifySession: (view: View, request: RoutingRequest) => SessionState;
