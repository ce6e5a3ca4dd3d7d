/** Cluster indices of one target in an affinity order, first choice first. */
export type Order = Uint16Array | Uint32Array;

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

/** The order as it stands, with no cluster moved to the front. */
export const unpromoted = (order: Order): PlannedOrder => ({
  order,
  length: order.length,
  first: order.length === 0 ? -1 : order[0]!,
  movedFrom: 0,
});

/** The first `length` entries of an unpromoted order. */
export const firstOf = (original: PlannedOrder, length: number): PlannedOrder =>
  length >= original.length
    ? original
    : { order: original.order, length, first: original.first, movedFrom: 0 };

/**
 * The first `length` entries of an unpromoted order with `leader` in front. A leader from beyond them
 * pushes the last one out. Cost: O(length).
 */
export const ledBy = (original: PlannedOrder, leader: number, length: number): PlannedOrder => {
  const { order } = original;
  const last = Math.min(length, original.length) - 1;
  let movedFrom = 0;
  while (movedFrom < last && order[movedFrom] !== leader) movedFrom++;
  return { order, length: last + 1, first: leader, movedFrom };
};

/** The cluster at a position below `length`. */
export const clusterAt = (planned: PlannedOrder, position: number): number => {
  if (position === 0) return planned.first;
  return planned.order[position <= planned.movedFrom ? position - 1 : position]!;
};

/** All clusters of the order. */
export const clustersOf = (planned: PlannedOrder): readonly number[] =>
  Array.from({ length: planned.length }, (_, position) => clusterAt(planned, position));
