/**
 * Promotion: for one request, the session's last cluster moves to the front of the affinity
 * order; all others keep their relative order. The memoised order is not touched.
 */
import type { Order } from './order-memo.js';
import { plainOrder, type PlannedOrder } from './planned-order.js';

export type Promotion = Readonly<{
  planned: PlannedOrder;
  /** True when the last cluster was not already first and was moved. */
  promoted: boolean;
}>;

/**
 * Promotion in a group cut from a ring: a last cluster from outside takes the first place and
 * the group's last member drops out. `lastCluster` -1 leaves the order as it is.
 */
export const promoteInGroup = (order: Order, lastCluster: number): Promotion => {
  const planned = plainOrder(order);
  if (lastCluster < 0 || planned.length === 0 || planned.first === lastCluster) {
    return { planned, promoted: false };
  }
  const at = order.indexOf(lastCluster);
  const movedFrom = at < 0 ? order.length - 1 : at;
  return { planned: { ...planned, first: lastCluster, movedFrom }, promoted: true };
};

/** Promotion in a ranking: a last cluster that is not ranked leaves the order as it is. */
export const promoteInRanking = (order: Order, lastCluster: number): Promotion => {
  const planned = plainOrder(order);
  if (lastCluster < 0 || planned.first === lastCluster) return { planned, promoted: false };
  const movedFrom = order.indexOf(lastCluster);
  if (movedFrom < 0) return { planned, promoted: false };
  return { planned: { ...planned, first: lastCluster, movedFrom }, promoted: true };
};
