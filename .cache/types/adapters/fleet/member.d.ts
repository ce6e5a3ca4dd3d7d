import type { BackendDefinition } from './document/backend-definition.js';
import type { BackendFigures } from './backend-figures.js';
import { ConnectHealth } from './connect-health.js';
import type { Backend } from './port.js';
import type { FleetPorts } from './ports.js';
/**
 * One backend as the fleet keeps it: its definition, its last report, how connecting goes.
 *
 * A member without a source never reports, never gets stale and is never dropped.
 */
export declare class Member {
    #private;
    readonly backend: Backend;
    definition: BackendDefinition;
    readonly ports: FleetPorts;
    readonly health: ConnectHealth;
    /** When it was chosen last, counted in choices of its cluster; the smallest is next. */
    turn: number;
    /** Kept although it was to be dropped, as it belongs to the last cluster of its target. */
    isLastResort: boolean;
    /** Its becoming stale was logged. */
    isStaleLogged: boolean;
    constructor(backend: Backend, definition: BackendDefinition, ports: FleetPorts);
    /** Starts listening to its source; `onReport` is called after each report was taken in. */
    open(onReport: (member: Member) => void): void;
    close(): void;
    get hasSource(): boolean;
    /** When it last gave a sign of life: its report, or its coming. Infinity without a source. */
    get heardAtMs(): number;
    /** Infinity when it never reported. */
    ageMs(nowMs: number): number;
    isStale(nowMs: number): boolean;
    /** Silent for so long that it is to be dropped. */
    isLost(nowMs: number): boolean;
    isReporting(nowMs: number): boolean;
    /** Why the last poll gave nothing; undefined when it gave something. */
    get refusal(): string | undefined;
    /**
     * Its statistics. A report that is too old tells nothing of load any more: an engine that was
     * full when it was last heard of must not be full for ever.
     */
    figures(clusterRttMs: number, nowMs: number): BackendFigures;
}
