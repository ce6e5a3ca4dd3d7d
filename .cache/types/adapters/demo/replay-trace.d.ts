import type { Act } from './story.js';
import type { TraceRow } from './trace-row.js';
/** How one request of the trace fared. */
export type TraceOutcome = Readonly<{
    row: TraceRow;
    /** The cluster that served the session before; absent on a first turn. */
    lastClusterId?: string | undefined;
    clusterId: string;
    waitMs: number;
    ttftMs: number;
    cachedBlockCount: number;
}>;
/**
 * Sends the requests of a trace to a small pool of clusters, in virtual time: the real engine
 * decides, each request is a reservation until it ends, and a request that has to wait asks again
 * at the moment it was told and whenever a slot is given back.
 *
 * Outcomes come in the order in which the requests were sent.
 */
export declare const replayTrace: (rows: readonly TraceRow[], act: Act) => readonly TraceOutcome[];
