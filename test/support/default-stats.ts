import type { Cluster, ClusterStats } from '../../src/core/snapshot/snapshot.js';

/** An idle cluster of unknown slots, 5 ms away, at 1,000 tokens/s; `stats` changes that. */
export const clusterOf = (
  clusterId: string,
  stats: Partial<ClusterStats> = {},
  rttMs = 5,
): Cluster => ({
  clusterId,
  rttMs,
  stats: {
    lastMeanInputTps: 1000,
    maxInputTps: 1000,
    outputTps: 0,
    maxOutputTps: 0,
    queueSize: 0,
    queuedInputSize: 0,
    numRunningQueries: 0,
    maxEngineConcurrency: 0,
    totalQueryInputSize: 0,
    kvCacheCapacityTokens: 0,
    kvCacheUsedTokens: 0,
    kvCacheFreeTokens: 0,
    queueTimeEstimateMsByPriority: {},
    ...stats,
  },
});

/** A cluster of that weight in a Pulsar ranking, whichever statistic it is weighted by. */
export const clusterOfWeight = (clusterId: string, weight: number): Cluster =>
  clusterOf(clusterId, { lastMeanInputTps: weight, maxInputTps: weight });
