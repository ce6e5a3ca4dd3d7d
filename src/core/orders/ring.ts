/**
 * The hash ring of wait-and-widen: an affinity order that hardly moves when clusters come and go.
 *
 * Consistent hashing with virtual nodes (Karger et al., 1997): each cluster owns one point per
 * virtual node; a key starts at the first point at or after its own hash and walks until it has met
 * as many clusters as its group has members. Use it where clusters count as equals; the Pulsar
 * ranking weighs them. Points at equal hashes are ordered by cluster id, so the walk depends on
 * nothing but ids, seed, target and key.
 */
import { HIGH_HALF, LOW_HALF, type HashInput } from './hash.js';
import type { Membership } from './membership.js';
import type { Order } from './order.js';

/** Points of a ring, sorted by hash, then cluster index. A 64-bit hash is split in two halves. */
export type Ring = Readonly<{
  /** `Membership.ids` of the clusters that `owners` index. */
  ids: readonly string[];
  virtualNodes: number;
  high: Uint32Array;
  low: Uint32Array;
  owners: Order;
}>;

/** A ring larger than this is built with fewer virtual nodes. */
const MAX_POINTS = 1_048_576;

/** Virtual nodes per cluster, lowered (to at least 1) where the ring would exceed 1,048,576 points. */
export const effectiveVirtualNodes = (virtualNodes: number, clusterCount: number): number =>
  virtualNodes * clusterCount <= MAX_POINTS
    ? virtualNodes
    : Math.max(1, Math.floor(MAX_POINTS / clusterCount));

/** What an id costs: its characters, its header and the place that refers to it. */
const BYTES_PER_ID = 64;

/** Bytes a ring of this size holds. */
export const ringBytes = ({ ids, high, low, owners }: Ring): number =>
  high.byteLength + low.byteLength + owners.byteLength + ids.length * BYTES_PER_ID;

/**
 * Builds the ring. `input` stands after the fields seed, routing_key and model_id.
 *
 * With `previous` (same seed and target) only clusters that joined are hashed. Cost: O(points).
 */
export const buildRing = (
  membership: Membership,
  virtualNodes: number,
  input: HashInput,
  previous?: Ring,
): Ring => {
  const kept = previous?.virtualNodes === virtualNodes ? previous : undefined;
  const known = new Set(kept?.ids);
  const fresh: Ring[] = [];
  for (let cluster = 0; cluster < membership.size; cluster++) {
    if (known.has(membership.ids[cluster]!)) continue;
    fresh.push(pointsOf(cluster, membership, virtualNodes, input));
  }
  if (kept !== undefined) fresh.unshift(withoutStrangers(kept, membership));
  return mergeAll(fresh, membership, virtualNodes);
};

/** What a walk around the ring starts from and may take. */
export type RingWalk = Readonly<{
  keyHash: bigint;
  /** How many clusters to collect; at most all that are not excluded. */
  groupSize: number;
  /** 1 per cluster that the walk passes over; null when there is none. */
  excluded: Uint8Array | null;
}>;

/** The distinct clusters met on a walk, in the order in which they are met. */
export const walkRing = (
  ring: Ring,
  membership: Membership,
  { keyHash, groupSize, excluded }: RingWalk,
): Order => {
  // An excluded cluster counts as met before.
  const met = excluded?.slice() ?? new Uint8Array(membership.size);
  const wanted = Math.min(groupSize, membership.size - sumOf(met));
  const order = membership.newOrder(wanted);
  const { owners } = ring;
  let point = firstPointFrom(ring, keyHash);
  for (let found = 0; found < wanted; point++) {
    if (point === owners.length) point = 0;
    const owner = owners[point]!;
    if (met[owner] === 1) continue;
    met[owner] = 1;
    order[found++] = owner;
  }
  return order;
};

const sumOf = (flags: Uint8Array): number => {
  let sum = 0;
  for (const flag of flags) sum += flag;
  return sum;
};

const firstPointFrom = (ring: Ring, keyHash: bigint): number => {
  const high = Number(keyHash >> 32n);
  const low = Number(BigInt.asUintN(32, keyHash));
  let from = 0;
  let to = ring.high.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const h = ring.high[middle]!;
    if (h < high || (h === high && ring.low[middle]! < low)) from = middle + 1;
    else to = middle;
  }
  return from;
};

const pointsOf = (
  cluster: number,
  membership: Membership,
  virtualNodes: number,
  input: HashInput,
): Ring => {
  const start = input.length;
  const afterId = input.encodedField(membership.idFields[cluster]!).length;
  const hashes = new BigUint64Array(virtualNodes);
  for (let node = 0; node < virtualNodes; node++) {
    hashes[node] = input.rewind(afterId).indexField('virtual_node', node).hash();
  }
  input.rewind(start);
  hashes.sort();
  const points = emptyRing(membership, virtualNodes, virtualNodes);
  const halves = new Uint32Array(hashes.buffer);
  for (let i = 0; i < virtualNodes; i++) {
    points.high[i] = halves[2 * i + HIGH_HALF]!;
    points.low[i] = halves[2 * i + LOW_HALF]!;
  }
  points.owners.fill(cluster);
  return points;
};

/** The points of clusters that are still members, under their present indices. */
const withoutStrangers = (ring: Ring, membership: Membership): Ring => {
  const NONE = membership.size;
  const nowAt = Uint32Array.from(ring.ids, (id) => membership.indexOf.get(id) ?? NONE);
  const staying = nowAt.reduce((sum, index) => sum + (index === NONE ? 0 : 1), 0);
  const rest = emptyRing(membership, ring.virtualNodes, staying * ring.virtualNodes);
  let next = 0;
  for (let i = 0; i < ring.owners.length; i++) {
    const owner = nowAt[ring.owners[i]!]!;
    if (owner === NONE) continue;
    rest.high[next] = ring.high[i]!;
    rest.low[next] = ring.low[i]!;
    rest.owners[next++] = owner;
  }
  return rest;
};

/** Merges sorted parts pairwise, so that every point is moved O(log parts) times. */
const mergeAll = (parts: readonly Ring[], membership: Membership, virtualNodes: number): Ring => {
  let round = parts;
  while (round.length > 1) {
    const merged: Ring[] = [];
    for (let i = 0; i < round.length; i += 2) {
      const other = round[i + 1];
      merged.push(other === undefined ? round[i]! : mergeTwo(round[i]!, other, membership));
    }
    round = merged;
  }
  return round[0] ?? emptyRing(membership, virtualNodes, 0);
};

const mergeTwo = (a: Ring, b: Ring, membership: Membership): Ring => {
  const length = a.owners.length + b.owners.length;
  const merged = emptyRing(membership, a.virtualNodes, length);
  let i = 0;
  let j = 0;
  for (let next = 0; next < length; next++) {
    const fromA = j === b.owners.length || (i < a.owners.length && precedes(a, i, b, j));
    const source = fromA ? a : b;
    const at = fromA ? i++ : j++;
    merged.high[next] = source.high[at]!;
    merged.low[next] = source.low[at]!;
    merged.owners[next] = source.owners[at]!;
  }
  return merged;
};

const precedes = (a: Ring, i: number, b: Ring, j: number): boolean => {
  if (a.high[i]! !== b.high[j]!) return a.high[i]! < b.high[j]!;
  if (a.low[i]! !== b.low[j]!) return a.low[i]! < b.low[j]!;
  return a.owners[i]! < b.owners[j]!;
};

const emptyRing = (membership: Membership, virtualNodes: number, points: number): Ring => ({
  ids: membership.ids,
  virtualNodes,
  high: new Uint32Array(points),
  low: new Uint32Array(points),
  owners: membership.newOrder(points),
});
