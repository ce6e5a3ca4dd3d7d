import type { FleetCluster } from './fleet-cluster.js';
import type { Member } from './member.js';
/** The members that are used, by cluster. A cluster that is not in it is dropped. */
export type Presence = Readonly<{
    members: ReadonlyMap<FleetCluster, readonly Member[]>;
    /** The cluster that is kept only because it is the last of its target. */
    lastResort: FleetCluster | undefined;
}>;
/**
 * Which clusters of a target are there, and with which members.
 *
 * Members that are lost are left out, and clusters without any left. When that leaves no cluster,
 * the one that gave the latest sign of life is kept as it is, with all its members: something is
 * better to route by than nothing.
 */
export declare const judgePresence: (clusters: readonly FleetCluster[], nowMs: number) => Presence;
