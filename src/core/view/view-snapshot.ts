import type { Cluster, ClusterStats, Snapshot } from '../snapshot/snapshot.js';
import { View, type Columns, type QueueEstimates } from './view.js';

/**
 * Reads a view back as the snapshot it could have been compiled from, reservations included:
 * compiling it gives an equal view.
 *
 * A view holds only what decisions depend on. Output rates come back as 0, a rate that is not
 * valid as unknown, and of the KV cache just the free tokens are true. Reservations may have
 * raised numbers beyond what snapshot JSON takes. Cost: O(clusters).
 */
export const snapshotOf = (view: View): Snapshot => ({
  target: view.target,
  clusters: view.clusterIds.map((_, index) => readCluster(view, index)),
});

/** One cluster of `snapshotOf`, by its place in `clusterIds`. */
export const readCluster = (view: View, index: number): Cluster => {
  const { membership, columns } = View.stateOf(view);
  return {
    clusterId: membership.ids[index]!,
    rttMs: columns.rttMs[index]!,
    stats: statsOf(columns, index),
  };
};

/**
 * Whether the cluster at a place is the same in two views: never true when it is not, and true for
 * clusters that a reservation leaves as they were.
 */
export const isSameCluster = (a: View, b: View, index: number): boolean => {
  const [one, other] = [View.stateOf(a), View.stateOf(b)];
  if (one.membership !== other.membership) return false;
  for (const name of COPIED) {
    if (one.columns[name][index] !== other.columns[name][index]) return false;
  }
  return one.columns.estimates[index] === other.columns.estimates[index];
};

/** Columns that hold statistics; the queue delay follows from them and from the estimates. */
const COPIED = [
  'rttMs',
  'meanInputTps',
  'maxInputTps',
  'running',
  'slots',
  'queueSize',
  'queuedTokens',
  'totalQueryTokens',
  'kvFreeTokens',
] as const;

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
