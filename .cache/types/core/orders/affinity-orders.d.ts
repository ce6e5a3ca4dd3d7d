import type { RendezvousWeight } from '../config/fields.js';
import { type Hasher } from '../hash.js';
import type { Membership } from '../membership.js';
import { OrderMemo, type Evictable, type MemoBudget } from './order-memo.js';
import { type PlannedOrder } from './planned-order.js';
import type { Policy } from '../config/policy.js';
import { type Ring } from './ring.js';
import type { Target } from '../snapshot.js';
type Memos = Map<string, OrderMemo>;
/** What a target remembers. Views that agree on what a table depends on share the table. */
type Tables = Readonly<{
    /** By seed and V; outlives changes of membership. */
    rings: Map<string, KeptRing>;
    /** By seed, V and k; depends on the cluster ids. */
    walks: Memos;
    /** By seed; depends on the cluster ids and on one weight. */
    rankings: Readonly<Record<RendezvousWeight, Memos>>;
}>;
/** The memoised affinity orders of one target. Policies that agree on seed and V share them. */
export declare class AffinityOrders {
    #private;
    readonly target: Target;
    readonly hasher: Hasher;
    readonly budget: MemoBudget;
    readonly membership: Membership;
    readonly tables: Tables;
    private constructor();
    static create(target: Target, hasher: Hasher, budget: MemoBudget, membership: Membership): AffinityOrders;
    /** Orders for other cluster ids: only the rings are kept, as a start for the next ones. */
    withMembership(membership: Membership): AffinityOrders;
    /** Orders for the same clusters where the weights named in `changed` have moved. */
    withWeights(changed: readonly RendezvousWeight[]): AffinityOrders;
    /** The first k clusters on the ring of `policy`, which must have a k; capped at all of them. */
    ringOrder(policy: Policy, affinityKey: string): PlannedOrder;
    /** The Pulsar ranking of `policy`; `weights` must be the column its weight names. */
    ranking(policy: Policy, affinityKey: string, weights: Float64Array): PlannedOrder;
    /** The hash that seeds the chance of one request. */
    chanceHash(seed: string, affinityKey: string, requestId: string): bigint;
}
/** A ring under the byte budget, given back whole. */
declare class KeptRing implements Evictable {
    readonly ring: Ring;
    readonly budget: MemoBudget;
    readonly onEvict: () => void;
    usedAt: number;
    constructor(ring: Ring, budget: MemoBudget, onEvict: () => void);
    shrink(): boolean;
}
export {};
