import { LRUCache } from 'lru-cache';

/** Snapshots that later lines of a stream may refer to. */
export const KEPT_SNAPSHOT_COUNT = 4096;

/** Clusters that these have together; a snapshot that has more is not kept at all. */
export const KEPT_CLUSTER_COUNT = 65_536;

/**
 * What is kept of the snapshots that the lines of a stream carried, by line number.
 *
 * Least recently carried or referred to goes first. Who writes references keeps the same account,
 * and so knows what a reader still has. Set entries with `keptSize`.
 */
export const createKeptSnapshots = <Kept extends object | true>(): LRUCache<number, Kept> =>
  new LRUCache({ max: KEPT_SNAPSHOT_COUNT, maxSize: KEPT_CLUSTER_COUNT });

/** What a snapshot counts for; an empty one takes a place, too. */
export const keptSize = (clusterCount: number): Readonly<{ size: number }> => ({
  size: Math.max(1, clusterCount),
});
