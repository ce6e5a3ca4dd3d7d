import type { JsonObject } from '../../core/codec/codec.js';
import type { StoryRunSummary } from './story-run-summary.js';
import type { DemoResult } from './demo.js';
import type { TraceSummary } from './replay-trace.js';

/** The JSON of what the demo came to; `played` tells where its story was played. */
export const encodeDemo = (
  { isRight, runs, replays }: DemoResult,
  played: 'in_process' | 'on_servers',
): JsonObject => ({
  played,
  as_told: isRight,
  story: runs.map(encodeRun),
  trace: replays.map(encodeReplay),
});

const encodeRun = (summary: StoryRunSummary): JsonObject => ({
  algorithm: summary.run.algorithm,
  last_cluster_affinity: summary.run.lastClusterAffinity,
  as_told: summary.isRight,
  cluster_ids: summary.clusterIds,
  turns_from_cache: summary.cachedTurnCount,
  reroutes: summary.rerouteCount,
  computed_tokens: summary.computedTokens,
  first_turn_ttft_ms: summary.firstTurnTtftMs,
  later_mean_ttft_ms: summary.laterMeanTtftMs,
});

const encodeReplay = (summary: TraceSummary): JsonObject => ({
  algorithm: summary.run.algorithm,
  last_cluster_affinity: summary.run.lastClusterAffinity,
  requests: summary.requestCount,
  requests_by_cluster: summary.requestCountByCluster,
  returning_turns: summary.returningCount,
  returned_home: summary.stayedCount,
  prompt_tokens: summary.promptTokens,
  cached_tokens: summary.cachedTokens,
  mean_wait_ms: summary.meanWaitMs,
  mean_ttft_ms: summary.meanTtftMs,
});
