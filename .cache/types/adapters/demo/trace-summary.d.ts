import type { Act } from './story.js';
import type { TraceOutcome } from './replay-trace.js';
/** What one replay of the trace came to. */
export type TraceSummary = Readonly<{
    act: Act;
    requestCount: number;
    requestCountByCluster: Readonly<Record<string, number>>;
    /** Turns after the first of their session, and those of them their last cluster served. */
    returningCount: number;
    stayedCount: number;
    blockCount: number;
    cachedBlockCount: number;
    meanWaitMs: number;
    meanTtftMs: number;
}>;
/** Sums a replay up. */
export declare const summarizeTrace: (act: Act, outcomes: readonly TraceOutcome[]) => TraceSummary;
