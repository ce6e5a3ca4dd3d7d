import { LRUCache } from 'lru-cache';
/** Snapshots that later lines of a stream may refer to. */
export declare const KEPT_SNAPSHOT_COUNT = 4096;
/** Clusters that these have together; a snapshot that has more is not kept at all. */
export declare const KEPT_CLUSTER_COUNT = 65536;
/**
 * What is kept of the snapshots that the lines of a stream carried, by line number.
 *
 * Least recently carried or referred to goes first. Who writes references keeps the same account,
 * and so knows what a reader still has. Set entries with `keptSize`.
 */
export declare const createKeptSnapshots: <Kept extends object | true>() => LRUCache<number, Kept>;
/** What a snapshot counts for; an empty one takes a place, too. */
export declare const keptSize: (clusterCount: number) => Readonly<{
    size: number;
}>;
