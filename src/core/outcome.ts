/** Builders of decisions; every algorithm answers through them. */
import type { Attempt } from './attempt.js';
import type { Phase, Selected, SessionOutcome, Unavailable, Wait } from './decision.js';
import { estimateQueueMs } from './estimate.js';
import type { Order } from './orders/order-memo.js';
import { unavailableReason } from './unavailable.js';

/** The outcome of a request that was not classified. */
export const unclassified: SessionOutcome = { sessionState: null, promoted: false };

export const selected = (
  attempt: Attempt,
  session: SessionOutcome,
  choice: Readonly<{
    cluster: number;
    rankDepth: number;
    phase: Phase;
    skippedForKvFreeTokens?: boolean;
  }>,
): Selected => ({
  kind: 'selected',
  clusterId: attempt.membership.ids[choice.cluster]!,
  rankDepth: choice.rankDepth,
  phase: choice.phase,
  skippedForKvFreeTokens: choice.skippedForKvFreeTokens ?? false,
  queueMs: estimateQueueMs(attempt.columns, choice.cluster, attempt.priority),
  sessionState: session.sessionState,
  promoted: session.promoted,
});

export const waitUntil = (attempt: Attempt, session: SessionOutcome, untilMs: number): Wait => ({
  kind: 'wait',
  untilMs,
  delayMs: untilMs - attempt.elapsedMs,
  sessionState: session.sessionState,
  promoted: session.promoted,
});

/** `ranking` is what the algorithm ranks, or null where it looks at every cluster. */
export const unavailable = (
  attempt: Attempt,
  session: SessionOutcome,
  ranking: Order | null,
): Unavailable => ({
  kind: 'unavailable',
  reason: unavailableReason(attempt, ranking),
  sessionState: session.sessionState,
  promoted: session.promoted,
});
