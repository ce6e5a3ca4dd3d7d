/** What the algorithms that choose along a Pulsar ranking share. */
import type { Attempt } from '../attempt.js';
import { type PlannedOrder } from '../orders/planned-order.js';
/** The Pulsar ranking of the request under its policy. */
export declare const rankingOf: ({ policy, columns, orders, affinityKey }: Attempt) => PlannedOrder;
/** Whether a cluster ranked above `position` was passed over for want of free KV tokens. */
export declare const isSkippedForKv: ({ policy, columns, excluded, neededKvTokens }: Attempt, planned: PlannedOrder, position: number) => boolean;
