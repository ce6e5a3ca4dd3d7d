import type { Cluster } from '../../core/snapshot.js';
import type { View } from '../../core/view.js';
import { createView } from '../platform/node.js';

/** A cluster the demo makes up. */
export type PoolCluster = Readonly<{
  clusterId: string;
  rttMs: number;
  slots: number;
  prefillTokensPerSecond: number;
}>;

/** The view of a pool of idle clusters; load comes in as reservations. */
export const idlePoolView = (pool: readonly PoolCluster[]): View =>
  createView({ target: { modelId: 'demo-model' }, clusters: pool.map(idleCluster) });

const idleCluster = (cluster: PoolCluster): Cluster => ({
  clusterId: cluster.clusterId,
  rttMs: cluster.rttMs,
  stats: {
    lastMeanInputTps: cluster.prefillTokensPerSecond,
    maxInputTps: cluster.prefillTokensPerSecond,
    outputTps: 0,
    maxOutputTps: 0,
    queueSize: 0,
    queuedInputSize: 0,
    numRunningQueries: 0,
    maxEngineConcurrency: cluster.slots,
    totalQueryInputSize: 0,
    kvCacheCapacityTokens: 0,
    kvCacheUsedTokens: 0,
    kvCacheFreeTokens: 0,
    queueTimeEstimateMsByPriority: {},
  },
});
