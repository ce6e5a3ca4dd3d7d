import type { Act, StoryEvent } from './story.js';
/** What one performance came to. */
export type ActSummary = Readonly<{
    act: Act;
    /** The cluster of every turn. */
    clusterIds: readonly string[];
    cachedTurnCount: number;
    /** Turns that another cluster served than the one before. */
    rerouteCount: number;
    firstTurnTtftMs: number;
    laterMeanTtftMs: number;
    /** Prompt tokens that had to be computed. */
    computedTokens: number;
    /** Whether it came out as the story says. */
    isRight: boolean;
}>;
/** Sums a performance up. */
export declare const summarizeAct: (act: Act, events: readonly StoryEvent[]) => ActSummary;
