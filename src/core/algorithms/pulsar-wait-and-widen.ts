/**
 * pulsar-wait-and-widen: hold for the first ranks of the session's Pulsar ranking for the affinity wait,
 * then widen along the ranking, band by band.
 *
 * Use it where clusters differ in size and a session's KV cache is worth a bounded wait. No rank
 * is exempt from load: a full first rank is waited for and then passed over. Bands double, as in
 * expanding-ring search, so a hot key spreads no further than its load demands.
 */
import type { Algorithm } from './algorithm.js';
import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision, SessionOutcome } from '../decision.js';
import { selected, unavailable, unclassified, waitUntil } from '../outcome.js';
import { pick, type PoolChoice } from '../selection/pick.js';
import { firstOf, ledBy, type PlannedOrder } from '../orders/order.js';
import { leaderOfRanking } from '../orders/promotion.js';
import type { SessionPlan } from '../session-plan.js';
import { openBands } from './band.js';
import { isSkippedForKv, rankingOf } from './ranked.js';

const decidePulsarWaitAndWiden = (context: DecisionContext, plan: SessionPlan): Decision => {
  const { policy, elapsedMs } = context;
  const ranking = rankingOf(context);
  if (ranking.length === 0) return unavailable(context, unclassified, ranking.order);
  const leader = leaderOfRanking(ranking, plan.lastCluster, context.membership.size);
  const session = { sessionState: plan.state, promoted: leader >= 0 };
  const group = reachInto(ranking, leader, policy.groupSize);
  const affinity = pick(context, {
    phase: 'affinity',
    clusters: group,
    scale: plan.scale,
    allowance: policy.maxQueued,
    compares: 'load',
    openFromMs: 0,
  });
  if (affinity.cluster >= 0) return selectedAt(context, session, group, affinity, 'affinity');
  if (elapsedMs < plan.waitMs) {
    context.nextOpeningMs = Math.min(context.nextOpeningMs, plan.waitMs);
    return waitUntil(context, session, Math.min(plan.waitMs, affinity.untilMs));
  }
  const bands = openBands(policy, ranking.length, plan.waitMs, elapsedMs);
  const reach = reachInto(ranking, leader, bands.reach);
  const open = pick(context, {
    phase: 'open',
    clusters: reach,
    scale: 1,
    allowance: policy.fallbackMaxQueued,
    compares: 'load',
    openFromMs: plan.waitMs,
  });
  context.nextOpeningMs = Math.min(context.nextOpeningMs, bands.nextOpensMs);
  if (open.cluster >= 0) return selectedAt(context, session, reach, open, 'open');
  const untilMs = Math.min(affinity.untilMs, open.untilMs, bands.nextOpensMs);
  if (untilMs === Infinity) return unavailable(context, session, ranking.order);
  return waitUntil(context, session, untilMs);
};

/** The first ranks, with the leader in front if there is one. */
const reachInto = (ranking: PlannedOrder, leader: number, length: number): PlannedOrder =>
  leader < 0 ? firstOf(ranking, length) : ledBy(ranking, leader, length);

const selectedAt = (
  context: DecisionContext,
  session: SessionOutcome,
  planned: PlannedOrder,
  { cluster, position }: PoolChoice,
  phase: 'affinity' | 'open',
): Decision =>
  selected(context, session, {
    cluster,
    rankDepth: position + 1,
    phase,
    skippedForKvFreeTokens: isSkippedForKv(context, planned, position),
  });

export const pulsarWaitAndWiden: Algorithm = {
  decide: decidePulsarWaitAndWiden,
  ranksBy: 'ranking',
  looksAtCapacity: true,
  compares: 'load',
};
