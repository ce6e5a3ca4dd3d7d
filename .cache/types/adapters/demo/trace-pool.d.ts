import type { View } from '../../core/view.js';
import { type PoolCluster } from './cluster-pool.js';
import { type TraceRow } from './trace-row.js';
/** Clusters of the trace: the trace keeps most of their slots busy. */
export declare const TRACE_POOL: readonly PoolCluster[];
/** How a request is served once it is sent to a cluster. */
export type Service = Readonly<{
    cachedBlockCount: number;
    firstTokenMs: number;
    endMs: number;
}>;
/**
 * The clusters of the trace: what runs on them and what their KV caches hold.
 *
 * Simplified: every running request has the whole prefill and decode rate, caches keep all they
 * have seen, and a reservation counts its tokens as queued until the request ends.
 */
export declare class TracePool {
    #private;
    /** The pool with everything that runs on it. */
    get view(): View;
    /** Sends a request to a cluster. Times count from this moment. */
    start(clusterId: string, row: TraceRow): Readonly<{
        service: Service;
        release: () => void;
    }>;
}
