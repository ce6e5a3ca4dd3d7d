import type {
  Cluster,
  ClusterStats,
  Snapshot,
  Target,
} from '../../../../src/core/snapshot/snapshot.js';
import { clusterOf } from '../../../support/default-stats.js';

export const TARGET: Target = { modelId: 'model-a' };

export type Change = Partial<ClusterStats> & Readonly<{ rttMs?: number }>;

/** An idle cluster of 8 slots, but for `change`. */
export const cluster = (clusterId: string, { rttMs, ...stats }: Change = {}): Cluster =>
  clusterOf(clusterId, { maxEngineConcurrency: 8, ...stats }, rttMs);

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
