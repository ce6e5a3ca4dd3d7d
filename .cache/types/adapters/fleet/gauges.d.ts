import type { Metrics } from '../telemetry/port.js';
import type { BackendStatus } from './port.js';
/** Writes the gauges of a fleet: backends and the age of their statistics, by model and state. */
export type FleetGauges = Readonly<{
    write: (statuses: readonly BackendStatus[]) => void;
}>;
/** Makes them; a model that is not served any more is written as 0 once. */
export declare const createFleetGauges: (metrics: Metrics) => FleetGauges;
