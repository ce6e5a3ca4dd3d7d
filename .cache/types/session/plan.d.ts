import type { Policy } from '../core/config/policy.js';
import type { RoutingRequest } from '../core/request.js';
import { type SessionPlan } from '../core/session-plan.js';
import { type View } from '../core/view.js';
/**
 * How a request's session bends the affinity phase.
 *
 * A `new` or `stale` session has no cache to wait for: X = 0, s = 1, the order as it is. A
 * `returning` one keeps the configured X and s, and its last cluster leads the order while it is
 * in the snapshot.
 */
export declare const planSession: (policy: Policy, view: View, request: RoutingRequest) => SessionPlan;
