import { type Generator } from './chance.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import type { Trace } from './trace.js';
import { View, type Columns } from './view.js';
import type { Membership } from './membership.js';
import type { AffinityOrders } from './orders/affinity-orders.js';
/** Everything one decision looks at, gathered once. */
export type Attempt = {
    readonly policy: Policy;
    readonly view: View;
    readonly membership: Membership;
    readonly columns: Columns;
    readonly orders: AffinityOrders;
    readonly request: RoutingRequest;
    readonly elapsedMs: number;
    readonly affinityKey: string;
    readonly inputTokens: number;
    readonly priority: number;
    /** 1 per excluded cluster; null when none is. */
    readonly excluded: Uint8Array | null;
    /** Greatest queue delay admitted at this moment; Infinity without a queue SLO. */
    readonly queueLimitMs: number;
    /** Free KV tokens a cluster must have; -1 when they are not looked at. */
    readonly neededKvTokens: number;
    /** Set by the first draw. */
    generator: Generator | null;
    /** The next elapsed time at which a bucket, band or phase opens; for the timeline. */
    nextOpeningMs: number;
    readonly trace: Trace | null;
};
export declare const createAttempt: (policy: Policy, view: View, request: RoutingRequest, elapsedMs: number, trace: Trace | null) => Attempt;
/**
 * The queue SLO at one moment: it slides from floor to ceiling over the request SLO, counted
 * from arrival, and stands at the ceiling when the request has no positive SLO.
 */
export declare const queueLimitMs: (policy: Policy, requestSloMs: number | undefined, elapsedMs: number) => number;
/** Moves a uniform sample of `take` entries, without replacement, to the front of `entries`. */
export declare const sampleToFront: (entries: Uint32Array, count: number, take: number, attempt: Attempt) => void;
