import type { Log } from '../telemetry/port.js';
import type { FleetTarget } from './fleet-target.js';
import type { Delivery } from './document/merge-documents.js';
import type { BackendStatus } from './port.js';
/** How the backends of a target do that are used. */
export declare const statusOf: (target: FleetTarget, delivery: Delivery, nowMs: number) => readonly BackendStatus[];
/** Logs the backends of a target that have become stale, each once until it reports again. */
export declare const logStale: ({ target, members }: FleetTarget, log: Log, nowMs: number) => void;
