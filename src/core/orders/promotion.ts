/**
 * Promotion: for one request, the session's last cluster moves to the front of the affinity
 * order; all others keep their relative order. The memoised order is not touched.
 */
import type { PlannedOrder } from './order.js';

/**
 * The cluster to move to the front of a group cut from a ring, or -1. One from outside takes the
 * first place and the group's last member drops out; an excluded one takes no place.
 */
export const leaderOfGroup = (
  group: PlannedOrder,
  lastCluster: number,
  excluded: Uint8Array | null,
): number =>
  lastCluster < 0 || group.first === lastCluster || excluded?.[lastCluster] === 1
    ? -1
    : lastCluster;

/** The cluster to move to the front of a ranking of `clusterCount` clusters, or -1: it must be ranked. */
export const leaderOfRanking = (
  ranking: PlannedOrder,
  lastCluster: number,
  clusterCount: number,
): number => {
  if (lastCluster < 0 || ranking.first === lastCluster) return -1;
  // When all clusters are ranked there is nothing to look for.
  const isRanked = ranking.length === clusterCount || ranking.order.includes(lastCluster);
  return isRanked ? lastCluster : -1;
};
