import { encodeField } from './hash.js';
import type { Order } from './order.js';
import { unpromoted, type PlannedOrder } from './order.js';
import { createScratch, type Scratch } from './scratch.js';

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

/** Makes the membership of `clusterIds`; `previous` saves work. Cost: O(N log N). */
export const createMembership = (
  clusterIds: readonly string[],
  previous?: Membership,
): Membership => {
  const ids = [...clusterIds].sort(compareUtf8);
  const size = ids.length;
  const newOrder = (length: number): Order =>
    size <= 0x10000 ? new Uint16Array(length) : new Uint32Array(length);
  const all = newOrder(size);
  for (let i = 0; i < size; i++) all[i] = i;
  return {
    size,
    ids: Object.freeze(ids),
    indexOf: new Map(ids.map((id, index) => [id, index])),
    idFields: ids.map((id) => knownIdField(previous, id) ?? encodeField('cluster_id', id)),
    all: unpromoted(all),
    indices: Uint32Array.from(all),
    newOrder,
    scratch: createScratch(size),
  };
};

const knownIdField = (known: Membership | undefined, id: string): Uint8Array | undefined => {
  const index = known?.indexOf.get(id);
  return index === undefined ? undefined : known?.idFields[index];
};

/** Whether ids, if they are distinct, are those of the membership. Cost: O(N). */
export const hasSameIds = (membership: Membership, clusterIds: readonly string[]): boolean =>
  membership.size === clusterIds.length && clusterIds.every((id) => membership.indexOf.has(id));

/**
 * Compares as UTF-8 bytes. UTF-16 units order the same way except that surrogates, which encode
 * the code points above U+FFFF, sort below U+E000 to U+FFFF; comparing code points mends that.
 */
export const compareUtf8 = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return utf8Rank(a, i) - utf8Rank(b, i);
  }
  return a.length - b.length;
};

/** Moves surrogates (U+D800 to U+DFFF) above every other unit, keeping all other order. */
const utf8Rank = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
};
