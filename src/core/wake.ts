/**
 * When a request that waits need not decide again although its target has a new view.
 *
 * An algorithm that looks at capacity chooses no cluster while none has room, whatever else is
 * new. What it answers instead keeps the request where it is, in two cases:
 *
 * - it found nothing, and waits for a new view;
 * - it holds for its affinity group, and the affinity wait ends at its own moment and not before.
 *   Where its last cluster alone is the group, room elsewhere changes nothing either.
 *
 * Everything else decides again: where `max_input_work_seconds` is set, new statistics may turn the
 * request away; past the affinity wait, or where no cluster is left to hold for, there may be nothing
 * to wait for; and a request that has ruled clusters out is rare.
 */
import { algorithmOf, hasAffinityGroup } from './algorithms/table.js';
import type { Policy } from './config/policy.js';
import type { Unavailable, Wait } from './decision.js';
import type { RoutingRequest } from './request.js';
import type { SessionPlan } from './session-plan.js';
import { View, weightColumn, type ViewState } from './view/view.js';

/** How much room the clusters of a target have at the moment, reservations counted. */
export type Room = Readonly<{
  /** Whether some cluster may take one more request, `allowance` above its slots. */
  hasRoom: (allowance: number) => boolean;
  /** Whether this very cluster may; true where it is not known. */
  hasRoomAt: (clusterId: string, allowance: number) => boolean;
}>;

/** A request that waits, on the latest view of its target. */
export type WaitingRequest = Readonly<{
  policy: Policy;
  view: View;
  request: RoutingRequest;
  /** As it is on that view. */
  plan: SessionPlan;
  /** What it was told last. */
  last: Wait | Unavailable;
  elapsedMs: number;
}>;

/** Whether deciding again may end or shorten the wait. Cost: O(1), without affinity orders. */
export const canChangeAnswer = (waiting: WaitingRequest, room: Room): boolean => {
  const { policy, view, request, last } = waiting;
  const hasExcluded = (request.excludedClusterIds ?? []).length > 0;
  if (!algorithmOf(policy).looksAtCapacity || policy.maxInputWorkSeconds !== undefined) return true;
  if (hasExcluded) return true;
  const greatestAllowance = Math.max(policy.maxQueued, policy.fallbackMaxQueued);
  if (last.kind === 'unavailable') return room.hasRoom(greatestAllowance);
  const state = View.stateOf(view);
  if (!holdsForGroup(waiting, state)) return true;
  const home = onlyMember(waiting, state);
  return home === undefined
    ? room.hasRoom(greatestAllowance)
    : room.hasRoomAt(home, policy.maxQueued);
};

/**
 * Whether time alone can change an `unavailable` answer: with a queue SLO that slides. Else the
 * answer stands until there is a new view.
 */
export const slidesWithTime = (policy: Policy, { requestSloMs = 0 }: RoutingRequest): boolean =>
  policy.queueSlo !== null && requestSloMs > 0;

const holdsForGroup = (
  { policy, request, plan, elapsedMs }: WaitingRequest,
  { membership, rankedCounts }: ViewState,
): boolean => {
  if (elapsedMs >= plan.waitMs || !hasAffinityGroup(policy, request)) return false;
  const isRanking = algorithmOf(policy).ranksBy === 'ranking';
  return (isRanking ? rankedCounts[policy.rendezvousWeight] : membership.size) > 0;
};

/** The last cluster of a returning session, where it alone is the group that the request holds for. */
const onlyMember = (
  { policy, plan }: WaitingRequest,
  { membership, columns }: ViewState,
): string | undefined => {
  const { state, lastCluster } = plan;
  if (state !== 'returning' || lastCluster < 0 || policy.groupSize !== 1) return undefined;
  const isRanking = algorithmOf(policy).ranksBy === 'ranking';
  const leads = !isRanking || weightColumn(columns, policy.rendezvousWeight)[lastCluster]! > 0;
  return leads ? membership.ids[lastCluster] : undefined;
};
