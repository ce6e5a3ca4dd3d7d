import type { Attempt } from './attempt.js';
import type { UnavailableReason } from './decision.js';
import type { Order } from './orders/order-memo.js';
/**
 * Why nothing can be chosen: the first reason that fits, judged over all clusters of the target,
 * or over the ranked ones where the algorithm ranks (`ranking` not null).
 */
export declare const unavailableReason: (attempt: Attempt, ranking: Order | null) => UnavailableReason;
