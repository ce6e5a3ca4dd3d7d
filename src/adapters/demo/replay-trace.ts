import {
  INDEPENDENT,
  runPolicy,
  type CreateWorkload,
  type EngineModel,
  type Scenario,
  type TraceModel,
} from '../simulator/index.js';
import type { StoryRun } from './story.js';

/** What one replay of the trace came to. */
export type TraceSummary = Readonly<{
  run: StoryRun;
  requestCount: number;
  requestCountByCluster: Readonly<Record<string, number>>;
  /** Requests of sessions that were served before, and those of them their last cluster served. */
  returningCount: number;
  stayedCount: number;
  promptTokens: number;
  cachedTokens: number;
  meanWaitMs: number;
  meanTtftMs: number;
}>;

/** The beginning of the chat trace in a file: 500 requests. */
export const demoTrace = (file: string): TraceModel => ({
  ...{ kind: 'trace', format: 'json-lines', file, sessionsFile: undefined },
  ...{ prefixes: 'numbered', loop: 'open', blockTokens: 512, openingBlocks: 1 },
  ...{ answerTokens: 0, limit: 500, pace: 1, spreadMs: 0, sessionsPerSecond: 1 },
  ...{ maxThinkMs: Infinity, maxInputTokens: Infinity, onBadRow: 'stop' },
});

/** Clusters of the trace: it keeps most of their slots busy. */
export const TRACE_CLUSTERS: readonly EngineModel[] = ['A', 'B', 'C', 'D'].map((clusterId, at) => ({
  clusterId,
  rttMs: 5 + at,
  slots: 8,
  prefillTokensPerSecond: 20_000,
  decodeTokensPerSecond: 50,
  decodeMs: undefined,
  // More than the trace ever shows one cluster.
  kvCacheTokens: 10_000_000,
  batching: INDEPENDENT,
}));

/** Sends the requests of a trace to a small pool of clusters, in virtual time. */
export const replayTrace = (trace: CreateWorkload, run: StoryRun): TraceSummary => {
  const scenario = traceScenario(run);
  const { promptTokens, cachedTokens, summary } = counted(scenario, trace);
  const { requests, returning, leftShare, waitMs, ttftMs, clusters } = summary;
  return {
    run,
    requestCount: requests,
    requestCountByCluster: Object.fromEntries(
      clusters.map(({ clusterId, served }) => [clusterId, served]),
    ),
    returningCount: returning,
    stayedCount: Math.round(returning * (1 - leftShare)),
    ...{ promptTokens, cachedTokens, meanWaitMs: waitMs.mean, meanTtftMs: ttftMs.mean },
  };
};

const counted = (scenario: Scenario, trace: CreateWorkload) => {
  const summary = runPolicy(scenario, scenario.policies[0]!, scenario.seed, trace);
  const { inputTokens: promptTokens, cachedTokens } = summary.totals;
  return { summary, promptTokens, cachedTokens };
};

const traceScenario = ({ algorithm, lastClusterAffinity }: StoryRun): Scenario => ({
  ...{ name: 'demo', description: '', seed: 'demo', warmupMs: 0, endMs: Infinity },
  ...{ ttftObjectiveMs: 1000, routerCount: 1, gatewayCount: 1, incidents: [] },
  clusters: TRACE_CLUSTERS,
  statistics: { kind: 'none', everyMs: 1000, delayMs: 0 },
  memory: { kind: 'shared', ttlMs: 600_000, maxEntries: 100_000 },
  // What finds every slot taken waits for one.
  ...{ maxWaitMs: 60_000, requestSloMs: undefined },
  workload: demoTrace(''),
  policies: [
    {
      name: algorithm,
      sessions: 'named',
      chooses: {
        kind: 'policy',
        config: {
          algorithm,
          cacheAffinityBackendSelectionCount: 1,
          cacheAffinityWaitMs: 2000,
          cacheAffinityInputTokensScale: 0.1,
          lastClusterAffinity,
        },
      },
    },
  ],
});
