import type { Cluster } from '../../core/snapshot.js';
import { type GroupEvents } from './backend-group.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import type { Member } from './member.js';
import type { Backend } from './port.js';
import type { FleetPorts } from './ports.js';
/** One cluster of a target, with its backends. */
export declare class FleetCluster {
    #private;
    definition: ClusterDefinition;
    readonly ports: FleetPorts;
    constructor(definition: ClusterDefinition, ports: FleetPorts, events: GroupEvents);
    get members(): readonly Member[];
    /** Those that do their work; a cluster defined without backends has none and is never lost. */
    aliveMembers(nowMs: number): readonly Member[] | undefined;
    get present(): readonly Member[] | undefined;
    setPresent(members: readonly Member[] | undefined): void;
    /**
     * Takes in a new definition; the backends it keeps keep their reports and pauses. Returns the
     * members it is a report of: without a source of their own, and with statistics that tell of
     * load and were pushed or are others than before.
     */
    redefine(definition: ClusterDefinition, isPushed: boolean): readonly Member[];
    /** Its statistics now; the same object until something changes. */
    aggregated(nowMs: number): Cluster;
    /** The one of those that may be tried that was not chosen for longest. */
    choose(tried: ReadonlySet<string>, nowMs: number): Backend | undefined;
    close(): void;
}
