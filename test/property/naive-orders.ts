/** Affinity orders, hashed and sorted the long way. */
import { xxh3 } from '@node-rs/xxhash';
import type { Cluster, Target } from '../../src/core/snapshot.js';

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

const hash = (...parts: readonly Buffer[]): bigint => xxh3.xxh64(Buffer.concat(parts));

/** Compares as UTF-8 bytes. */
export const compareIds = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The first min(k, clusters) clusters of the ring walk. */
export const naiveRingOrder = (
  seed: string,
  target: Target,
  clusters: readonly Cluster[],
  affinityKey: string,
  { virtualNodes, k }: Readonly<{ virtualNodes: number; k: number }>,
): Cluster[] => {
  const prefix = prefixOf(seed, target);
  const points = clusters.flatMap((cluster) =>
    Array.from({ length: virtualNodes }, (_, index) => {
      const { clusterId } = cluster;
      const at = hash(prefix, field('cluster_id', clusterId), field('virtual_node', index));
      return { cluster, at };
    }),
  );
  points.sort((a, b) =>
    a.at === b.at ? compareIds(a.cluster.clusterId, b.cluster.clusterId) : a.at < b.at ? -1 : 1,
  );
  const keyHash = hash(prefix, field('cache_affinity_key', affinityKey));
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
): Cluster[] => {
  const prefix = prefixOf(seed, target);
  const scored = clusters.flatMap((cluster) => {
    const weight = weightOf(cluster);
    if (!(weight > 0 && weight < Infinity)) return [];
    const key = field('cache_affinity_key', affinityKey);
    const h = hash(prefix, key, field('cluster_id', cluster.clusterId));
    const e = -Math.log((Number(h) + 1) / 2 ** 64);
    return e > 0 && e < Infinity ? [{ cluster, score: weight / e }] : [];
  });
  scored.sort((a, b) =>
    a.score === b.score ? compareIds(a.cluster.clusterId, b.cluster.clusterId) : b.score - a.score,
  );
  return scored.map(({ cluster }) => cluster);
};
