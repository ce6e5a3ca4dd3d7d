/**
 * The hash ring of wait-and-widen: an affinity order that hardly moves when clusters come and go.
 *
 * Consistent hashing with virtual nodes (Karger et al., 1997): each cluster owns V points, a key
 * starts at the first point at or after its own hash and walks until it has met k clusters. Use
 * it where clusters count as equals; the Pulsar ranking weighs them. Points at equal hashes are
 * ordered by cluster id, so the walk depends on nothing but ids, seed, target and key.
 */
import type { HashInput } from '../hash.js';
import type { Membership } from '../membership.js';
import type { Order } from './order-memo.js';
/** Points of a ring, sorted by hash, then cluster index. A 64-bit hash is split in two halves. */
export type Ring = Readonly<{
    /** `Membership.ids` of the clusters that `owners` index. */
    ids: readonly string[];
    virtualNodes: number;
    high: Uint32Array;
    low: Uint32Array;
    owners: Order;
}>;
/** V, lowered (to at least 1) where `clusterCount` x V would exceed 1,048,576 points. */
export declare const effectiveVirtualNodes: (virtualNodes: number, clusterCount: number) => number;
/** Bytes a ring of this size holds. */
export declare const ringBytes: ({ ids, high, low, owners }: Ring) => number;
/**
 * Builds the ring. `input` stands after the fields seed, routing_key and model_id.
 *
 * With `previous` (same seed and target) only clusters that joined are hashed. Cost: O(points).
 */
export declare const buildRing: (membership: Membership, virtualNodes: number, input: HashInput, previous?: Ring) => Ring;
/** The first min(k, clusters) distinct clusters met from `keyHash` on. */
export declare const walkRing: (ring: Ring, membership: Membership, keyHash: bigint, k: number) => Order;
