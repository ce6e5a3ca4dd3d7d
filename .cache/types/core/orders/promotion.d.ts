/**
 * Promotion: for one request, the session's last cluster moves to the front of the affinity
 * order; all others keep their relative order. The memoised order is not touched.
 */
import type { PlannedOrder } from './planned-order.js';
/**
 * The cluster to move to the front of a group cut from a ring, or -1. One from outside takes the
 * first place and the group's last member drops out.
 */
export declare const leaderOfGroup: (group: PlannedOrder, lastCluster: number) => number;
/** The cluster to move to the front of a ranking of `clusterCount` clusters, or -1: it must be ranked. */
export declare const leaderOfRanking: (ranking: PlannedOrder, lastCluster: number, clusterCount: number) => number;
