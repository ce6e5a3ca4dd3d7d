/**
 * wait-and-widen: hold for the session's affinity group for X ms, then go anywhere.
 *
 * Use it where clusters count as equals and a session's KV cache is worth a bounded wait. The
 * group is the first k clusters of a hash ring (see ring.ts); within it and afterwards the
 * choice is made by TTFT buckets (see pick.ts). Without an affinity key, or without k, every
 * cluster is in reach at once.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified, waitUntil } from '../outcome.js';
import { pick, type Pick } from '../pick.js';
import { ledBy } from '../orders/planned-order.js';
import { leaderOfGroup } from '../orders/promotion.js';
import { hasAffinityKey } from '../request.js';
import type { SessionPlan } from '../session-plan.js';

export const decideWaitAndWiden = (attempt: Attempt, plan: SessionPlan): Decision => {
  const { policy, elapsedMs } = attempt;
  if (!hasAffinityGroup(attempt)) return decideWithoutGroup(attempt);
  const group = attempt.orders.ringOrder(policy, attempt.affinityKey);
  const leader = leaderOfGroup(group, plan.lastCluster);
  const session = { sessionState: plan.state, promoted: leader >= 0 };
  const affinity = pick(attempt, {
    phase: 'affinity',
    clusters: leader < 0 ? group : ledBy(group, leader, group.length),
    scale: plan.scale,
    allowance: policy.maxQueued,
    openFromMs: 0,
  });
  if (affinity.cluster >= 0) {
    const { cluster } = affinity;
    return selected(attempt, session, { cluster, rankDepth: 1, phase: 'affinity' });
  }
  if (elapsedMs < plan.waitMs) {
    attempt.nextOpeningMs = Math.min(attempt.nextOpeningMs, plan.waitMs);
    return waitUntil(attempt, session, Math.min(plan.waitMs, affinity.untilMs));
  }
  const global = pickGlobal(attempt, plan.waitMs);
  if (global.cluster >= 0) {
    const rankDepth = group.length + 1;
    return selected(attempt, session, { cluster: global.cluster, rankDepth, phase: 'global' });
  }
  const untilMs = Math.min(affinity.untilMs, global.untilMs);
  if (untilMs === Infinity) return unavailable(attempt, session, null);
  return waitUntil(attempt, session, untilMs);
};

/** Whether the request has an affinity group: it needs a key, and the policy a k. */
export const hasAffinityGroup = ({ policy, request }: Attempt): boolean =>
  hasAffinityKey(request) && policy.cacheAffinityBackendSelectionCount !== undefined;

const decideWithoutGroup = (attempt: Attempt): Decision => {
  const global = pickGlobal(attempt, 0);
  if (global.cluster >= 0) {
    const { cluster } = global;
    return selected(attempt, unclassified, { cluster, rankDepth: 1, phase: 'global' });
  }
  if (global.untilMs === Infinity) return unavailable(attempt, unclassified, null);
  return waitUntil(attempt, unclassified, global.untilMs);
};

const pickGlobal = (attempt: Attempt, openFromMs: number): Pick =>
  pick(attempt, {
    phase: 'global',
    clusters: attempt.membership.all,
    scale: 1,
    allowance: attempt.policy.maxQueued,
    openFromMs,
  });
