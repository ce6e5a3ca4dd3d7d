import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Cluster } from '../../src/core/snapshot/snapshot.js';
import { affinityOrder } from '../../src/decide.js';
import { chiSquareExcess } from '../support/chi-square.js';
import { clusterOfWeight } from '../support/default-stats.js';
import { freshView } from '../support/run-case.js';
import { checkLaw, SEEDS } from '../support/check-law.js';
import { affinityKeys, clustersOf } from './arbitraries/engine-case.js';

/** Orders of every cluster: the whole ring walk, the whole ranking. */
const WHOLE_ORDERS: readonly AlgorithmConfig[] = [
  {
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: 100,
    cacheAffinityVirtualNodes: 5,
  },
  { algorithm: 'pulsar', rendezvousWeight: 'max-input-tps' },
  { algorithm: 'pulsar-wait-and-widen', rendezvousWeight: 'last-mean-input-tps' },
];

const target = { routingKey: 'rk-1', modelId: 'model-a' };

const ordersOf = (
  config: AlgorithmConfig,
  clusters: readonly Cluster[],
  keys: readonly string[],
): (readonly string[])[] => {
  const policy = compilePolicy(config);
  const view = freshView({ target, clusters });
  return keys.map((cacheAffinityKey) =>
    affinityOrder(policy, view, { requestId: 'r', cacheAffinityKey })!,
  );
};

const memberships = fc
  .tuple(clustersOf({ minLength: 2 }), fc.nat(), fc.array(affinityKeys, { minLength: 3 }))
  .map(([clusters, at, keys]) => ({
    clusters,
    odd: clusters[at % clusters.length]!,
    keys: keys.filter((key) => key !== ''),
  }));

describe.each(WHOLE_ORDERS)('the order of $algorithm by $rendezvousWeight', (config) => {
  test('loses a cluster that leaves and is the same otherwise', () => {
    checkLaw(memberships, 150, ({ clusters, odd, keys }) => {
      const before = ordersOf(config, clusters, keys);
      const rest = clusters.filter((cluster) => cluster !== odd);
      const expected = before.map((order) => order.filter((id) => id !== odd.clusterId));
      expect(ordersOf(config, rest, keys)).toEqual(expected);
    });
  });

  test('moves only the keys whose first cluster left, or that a new cluster wins', () => {
    checkLaw(memberships, 150, ({ clusters, odd, keys }) => {
      const rest = clusters.filter((cluster) => cluster !== odd);
      const withIt = ordersOf(config, clusters, keys).map(([first]) => first);
      const withoutIt = ordersOf(config, rest, keys).map(([first]) => first);
      withIt.forEach((first, i) => {
        if (first !== withoutIt[i]) expect(first).toBe(odd.clusterId);
      });
    });
  });

  test('of another seed, routing key or model is another one', () => {
    const clusters = ['A', 'B', 'C', 'D', 'E', 'F'].map((id) => clusterOfWeight(id, 1000));
    const keys = Array.from({ length: 20 }, (_, i) => `session-${String(i)}`);
    const usual = ordersOf(config, clusters, keys);
    expect(ordersOf({ ...config, seed: 'other' }, clusters, keys)).not.toEqual(usual);
    expect(ordersOf({ ...config, seed: '' }, clusters, keys)).toEqual(usual);
  });
});

describe('a ring group', () => {
  const config = {
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
    cacheAffinityVirtualNodes: 5,
  } as const;
  const policy = compilePolicy(config);

  test('passes over excluded clusters as if they were not there, known to the memo or not', () => {
    checkLaw(memberships, 150, ({ clusters, odd, keys }) => {
      const view = freshView({ target, clusters });
      const groupOf = (cacheAffinityKey: string, excludedClusterIds: readonly string[]) =>
        affinityOrder(policy, view, { requestId: 'r', cacheAffinityKey, excludedClusterIds });
      const rest = clusters.filter((cluster) => cluster !== odd);
      const [whole, without] = [ordersOf(config, clusters, keys), ordersOf(config, rest, keys)];
      keys.forEach((key, i) => {
        expect(groupOf(key, [odd.clusterId])).toEqual(without[i]);
        expect(groupOf(key, [])).toEqual(whole[i]);
        expect(groupOf(key, [odd.clusterId])).toEqual(without[i]);
      });
    });
  });
});

describe('the Pulsar ranking', () => {
  const WEIGHTS = [100, 250, 1000, 1000, 3000, 4650];
  const clusters = WEIGHTS.map((weight, i) => clusterOfWeight(`cluster-${String(i)}`, weight));
  const KEY_COUNT = 6000;

  test.each(SEEDS)('gives every cluster its share of the keys by weight (seed %i)', (seed) => {
    const keys = Array.from({ length: KEY_COUNT }, (_, i) => `${String(seed)}-${String(i)}`);
    const orders = ordersOf({ algorithm: 'pulsar' }, clusters, keys);
    const counts = clusters.map(
      ({ clusterId }) => orders.filter(([first]) => first === clusterId).length,
    );
    expect(chiSquareExcess(counts, WEIGHTS, 6)).toBeLessThan(1);
  });

  test('moves keys in proportion to a weight that rises, and only to that cluster', () => {
    const keys = Array.from({ length: KEY_COUNT }, (_, i) => `k${String(i)}`);
    const before = ordersOf({ algorithm: 'pulsar' }, clusters, keys).map(([first]) => first);
    const heavier = clusters.with(0, clusterOfWeight('cluster-0', 1100));
    const after = ordersOf({ algorithm: 'pulsar' }, heavier, keys).map(([first]) => first);
    const moved = after.filter((first, i) => first !== before[i]);
    expect(new Set(moved)).toEqual(new Set(['cluster-0']));
    expect(moved.length / KEY_COUNT).toBeCloseTo(1100 / 11_000 - 100 / 10_000, 1);
  });
});
