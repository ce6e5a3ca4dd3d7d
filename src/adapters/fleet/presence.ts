import type { FleetCluster } from './fleet-cluster.js';
import type { Member } from './member.js';

/** The members that are used, by cluster. A cluster that is not in it is dropped. */
export type Presence = Readonly<{
  members: ReadonlyMap<FleetCluster, readonly Member[]>;
  /** All reports have stopped, so that members are kept which would be dropped. */
  hasLostReports: boolean;
}>;

/**
 * Which clusters of a target are there, and with which members.
 *
 * Members that are lost are left out, and clusters without any left. But when no backend of the
 * target reports any more, or no cluster would be left, all are kept as they are: then it is the
 * way of the reports that is broken, not every engine.
 */
export const judgePresence = (clusters: readonly FleetCluster[], nowMs: number): Presence => {
  const everyone = clusters.flatMap((cluster) => cluster.members);
  const haveAllStopped =
    everyone.some((member) => member.isLost(nowMs)) &&
    !everyone.some((member) => member.isReporting(nowMs));
  const members = new Map<FleetCluster, readonly Member[]>();
  for (const cluster of haveAllStopped ? [] : clusters) {
    const alive = cluster.aliveMembers(nowMs);
    if (alive !== undefined) members.set(cluster, alive);
  }
  if (members.size > 0) return { members, hasLostReports: false };
  return {
    members: new Map(clusters.map((cluster) => [cluster, cluster.members])),
    hasLostReports: everyone.length > 0,
  };
};

/**
 * The clusters that cannot be connected to at the moment, as all their backends are paused. None
 * while that is true of all: then something is better to route by than nothing.
 */
export const pausedClusters = (
  clusters: Iterable<FleetCluster>,
  nowMs: number,
): ReadonlySet<FleetCluster> => {
  const paused = new Set<FleetCluster>();
  let isAnyReachable = false;
  for (const cluster of clusters) {
    if (cluster.isReachable(nowMs)) isAnyReachable = true;
    else if ((cluster.present ?? []).length > 0) paused.add(cluster);
  }
  return isAnyReachable ? paused : new Set();
};
