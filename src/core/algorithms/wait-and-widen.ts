/**
 * wait-and-widen: hold for the session's affinity group for the affinity wait, then go anywhere.
 *
 * Use it where clusters count as equals and a session's KV cache is worth a bounded wait. The
 * group is the first clusters of a hash ring (see ring.ts); within it and afterwards the
 * choice is made by TTFT buckets (see pick.ts). Without an affinity key, or a group size, every
 * cluster is in reach at once.
 */
import type { Algorithm } from './algorithm.js';
import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified, waitUntil } from '../outcome.js';
import { pick, type PoolChoice } from '../selection/pick.js';
import { ledBy, type PlannedOrder } from '../orders/order.js';
import { leaderOfGroup } from '../orders/promotion.js';
import { hasAffinityKey } from '../request.js';
import type { SessionPlan } from '../session-plan.js';

const decideWaitAndWiden = (context: DecisionContext, plan: SessionPlan): Decision => {
  const { policy, elapsedMs, excluded } = context;
  if (policy.groupSize === 0 || !hasAffinityKey(context.request))
    return decideWithoutGroup(context);
  const group = groupOf(context);
  const leader = leaderOfGroup(group, plan.lastCluster, excluded);
  const session = { sessionState: plan.state, promoted: leader >= 0 };
  // Only where every cluster is excluded: there is nothing to wait for.
  if (group.length === 0) return unavailable(context, session, null);
  const affinity = pick(context, {
    phase: 'affinity',
    clusters: leader < 0 ? group : ledBy(group, leader, group.length),
    scale: plan.scale,
    allowance: policy.maxQueued,
    compares: 'comparator',
    openFromMs: 0,
  });
  if (affinity.cluster >= 0) {
    const { cluster } = affinity;
    return selected(context, session, { cluster, rankDepth: 1, phase: 'affinity' });
  }
  if (elapsedMs < plan.waitMs) {
    context.nextOpeningMs = Math.min(context.nextOpeningMs, plan.waitMs);
    return waitUntil(context, session, Math.min(plan.waitMs, affinity.untilMs));
  }
  const global = pickGlobal(context, plan.waitMs);
  if (global.cluster >= 0) {
    const rankDepth = group.length + 1;
    return selected(context, session, { cluster: global.cluster, rankDepth, phase: 'global' });
  }
  const untilMs = Math.min(affinity.untilMs, global.untilMs);
  if (untilMs === Infinity) return unavailable(context, session, null);
  return waitUntil(context, session, untilMs);
};

/** The affinity group of the request under its policy, before promotion. */
export const groupOf = (context: DecisionContext): PlannedOrder => {
  const { policy, orders, affinityKey, excluded } = context;
  return (context.affinityOrder ??= orders.ringOrder(policy, affinityKey, excluded));
};

const decideWithoutGroup = (context: DecisionContext): Decision => {
  const global = pickGlobal(context, 0);
  if (global.cluster >= 0) {
    const { cluster } = global;
    return selected(context, unclassified, { cluster, rankDepth: 1, phase: 'global' });
  }
  if (global.untilMs === Infinity) return unavailable(context, unclassified, null);
  return waitUntil(context, unclassified, global.untilMs);
};

const pickGlobal = (context: DecisionContext, openFromMs: number): PoolChoice =>
  pick(context, {
    phase: 'global',
    clusters: context.membership.all,
    scale: 1,
    allowance: context.policy.maxQueued,
    compares: 'comparator',
    openFromMs,
  });

export const waitAndWiden: Algorithm = {
  decide: decideWaitAndWiden,
  ranksBy: 'ring',
  looksAtCapacity: true,
  compares: 'comparator',
};
