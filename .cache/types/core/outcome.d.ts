/** Builders of decisions; every algorithm answers through them. */
import type { Attempt } from './attempt.js';
import type { Phase, Selected, SessionOutcome, Unavailable, Wait } from './decision.js';
import type { Order } from './orders/order-memo.js';
/** The outcome of a request that was not classified. */
export declare const unclassified: SessionOutcome;
export declare const selected: (attempt: Attempt, session: SessionOutcome, choice: Readonly<{
    cluster: number;
    rankDepth: number;
    phase: Phase;
    skippedForKvFreeTokens?: boolean;
}>) => Selected;
export declare const waitUntil: (attempt: Attempt, session: SessionOutcome, untilMs: number) => Wait;
/** `ranking` is what the algorithm ranks, or null where it looks at every cluster. */
export declare const unavailable: (attempt: Attempt, session: SessionOutcome, ranking: Order | null) => Unavailable;
