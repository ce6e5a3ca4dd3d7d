import type { Order } from './orders/order-memo.js';
import { type PlannedOrder } from './orders/planned-order.js';
import { type Scratch } from './scratch.js';
/**
 * Which clusters a view has, independent of their statistics.
 *
 * Clusters are numbered in the order of their ids compared as UTF-8 bytes, so a cluster's index
 * is also its tie-break, and the order of the list they came in is forgotten.
 */
export type Membership = Readonly<{
    size: number;
    ids: readonly string[];
    indexOf: ReadonlyMap<string, number>;
    /** Hash field `cluster_id` of every cluster. */
    idFields: readonly Uint8Array[];
    /** All indices, ascending. */
    all: PlannedOrder;
    /** The same as 32-bit numbers, to copy from. */
    indices: Uint32Array;
    /** An order of `length` entries, as narrow as the cluster count allows. */
    newOrder: (length: number) => Order;
    /** Working memory of one decision; never outlives it. */
    scratch: Scratch;
}>;
/** Makes the membership of `clusterIds`, of which duplicates count once; `previous` saves work. */
export declare const createMembership: (clusterIds: readonly string[], previous?: Membership) => Membership;
export declare const hasSameIds: (membership: Membership, clusterIds: readonly string[]) => boolean;
/**
 * Compares as UTF-8 bytes. UTF-16 units order the same way except that surrogates, which encode
 * the code points above U+FFFF, sort below U+E000 to U+FFFF; comparing code points mends that.
 */
export declare const compareUtf8: (a: string, b: string) => number;
