/**
 * The Pulsar ranking: every cluster in an order of its own for each affinity key, in proportion
 * to its weight.
 *
 * Weighted rendezvous hashing (Thaler and Ravishankar, 1998; logarithmic weighting after
 * Schindelhauer and Schomaker, 2005): score = weight / -ln(u), u uniform in (0, 1] from the hash
 * of key and cluster. A cluster's share of first ranks is its share of the weight, and a cluster
 * that leaves moves only the keys it led. Clusters without a valid weight are not ranked.
 */
import type { HashInput } from './hash.js';
import type { Membership } from './membership.js';
import type { Order } from './order-memo.js';

/**
 * Ranks the clusters whose weight is > 0. `input` stands after the fields seed, routing_key,
 * model_id and cache_affinity_key. Cost: N hashes and a sort of N numbers.
 */
export const rankClusters = (
  membership: Membership,
  weights: Float64Array,
  input: HashInput,
): Order => {
  const { size } = membership;
  const prefix = input.length;
  const scores = new Float64Array(size);
  const ranked = membership.newOrder(size);
  let count = 0;
  for (let cluster = 0; cluster < size; cluster++) {
    const weight = weights[cluster]!;
    if (!(weight > 0)) continue;
    const hash = input.rewind(prefix).encodedField(membership.idFields[cluster]!).hash();
    const e = -Math.log((Number(hash) + 1) / 2 ** 64);
    if (!(e > 0)) continue;
    // Negated: sorting ascending then puts the best first.
    scores[count] = -weight / e;
    ranked[count++] = cluster;
  }
  return sortByScore(ranked.subarray(0, count), scores.subarray(0, count), membership);
};

/**
 * Sorts clusters by score, then index.
 *
 * The numbers are sorted natively, without a comparator; each cluster then finds its own place
 * by binary search. Equal scores occupy adjacent places, filled in index order.
 */
const sortByScore = (clusters: Order, scores: Float64Array, membership: Membership): Order => {
  const sorted = scores.slice().sort();
  const order = membership.newOrder(clusters.length);
  const taken = new Uint8Array(clusters.length);
  for (let i = 0; i < clusters.length; i++) {
    let place = lowerBound(sorted, scores[i]!);
    while (taken[place] === 1) place++;
    taken[place] = 1;
    order[place] = clusters[i]!;
  }
  return order;
};

const lowerBound = (sorted: Float64Array, value: number): number => {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
};
