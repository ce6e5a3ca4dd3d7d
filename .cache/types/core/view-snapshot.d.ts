import type { Cluster, Snapshot } from './snapshot.js';
import { View } from './view.js';
/**
 * Reads a view back as the snapshot it could have been compiled from, reservations included:
 * compiling it gives an equal view.
 *
 * A view holds only what decisions depend on. Output rates come back as 0, a rate that is not
 * valid as unknown, and of the KV cache just the free tokens are true. Reservations may have
 * raised numbers beyond what snapshot JSON takes. Cost: O(clusters).
 */
export declare const snapshotOf: (view: View) => Snapshot;
/** One cluster of `snapshotOf`, by its place in `clusterIds`. */
export declare const readCluster: (view: View, index: number) => Cluster;
/**
 * Whether the cluster at a place is the same in two views: never true when it is not, and true for
 * clusters that a reservation leaves as they were.
 */
export declare const isSameCluster: (a: View, b: View, index: number) => boolean;
