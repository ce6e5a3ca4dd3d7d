import type { Act } from './story.js';
import type { TraceOutcome } from './replay-trace.js';
import { TRACE_POOL } from './trace-pool.js';

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
export const summarizeTrace = (act: Act, outcomes: readonly TraceOutcome[]): TraceSummary => {
  const returning = outcomes.filter(({ lastClusterId }) => lastClusterId !== undefined);
  const sum = (of: (outcome: TraceOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    act,
    requestCount: outcomes.length,
    requestCountByCluster: Object.fromEntries(
      TRACE_POOL.map(({ clusterId }) => [
        clusterId,
        outcomes.filter((outcome) => outcome.clusterId === clusterId).length,
      ]),
    ),
    returningCount: returning.length,
    stayedCount: returning.filter(({ clusterId, lastClusterId }) => clusterId === lastClusterId)
      .length,
    blockCount: sum(({ row }) => row.hash_ids.length),
    cachedBlockCount: sum(({ cachedBlockCount }) => cachedBlockCount),
    meanWaitMs: sum(({ waitMs }) => waitMs) / outcomes.length,
    meanTtftMs: sum(({ ttftMs }) => ttftMs) / outcomes.length,
  };
};
