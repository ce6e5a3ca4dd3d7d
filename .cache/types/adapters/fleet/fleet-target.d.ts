import type { Snapshot, Target } from '../../core/snapshot.js';
import type { TargetDefinition } from './document/fleet-document.js';
import { FleetCluster } from './fleet-cluster.js';
import type { Member } from './member.js';
import type { Backend } from './port.js';
import type { FleetPorts } from './ports.js';
/** One target of a fleet: its clusters, what of them is there, and what is to be told. */
export declare class FleetTarget {
    #private;
    definition: TargetDefinition;
    readonly ports: FleetPorts;
    /** Something is to be published. */
    readonly onChange: (target: FleetTarget) => void;
    readonly target: Target;
    constructor(definition: TargetDefinition, ports: FleetPorts, 
    /** Something is to be published. */
    onChange: (target: FleetTarget) => void);
    /** Takes in a new definition; what stays in it keeps its reports, pauses and turns. */
    redefine(definition: TargetDefinition, isPushed: boolean): void;
    /** Judges anew what is there; publishes when that is not what it was. */
    refresh(): void;
    /** The ids of the backends that reported or left since it was asked last. */
    takeNews(): ReadonlySet<string>;
    snapshot(): Snapshot;
    cluster(clusterId: string): FleetCluster | undefined;
    /** The member a backend stands for, unless another engine has taken its id. */
    memberOf({ clusterId, id, url }: Backend): Member | undefined;
    /** All that are known of, dropped ones included. */
    get members(): readonly Member[];
    /** Members that are used. */
    get present(): readonly Member[];
    close(): void;
}
