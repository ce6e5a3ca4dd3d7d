import type { Clock } from '../time/clock.js';
import type { ResolveHost } from './sources/dns-source.js';
import type { DocumentSource } from './sources/document-source.js';
import type { Telemetry } from '../telemetry/port.js';
import type { FleetPorts } from './ports.js';
import type { Defer } from './publisher.js';
import type { FleetSettings } from './settings.js';
/** What a fleet is made of. */
export type FleetOptions = Readonly<{
    /** Where documents come from. Of two that list one target, the later in the list has it. */
    sources: readonly DocumentSource[];
    /** Default: nothing is reported. */
    telemetry?: Telemetry;
    settings?: Partial<FleetSettings>;
    clock?: Clock;
    /** Looks up host names. Default: the resolver of the system. */
    resolve?: ResolveHost;
    /** Place of a poll in its interval, [0, 1), by URL. Default: a hash of it. */
    phaseOf?: (name: string) => number;
    /** When publishing happens. Default: `setImmediate`. */
    defer?: Defer;
    /** Opens other sources than the usual ones, for tests. */
    open?: Partial<OpenSources>;
}>;
/** How sources of single backends are opened. */
export type OpenSources = Pick<FleetPorts, 'openMetrics' | 'openDns'>;
