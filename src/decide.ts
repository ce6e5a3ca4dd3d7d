import { orderOfRequest, clusterNames } from './core/order-of-request.js';
import { createDecisionContext } from './core/selection/decision-context.js';
import { decideIn } from './core/decide.js';
import type { Decision, Unavailable, Wait } from './core/decision.js';
import { explainIn, type Explanation } from './core/explain.js';
import type { Policy } from './core/config/policy.js';
import type { RoutingRequest } from './core/request.js';
import { configuredPlan } from './core/session-plan.js';
import { timelineOf, type TimelineEntry } from './core/timeline.js';
import type { View } from './core/view/view.js';
import { canChangeAnswer, type Room } from './core/wake.js';
import { planSession } from './session/plan.js';

/**
 * Decides where a request goes, `elapsedMs` after it arrived.
 *
 * Pure: the same arguments give the same decision in every process. Never throws. `cursor` is
 * the turn of round-robin (its next one comes back as `nextCursor`) and ignored otherwise. Pass
 * `sessionState` of the first decision back in with later attempts of the same request.
 *
 * @example
 * const decision = decide(policy, view, { requestId: 'r1', cacheAffinityKey: 's1' }, 0);
 * if (decision.kind === 'selected') send(decision.clusterId);
 */
export const decide = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  cursor = 0,
): Decision => {
  const context = createDecisionContext(policy, view, request, elapsedMs, null);
  return decideIn(context, planSession(policy, view, request), cursor);
};

/** The decision `decide` makes, with a row per cluster that says what kept it out. */
export const explain = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  cursor = 0,
): Explanation =>
  explainIn(policy, view, request, elapsedMs, planSession(policy, view, request), cursor);

/**
 * What a request that finds nothing would see as it waits on this view: decisions with the
 * elapsed time from which each holds, until nothing changes any more. `decide` at any elapsed
 * time equals the entry that covers it (but for `delayMs`, which counts from that time).
 */
export const timeline = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  cursor = 0,
): readonly TimelineEntry[] =>
  timelineOf(policy, view, request, planSession(policy, view, request), cursor);

/**
 * Whether deciding again on the latest view, `elapsedMs` after arrival, may end or shorten the wait
 * of a request that was told `last`; false: what it would be told keeps it waiting as it does.
 */
export const canChange = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  { last, elapsedMs }: Readonly<{ last: Wait | Unavailable; elapsedMs: number }>,
  room: Room,
): boolean => {
  const plan = planSession(policy, view, request);
  return canChangeAnswer({ policy, view, request, plan, last, elapsedMs }, room);
};

/**
 * The original affinity order of a request, cluster ids, first choice first; without promotion.
 * Undefined where the algorithm has none, or the request no affinity group.
 */
export const affinityOrder = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
): readonly string[] | undefined => {
  const context = createDecisionContext(policy, view, request, 0, null);
  const orders = orderOfRequest(context, configuredPlan(policy));
  return orders && clusterNames(context, orders.original);
};
