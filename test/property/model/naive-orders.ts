/** Affinity orders, hashed and sorted the long way. */
import { xxh3 } from '@node-rs/xxhash';
import type { Cluster, Target } from '../../../src/core/snapshot/snapshot.js';

const field = (tag: string, value: string | number): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : u64(value);
  return Buffer.concat([Buffer.from(tag), Buffer.from([0xff]), u64(bytes.length), bytes]);
};

const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

const prefixOf = (seed: string, target: Target): Buffer =>
  Buffer.concat([
    Buffer.from([1]),
    field('seed', seed),
    field('routing_key', target.routingKey ?? ''),
    field('model_id', target.modelId),
  ]);

/** A hash of bytes; XXH3-64 unless a test wants collisions. */
export type Hash64 = (bytes: Uint8Array) => bigint;

const xxh3Of: Hash64 = (bytes) => xxh3.xxh64(bytes);

/** Compares as UTF-8 bytes. */
export const compareIds = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The first k clusters of the ring walk, or fewer where there are no more. */
export const naiveRingOrder = (
  seed: string,
  target: Target,
  clusters: readonly Cluster[],
  affinityKey: string,
  { virtualNodes, k }: Readonly<{ virtualNodes: number; k: number }>,
  hash64 = xxh3Of,
): Cluster[] => {
  const prefix = prefixOf(seed, target);
  const points = clusters.flatMap((cluster) =>
    Array.from({ length: virtualNodes }, (_, index) => {
      const { clusterId } = cluster;
      const id = field('cluster_id', clusterId);
      return { cluster, at: hash64(Buffer.concat([prefix, id, field('virtual_node', index)])) };
    }),
  );
  points.sort((a, b) =>
    a.at === b.at ? compareIds(a.cluster.clusterId, b.cluster.clusterId) : a.at < b.at ? -1 : 1,
  );
  const keyHash = hash64(Buffer.concat([prefix, field('cache_affinity_key', affinityKey)]));
  const ahead = points.filter(({ at }) => at >= keyHash);
  const behind = points.filter(({ at }) => at < keyHash);
  const walk = new Set([...ahead, ...behind].map(({ cluster }) => cluster));
  return [...walk].slice(0, k);
};

/** Every cluster of valid weight, best score first. */
export const naiveRanking = (
  seed: string,
  target: Target,
  clusters: readonly Cluster[],
  affinityKey: string,
  weightOf: (cluster: Cluster) => number,
  hash64 = xxh3Of,
): Cluster[] => {
  const prefix = prefixOf(seed, target);
  const scored = clusters.flatMap((cluster) => {
    const weight = weightOf(cluster);
    if (!(weight > 0 && weight < Infinity)) return [];
    const key = field('cache_affinity_key', affinityKey);
    const h = hash64(Buffer.concat([prefix, key, field('cluster_id', cluster.clusterId)]));
    const e = -Math.log((Number(h) + 1) / 2 ** 64);
    return e > 0 && e < Infinity ? [{ cluster, score: weight / e }] : [];
  });
  scored.sort((a, b) =>
    a.score === b.score ? compareIds(a.cluster.clusterId, b.cluster.clusterId) : b.score - a.score,
  );
  return scored.map(({ cluster }) => cluster);
};
