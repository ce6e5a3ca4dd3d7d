import type { Clock } from '../time/clock.js';
import type { Log } from '../telemetry/port.js';
import type { FleetOptions } from './fleet-options.js';
import type { FleetPorts } from './ports.js';
import type { FleetSettings } from './settings.js';
/** Ports, and a way to wait until every discarded source is closed. */
export type OwnedPorts = FleetPorts & Readonly<{
    closed: () => Promise<void>;
}>;
/** The ports of a fleet as it runs. */
export declare const openPorts: (options: FleetOptions, settings: FleetSettings, clock: Clock, log: Log) => OwnedPorts;
