import { AffinityOrders } from './orders/affinity-orders.js';
import type { RendezvousWeight } from './config/fields.js';
import type { Hasher } from './hash.js';
import { type Membership } from './membership.js';
import type { MemoBudget } from './orders/order-memo.js';
import type { Snapshot, Target } from './snapshot.js';
/** Published queue delays of one cluster, by ascending priority. */
export type QueueEstimates = Readonly<{
    priorities: readonly number[];
    delaysMs: readonly number[];
}>;
/** Statistics as one array per field, indexed like `Membership.ids`. */
export type Columns = Readonly<{
    rttMs: Float64Array;
    /** Mean prefill throughput in tokens/s; 0 where it is not valid. */
    meanInputTps: Float64Array;
    /** Greatest prefill throughput in tokens/s; 0 where it is absent or not valid. */
    maxInputTps: Float64Array;
    running: Float64Array;
    /** Engine slots; 0 = unknown. */
    slots: Float64Array;
    queueSize: Float64Array;
    queuedTokens: Float64Array;
    totalQueryTokens: Float64Array;
    /** -1 where no KV metric is reported. */
    kvFreeTokens: Float64Array;
    /** Queue delay; NaN where it depends on the request's priority (see `estimates`). */
    queueMs: Float64Array;
    estimates: readonly (QueueEstimates | undefined)[];
}>;
export type ViewState = Readonly<{
    membership: Membership;
    columns: Columns;
    orders: AffinityOrders;
}>;
/** What the core needs from outside to make views. */
export type ViewPorts = Readonly<{
    hasher: Hasher;
    budget: MemoBudget;
}>;
/**
 * A snapshot compiled for fast decisions. Immutable: new statistics and reservations make new
 * views. Its arrays are private, because typed arrays cannot be frozen.
 */
export declare class View {
    #private;
    readonly target: Target;
    constructor(target: Target, state: ViewState);
    /** Cluster ids in the order of their UTF-8 bytes. */
    get clusterIds(): readonly string[];
    /** For the core only. */
    static stateOf(view: View): ViewState;
}
/**
 * Compiles a snapshot. With `previous`, a view of the same target, memoised orders are carried
 * over: rings while ids are the same (or nearly), rankings while ids and weights are.
 *
 * Cost: O(N) with unchanged ids; no order is rebuilt.
 */
export declare const compileView: (snapshot: Snapshot, ports: ViewPorts, previous?: View) => View;
/** The column a ranking is weighted by. */
export declare const weightColumn: (columns: Columns, weight: RendezvousWeight) => Float64Array;
/** Queue delay where it does not depend on the request's priority, else NaN. */
export declare const fixedQueueMs: (slots: number, running: number, hasEstimates: boolean, queuedTokens: number, meanInputTps: number) => number;
/** Index of a cluster in the view; -1 when the snapshot does not have it. */
export declare const clusterIndex: (view: View, clusterId: string) => number;
