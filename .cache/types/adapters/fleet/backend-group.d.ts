import type { BackendDefinition } from './document/backend-definition.js';
import { Member } from './member.js';
import type { FleetPorts } from './ports.js';
/** What a group tells its cluster. */
export type GroupEvents = Readonly<{
    onReport: (member: Member) => void;
    /** The member is gone; its source is closed. */
    onRemoved: (member: Member) => void;
    /** There are others than before, or fewer. */
    onMembers: () => void;
}>;
/** What one backend of a document stands for: one member, or one per address of its host. */
export declare class BackendGroup {
    #private;
    definition: BackendDefinition;
    readonly clusterId: string;
    readonly ports: FleetPorts;
    readonly events: GroupEvents;
    constructor(definition: BackendDefinition, clusterId: string, ports: FleetPorts, events: GroupEvents);
    get members(): readonly Member[];
    /**
     * Whether its members are to be dropped because their host name has had no address for long. A
     * resolver that fails says nothing: then they stay.
     */
    hasVanished(nowMs: number): boolean;
    /**
     * Whether a new definition is about the same engines, so that what is known of them stays. The
     * capacity belongs to it, as pages are read with it.
     */
    isSameAs(other: BackendDefinition): boolean;
    redefine(definition: BackendDefinition): void;
    close(): void;
}
