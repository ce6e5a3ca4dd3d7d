import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeField, HashInput, type Hasher } from '../../src/core/orders/hash.js';
import { compareUtf8 } from '../../src/core/orders/membership.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Cluster } from '../../src/core/snapshot/snapshot.js';
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../src/adapters/platform/view-factory.js';
import { affinityOrder } from '../../src/decide.js';
import { clusterOfWeight } from '../support/default-stats.js';
import { checkLaw } from '../support/check-law.js';
import { affinityKeys, clustersOf } from './arbitraries/engine-case.js';
import { compareIds, naiveRanking, naiveRingOrder, type Hash64 } from './model/naive-orders.js';

const target = { routingKey: 'rk-1', modelId: 'model-a' };
const ALL_BITS = 2n ** 64n - 1n;

/** XXH3-64 and ways to make its values collide: in all bits, in one half, at the very top. */
const HASHES: readonly Hash64[] = [
  (bytes) => nativeHasher.hash64(bytes),
  (bytes) => nativeHasher.hash64(bytes) % 3n,
  (bytes) => nativeHasher.hash64(bytes) & 0x3n,
  (bytes) => (nativeHasher.hash64(bytes) & 0x7n) << 61n,
  (bytes) => (nativeHasher.hash64(bytes) & 0x1_0000_0003n) | (1n << 63n),
  (bytes) => ALL_BITS - (nativeHasher.hash64(bytes) % 4000n),
];

const cases = fc.record({
  hash: fc.constantFrom(...HASHES),
  before: clustersOf({ minLength: 1 }),
  clusters: clustersOf({ minLength: 1 }),
  key: affinityKeys.filter((key) => key !== ''),
  k: fc.constantFrom(1, 2, 3, 100),
  virtualNodes: fc.constantFrom(1, 2, 9),
});

/** The order on a view that follows one of other clusters. */
const orderOf = (
  config: Parameters<typeof compilePolicy>[0],
  {
    hash,
    before,
    clusters,
    key,
  }: Readonly<{
    hash: Hash64;
    before: readonly Cluster[];
    clusters: readonly Cluster[];
    key: string;
  }>,
): readonly string[] => {
  const create = viewFactory({ hash64: hash });
  const policy = compilePolicy(config);
  const request = { requestId: 'r', cacheAffinityKey: key };
  const previous = create({ target, clusters: before });
  affinityOrder(policy, previous, request);
  return affinityOrder(policy, create({ target, clusters }, previous), request)!;
};

describe('orders built fast are those built plainly, even when hashes collide:', () => {
  test('the walk of a ring, merged from the ring before', () => {
    checkLaw(cases, 500, (drawn) => {
      const { clusters, key, k, virtualNodes, hash } = drawn;
      const plain = naiveRingOrder('s', target, clusters, key, { virtualNodes, k }, hash);
      const config = {
        algorithm: 'wait-and-widen',
        seed: 's',
        cacheAffinityBackendSelectionCount: k,
        cacheAffinityVirtualNodes: virtualNodes,
      } as const;
      expect(orderOf(config, drawn)).toEqual(plain.map(({ clusterId }) => clusterId));
    });
  });

  test('the ranking, sorted by numbers alone', () => {
    checkLaw(cases, 500, (drawn) => {
      const weightOf = ({ stats }: Cluster): number => stats.maxInputTps ?? 0;
      const plain = naiveRanking('s', target, drawn.clusters, drawn.key, weightOf, drawn.hash);
      const order = orderOf({ algorithm: 'pulsar', seed: 's' }, drawn);
      expect(order).toEqual(plain.map(({ clusterId }) => clusterId));
    });
  });
});

describe('the ranking of many clusters', () => {
  /** Weights whose scores tie, differ in their last bit, vanish or overflow. */
  const weights = fc.constantFrom(
    ...[1, 1 + Number.EPSILON, 1 + 2 * Number.EPSILON, 1000, 1001],
    ...[5e-324, 1e-320, 1e-300, 1.7e308, Number.MAX_VALUE],
  );
  const many = fc.record({
    hash: fc.constantFrom(...HASHES),
    drawn: fc.array(weights, { minLength: 1, maxLength: 300, size: 'max' }),
    names: fc.constantFrom('c', 'cluster-', '\u00e9'),
  });

  test('is the one a plain sort gives, whatever their weights', () => {
    checkLaw(many, 100, ({ hash, drawn, names }) => {
      const clusters = drawn.map((weight, i) => clusterOfWeight(`${names}${String(i)}`, weight));
      const policy = compilePolicy({ algorithm: 'pulsar' });
      const view = viewFactory({ hash64: hash })({ target, clusters: clusters.toReversed() });
      const order = affinityOrder(policy, view, { requestId: 'r', cacheAffinityKey: 'k' });
      const weightOf = ({ stats }: Cluster): number => stats.maxInputTps ?? 0;
      const plain = naiveRanking('', target, clusters, 'k', weightOf, hash);
      expect(order).toEqual(plain.map(({ clusterId }) => clusterId));
    });
  });
});

describe('texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('a', 'b', '\u00e9', '\uffff', '\ue000', '\u{10000}', '\u{1f600}'),
    }),
  );

  test('compare as their UTF-8 bytes do', () => {
    checkLaw(fc.tuple(text, text), 1500, ([a, b]) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(compareIds(a, b));
    });
  });

  const longText = fc
    .tuple(fc.constantFrom('x', '\u00e9', '\u{1f600}'), fc.nat({ max: 2000 }))
    .map(([unit, length]) => unit.repeat(length));

  test('are hashed as tag, FF, length and UTF-8 bytes, however long', () => {
    const fields = fc.array(
      fc.tuple(fc.constantFrom('seed', 'cluster_id'), fc.oneof(text, longText)),
      { maxLength: 6 },
    );
    checkLaw(fc.tuple(fields, fields), 300, ([first, second]) => {
      const seen: string[] = [];
      const hasher: Hasher = { hash64: (bytes) => BigInt(seen.push(hex(bytes))) };
      const input = new HashInput(hasher).begin();
      for (const [tag, value] of first) input.field(tag, value);
      const shared = input.length;
      input.hash();
      for (const [tag, value] of second) input.encodedField(encodeField(tag, value));
      input.indexField('virtual_node', 2 ** 40 + 5).hash();
      input.rewind(shared).hash();
      const start = plainBytes(first);
      const whole = Buffer.concat([start, ...second.map(plainField), PLAIN_INDEX]);
      expect(seen).toEqual([hex(start), hex(whole), hex(start)]);
    });
  });
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const plainField = ([tag, value]: readonly [string, string]): Buffer => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(value)));
  return Buffer.concat([Buffer.from(tag), Buffer.from([0xff]), length, Buffer.from(value)]);
};

const plainBytes = (fields: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat([Buffer.from([1]), ...fields.map(plainField)]);

const PLAIN_INDEX = Buffer.concat([
  Buffer.from('virtual_node'),
  Buffer.from([0xff, 8, 0, 0, 0, 0, 0, 0, 0]),
  Buffer.from([5, 0, 0, 0, 0, 1, 0, 0]),
]);
