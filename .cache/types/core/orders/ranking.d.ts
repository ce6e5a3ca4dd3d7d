/**
 * The Pulsar ranking: every cluster in an order of its own for each affinity key, in proportion
 * to its weight.
 *
 * Weighted rendezvous hashing (Thaler and Ravishankar, 1998; logarithmic weighting after
 * Schindelhauer and Schomaker, 2005): score = weight / -ln(u), u uniform in (0, 1] from the hash
 * of key and cluster. A cluster's share of first ranks is its share of the weight, and a cluster
 * that leaves moves only the keys it led. Clusters without a valid weight are not ranked.
 */
import type { HashInput } from '../hash.js';
import type { Membership } from '../membership.js';
import type { Order } from './order-memo.js';
/**
 * Ranks the clusters whose weight is > 0. `input` stands after the fields seed, routing_key,
 * model_id and cache_affinity_key. Cost: N hashes and a sort of N numbers.
 */
export declare const rankClusters: (membership: Membership, weights: Float64Array, input: HashInput) => Order;
