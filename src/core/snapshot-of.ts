import type { Cluster, ClusterStats, Snapshot } from './snapshot.js';
import { View, type Columns, type QueueEstimates } from './view.js';

/**
 * Reads a view back as the snapshot it could have been compiled from, reservations included:
 * compiling it gives an equal view.
 *
 * A view holds only what decisions depend on. Output rates come back as 0, a rate that is not
 * valid as unknown, and of the KV cache just the free tokens are true. Reservations may have
 * raised numbers beyond what snapshot JSON takes. Cost: O(clusters).
 */
export const snapshotOf = (view: View): Snapshot => {
  const { membership, columns } = View.stateOf(view);
  const clusters = membership.ids.map((clusterId, index): Cluster => {
    return { clusterId, rttMs: columns.rttMs[index]!, stats: statsOf(columns, index) };
  });
  return { target: view.target, clusters };
};

const statsOf = (columns: Columns, index: number): ClusterStats => {
  const maxInputTps = columns.maxInputTps[index]!;
  return {
    lastMeanInputTps: columns.meanInputTps[index]!,
    ...(maxInputTps > 0 && { maxInputTps }),
    outputTps: 0,
    maxOutputTps: 0,
    queueSize: columns.queueSize[index]!,
    queuedInputSize: columns.queuedTokens[index]!,
    numRunningQueries: columns.running[index]!,
    maxEngineConcurrency: columns.slots[index]!,
    totalQueryInputSize: columns.totalQueryTokens[index]!,
    ...kvStatsOf(columns.kvFreeTokens[index]!),
    queueTimeEstimateMsByPriority: byPriority(columns.estimates[index]),
  };
};

type KvStats = Pick<
  ClusterStats,
  'kvCacheCapacityTokens' | 'kvCacheUsedTokens' | 'kvCacheFreeTokens'
>;

/** KV metrics count as reported when one is above 0, so a cache without free tokens needs a size. */
const kvStatsOf = (freeTokens: number): KvStats => {
  const isReported = freeTokens >= 0;
  const capacityTokens = isReported ? Math.max(1, freeTokens) : 0;
  return {
    kvCacheCapacityTokens: capacityTokens,
    kvCacheUsedTokens: isReported ? capacityTokens - freeTokens : 0,
    kvCacheFreeTokens: isReported ? freeTokens : 0,
  };
};

const byPriority = (
  estimates: QueueEstimates | undefined,
): ClusterStats['queueTimeEstimateMsByPriority'] =>
  Object.fromEntries(
    (estimates?.priorities ?? []).map((priority, at) => [priority, estimates!.delaysMs[at]!]),
  );
