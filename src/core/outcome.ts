/** Builders of decisions; every algorithm answers through them. */
import type { DecisionContext } from './selection/decision-context.js';
import type { Phase, Selected, SessionOutcome, Unavailable, Wait } from './decision.js';
import { estimateQueueMs } from './view/estimate.js';
import type { Order } from './orders/order.js';
import { unavailableReason } from './unavailable.js';

/** The outcome of a request that was not classified. */
export const unclassified: SessionOutcome = { sessionState: null, promoted: false };

export const selected = (
  context: DecisionContext,
  session: SessionOutcome,
  choice: Readonly<{
    cluster: number;
    rankDepth: number;
    phase: Phase;
    skippedForKvFreeTokens?: boolean;
  }>,
): Selected => ({
  kind: 'selected',
  clusterId: context.membership.ids[choice.cluster]!,
  rankDepth: choice.rankDepth,
  phase: choice.phase,
  skippedForKvFreeTokens: choice.skippedForKvFreeTokens ?? false,
  queueMs: estimateQueueMs(context.columns, choice.cluster, context.priority),
  sessionState: session.sessionState,
  promoted: session.promoted,
});

/** A selection by turn. Written out, because spreading one object into another is slow. */
export const selectedInTurn = (
  context: DecisionContext,
  cluster: number,
  nextCursor: number,
): Selected => ({
  kind: 'selected',
  clusterId: context.membership.ids[cluster]!,
  rankDepth: 1,
  phase: 'direct',
  skippedForKvFreeTokens: false,
  queueMs: estimateQueueMs(context.columns, cluster, context.priority),
  sessionState: null,
  promoted: false,
  nextCursor,
});

export const waitUntil = (
  context: DecisionContext,
  session: SessionOutcome,
  untilMs: number,
): Wait => ({
  kind: 'wait',
  untilMs,
  delayMs: untilMs - context.elapsedMs,
  sessionState: session.sessionState,
  promoted: session.promoted,
});

/** `ranking` is what the algorithm ranks, or null where it looks at every cluster. */
export const unavailable = (
  context: DecisionContext,
  session: SessionOutcome,
  ranking: Order | null,
): Unavailable => ({
  kind: 'unavailable',
  reason: unavailableReason(context, ranking),
  sessionState: session.sessionState,
  promoted: session.promoted,
});
