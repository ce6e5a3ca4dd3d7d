import type { Cluster, ClusterStats, Snapshot, Target } from '../../../../src/core/snapshot.js';

export const TARGET: Target = { modelId: 'model-a' };

const IDLE: ClusterStats = {
  lastMeanInputTps: 1000,
  maxInputTps: 1000,
  outputTps: 0,
  maxOutputTps: 0,
  queueSize: 0,
  queuedInputSize: 0,
  numRunningQueries: 0,
  maxEngineConcurrency: 8,
  totalQueryInputSize: 0,
  kvCacheCapacityTokens: 0,
  kvCacheUsedTokens: 0,
  kvCacheFreeTokens: 0,
  queueTimeEstimateMsByPriority: {},
};

export type Change = Partial<ClusterStats> & Readonly<{ rttMs?: number }>;

/** An idle cluster, but for `change`. */
export const cluster = (clusterId: string, { rttMs = 5, ...stats }: Change = {}): Cluster => ({
  clusterId,
  rttMs,
  stats: { ...IDLE, ...stats },
});

/** Takes no request more. */
export const FULL: Change = { numRunningQueries: 8 };

export const snapshotOf = (clusters: readonly Cluster[], target: Target = TARGET): Snapshot => ({
  target,
  clusters,
});

/** Idle clusters of these ids, one per letter. */
export const idleFleet = (letters: string, target: Target = TARGET): Snapshot =>
  snapshotOf(
    [...letters].map((id) => cluster(id)),
    target,
  );

/** An affinity key whose order of A, B, C, D is just that, on the ring and in a ranking alike. */
export const HOME_KEY = 'session-2120';
