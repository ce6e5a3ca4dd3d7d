import type { Order } from './order-memo.js';
/**
 * An affinity order as one request sees it: the memoised order, of which one cluster may have
 * been moved to the front. The order itself is never changed or copied.
 */
export type PlannedOrder = Readonly<{
    order: Order;
    /** How many entries count, from the front. */
    length: number;
    /** The cluster in front. */
    first: number;
    /** Where it was moved from; 0 when it was in front already. */
    movedFrom: number;
}>;
/** The order as it stands. */
export declare const plainOrder: (order: Order) => PlannedOrder;
/** The first `length` entries of a plain order. */
export declare const firstOf: (plain: PlannedOrder, length: number) => PlannedOrder;
/**
 * The first `length` entries of a plain order with `leader` in front. A leader from beyond them
 * pushes the last one out. Cost: O(length).
 */
export declare const ledBy: (plain: PlannedOrder, leader: number, length: number) => PlannedOrder;
/** The cluster at a position below `length`. */
export declare const clusterAt: (planned: PlannedOrder, position: number) => number;
/** All clusters of the order. */
export declare const clustersOf: (planned: PlannedOrder) => readonly number[];
