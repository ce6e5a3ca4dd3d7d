import type { Attempt } from '../attempt.js';
import { type PlannedOrder } from './planned-order.js';
import type { SessionPlan } from '../session-plan.js';
/** The affinity order of one request, before and after promotion. */
export type AffinityOrdering = Readonly<{
    original: PlannedOrder;
    planned: PlannedOrder;
}>;
/** Undefined where the algorithm has no affinity order, or the request no affinity group. */
export declare const affinityOrdersOf: (attempt: Attempt, { lastCluster }: SessionPlan) => AffinityOrdering | undefined;
/** The cluster ids of an order, first choice first. */
export declare const clusterNames: ({ membership }: Attempt, order: PlannedOrder) => readonly string[];
