/**
 * The Pulsar ranking: every cluster in an order of its own for each affinity key, in proportion
 * to its weight.
 *
 * Weighted rendezvous hashing (Thaler and Ravishankar, 1998; logarithmic weighting after
 * Schindelhauer and Schomaker, 2005): score = weight / -ln(u), u uniform in (0, 1] from the hash
 * of key and cluster. A cluster's share of first ranks is its share of the weight, and a cluster
 * that leaves moves only the keys it led. Clusters without a valid weight are not ranked.
 */
import { LOW_HALF, type HashInput } from './hash.js';
import type { Membership } from './membership.js';
import type { Order } from './order.js';

/**
 * Ranks the clusters whose weight is > 0. `input` stands after the fields seed, routing_key,
 * model_id and cache_affinity_key. Cost: N hashes and a sort of N numbers.
 */
export const rankClusters = (
  membership: Membership,
  weights: Float64Array,
  input: HashInput,
): Order => {
  const { size, idFields, scratch } = membership;
  const { scores, clusters } = scratch;
  const prefix = input.length;
  let writtenLength = -1;
  let count = 0;
  for (let cluster = 0; cluster < size; cluster++) {
    const weight = weights[cluster]!;
    if (!(weight > 0)) continue;
    const field = idFields[cluster]!;
    // Ids of one length share the head of the field.
    const from = field.length === writtenLength ? ID_HEAD_BYTES : 0;
    writtenLength = field.length;
    const hash = input.rewind(prefix).encodedField(field, from).hashRounded();
    const e = -Math.log((hash + 1) / 2 ** 64);
    if (!(e > 0)) continue;
    // Negated: sorting ascending then puts the best first.
    scores[cluster] = -weight / e;
    clusters[count++] = cluster;
  }
  const order = membership.newOrder(count);
  sortNearly(scores, clusters, count, membership);
  sortFully(scores, clusters, count);
  order.set(count === size ? clusters : clusters.subarray(0, count));
  return order;
};

/** Tag, separator and length. */
const ID_HEAD_BYTES = 'cluster_id'.length + 9;

/**
 * Sorts the first `count` clusters by score, but for scores that differ in their last bits only.
 *
 * A native sort without a comparator sorts numbers and nothing else; so each score carries its
 * cluster in place of its lowest mantissa bits, as many as the cluster count needs.
 */
const sortNearly = (
  scores: Float64Array,
  clusters: Uint32Array,
  count: number,
  { size, scratch }: Membership,
): void => {
  const { keys, keyHalves } = scratch;
  const mask = 2 ** (32 - Math.clz32(size)) - 1;
  for (let i = 0; i < count; i++) {
    const cluster = clusters[i]!;
    // An infinite score with other low bits would not be a number any more.
    keys[i] = Math.max(scores[cluster]!, -Number.MAX_VALUE);
    const low = LOW_HALF + 2 * i;
    keyHalves[low] = (keyHalves[low]! & ~mask) | cluster;
  }
  (count === size ? keys : keys.subarray(0, count)).sort();
  for (let i = 0; i < count; i++) clusters[i] = keyHalves[LOW_HALF + 2 * i]! & mask;
};

/** Insertion sort by score, then cluster: exact, and O(count) on what is sorted but for few. */
const sortFully = (scores: Float64Array, clusters: Uint32Array, count: number): void => {
  for (let i = 1; i < count; i++) {
    const cluster = clusters[i]!;
    const score = scores[cluster]!;
    let place = i;
    while (place > 0 && isBehind(scores, clusters[place - 1]!, score, cluster)) {
      clusters[place] = clusters[place - 1]!;
      place--;
    }
    clusters[place] = cluster;
  }
};

const isBehind = (scores: Float64Array, other: number, score: number, cluster: number): boolean => {
  const otherScore = scores[other]!;
  return otherScore > score || (otherScore === score && other > cluster);
};
