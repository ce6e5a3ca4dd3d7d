import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import { MemoBudget } from '../../../src/core/orders/memo-budget.js';
import { compilePolicy, type Policy } from '../../../src/core/config/policy.js';
import { reserve } from '../../../src/core/view/reserve.js';
import { effectiveVirtualNodes } from '../../../src/core/orders/ring.js';
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import { View } from '../../../src/core/view/view.js';
import { nativeHasher } from '../../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../../src/adapters/platform/view-factory.js';
import { decide } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';
import { countingHasher } from '../../support/colliding-hasher.js';

const target = { routingKey: 'rk-1', modelId: 'model-a' };

/** No two are equally loaded, so that no tie is drawn and only orders are hashed. */
const clusters = (count: number, from = 0): readonly Cluster[] =>
  Array.from({ length: count }, (_, i) =>
    clusterOf(`cluster-${String(from + i)}`, { queueSize: from + i }),
  );

const ask = (policy: Policy, view: View, cacheAffinityKey: string): void => {
  const decision = decide(policy, view, { requestId: 'r', cacheAffinityKey }, 0);
  expect(decision.kind).toBe('selected');
};

const ring = (more: Partial<AlgorithmConfig> = {}): Policy =>
  compilePolicy({
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
    cacheAffinityVirtualNodes: 10,
    comparator: 'num-requests-queued',
    ...more,
  });

/** How many memos and rings the tables of a view hold. */
const tableSizes = (view: View): number => {
  const { rings, walks, rankings } = View.stateOf(view).orders.tables;
  const memos = [walks, ...Object.values(rankings)];
  return rings.size + memos.reduce((sum, table) => sum + table.size, 0);
};

describe('the byte budget', () => {
  test('bounds the number of memos, whatever the number of policies and targets', () => {
    const budget = new MemoBudget(64 * 1024 * 1024, 50);
    const create = viewFactory(nativeHasher, budget);
    const views = Array.from({ length: 20 }, (_, i) =>
      create({ target: { modelId: `model-${String(i)}` }, clusters: clusters(3) }),
    );
    for (let i = 0; i < 20; i++) {
      const seed = `seed-${String(i)}`;
      for (const view of views) {
        ask(compilePolicy({ algorithm: 'pulsar-wait-and-widen', seed }), view, 'k');
        ask(ring({ seed }), view, 'k');
        expect(budget.size).toBeLessThanOrEqual(50);
      }
    }
    const held = views.reduce((sum, view) => sum + tableSizes(view), 0);
    expect(held).toBe(budget.size);
  });

  test('counts every memo and ring, also after members come and go and weights move', () => {
    const budget = new MemoBudget();
    const create = viewFactory(nativeHasher, budget);
    let view = create({ target, clusters: clusters(10) });
    expect(budget.bytes).toBe(0);
    for (let round = 0; round < 30; round++) {
      for (const key of ['a', 'b', 'c']) {
        ask(ring(), view, key);
        ask(compilePolicy({ algorithm: 'pulsar' }), view, key);
        ask(ring(), reserve(view, { clusterId: 'cluster-1' }), key);
      }
      expect(budget.size).toBe(3);
      const next = clusters(10, round % 3).map((cluster) =>
        round % 2 === 0 ? cluster : { ...cluster, stats: { ...cluster.stats, maxInputTps: round } },
      );
      view = create({ target, clusters: next }, view);
    }
    expect(budget.bytes).toBeLessThan(20_000);
  });

  test('gives up the keys used least recently first', () => {
    const counted = countingHasher();
    const budget = new MemoBudget(1024 + 4 * 300);
    const view = viewFactory(counted.hasher, budget)({ target, clusters: clusters(3) });
    const policy = compilePolicy({ algorithm: 'pulsar' });
    for (const key of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'f', 'g', 'a']) ask(policy, view, key);
    counted.reset();
    ask(policy, view, 'a');
    expect(counted.count()).toBe(0);
    ask(policy, view, 'b');
    expect(counted.count()).toBe(3);
  });

  test('remembers at most 4,096 keys per policy', () => {
    const counted = countingHasher();
    const view = viewFactory(counted.hasher)({ target, clusters: clusters(1) });
    const policy = compilePolicy({ algorithm: 'pulsar' });
    for (let i = 0; i < 4097; i++) ask(policy, view, `k${String(i)}`);
    counted.reset();
    for (let i = 1; i < 4097; i++) ask(policy, view, `k${String(i)}`);
    expect(counted.count()).toBe(0);
    ask(policy, view, 'k0');
    expect(counted.count()).toBe(1);
  });

  test('remembers keys of 256 bytes and computes longer ones each time', () => {
    const counted = countingHasher();
    const view = viewFactory(counted.hasher)({ target, clusters: clusters(3) });
    const policy = compilePolicy({ algorithm: 'pulsar' });
    const kept = ['x'.repeat(256), '\u00e9'.repeat(128), '\u{1f600}'.repeat(64)];
    for (const key of [...kept, ...kept]) ask(policy, view, key);
    expect(counted.count()).toBe(3 * kept.length);
    counted.reset();
    const long = ['x'.repeat(257), `${'\u00e9'.repeat(128)}x`, `x${'\u{1f600}'.repeat(64)}`];
    for (const key of [...long, ...long]) ask(policy, view, key);
    expect(counted.count()).toBe(2 * 3 * long.length);
  });

  test('holds when it has no room at all', () => {
    const budget = new MemoBudget(0);
    const view = viewFactory(nativeHasher, budget)({ target, clusters: clusters(3) });
    for (const key of ['a', 'b', 'a']) {
      ask(ring(), view, key);
      ask(compilePolicy({ algorithm: 'pulsar' }), view, key);
      expect(budget.bytes).toBe(0);
    }
  });

  test('is not passed by policies that are only asked for keys too long to remember', () => {
    const budget = new MemoBudget();
    const view = viewFactory(nativeHasher, budget)({ target, clusters: clusters(3) });
    const long = 'x'.repeat(300);
    for (let i = 0; i < 500; i++) {
      ask(compilePolicy({ algorithm: 'pulsar', seed: `seed-${String(i)}` }), view, long);
    }
    expect(tableSizes(view)).toBeLessThanOrEqual(budget.size);
  });
});

describe('a ring', () => {
  const V = 10;

  test('is hashed once, and a key once', () => {
    const counted = countingHasher();
    const view = viewFactory(counted.hasher)({ target, clusters: clusters(20) });
    ask(ring(), view, 'a');
    expect(counted.count()).toBe(20 * V + 1);
    ask(ring(), view, 'b');
    expect(counted.count()).toBe(20 * V + 2);
    ask(ring(), view, 'a');
    expect(counted.count()).toBe(20 * V + 2);
  });

  test('is shared by policies with the same seed and V', () => {
    const counted = countingHasher();
    const view = viewFactory(counted.hasher)({ target, clusters: clusters(20) });
    ask(ring(), view, 'a');
    counted.reset();
    ask(ring({ cacheAffinityWaitMs: 300, maxQueued: 4, lastClusterAffinity: true }), view, 'a');
    expect(counted.count()).toBe(0);
    ask(ring({ cacheAffinityBackendSelectionCount: 1 }), view, 'a');
    expect(counted.count()).toBe(1);
    ask(ring({ seed: 'other' }), view, 'a');
    expect(counted.count()).toBe(1 + 20 * V + 1);
  });

  test('is not rebuilt when statistics change or requests are reserved', () => {
    const counted = countingHasher();
    const create = viewFactory(counted.hasher);
    const view = create({ target, clusters: clusters(20) });
    ask(ring(), view, 'a');
    ask(compilePolicy({ algorithm: 'pulsar' }), view, 'a');
    counted.reset();
    const busier = clusters(20).map((cluster) => ({
      ...cluster,
      stats: { ...cluster.stats, queuedInputSize: 3, lastMeanInputTps: 700 },
    }));
    const next = create({ target, clusters: busier.toReversed() }, view);
    for (const later of [next, reserve(next, { clusterId: 'cluster-3' })]) {
      ask(ring(), later, 'a');
      ask(compilePolicy({ algorithm: 'pulsar' }), later, 'a');
    }
    expect(counted.count()).toBe(0);
  });

  test('hashes only the points of clusters that join', () => {
    const counted = countingHasher();
    const create = viewFactory(counted.hasher);
    const view = create({ target, clusters: clusters(20) });
    ask(ring(), view, 'a');
    counted.reset();
    const joined = create({ target, clusters: clusters(22) }, view);
    ask(ring(), joined, 'a');
    expect(counted.count()).toBe(2 * V + 1);
    counted.reset();
    const left = create({ target, clusters: clusters(19, 2) }, joined);
    ask(ring(), left, 'a');
    expect(counted.count()).toBe(1);
  });

  test('keeps rankings while ids and the weight they use stay the same', () => {
    const counted = countingHasher();
    const create = viewFactory(counted.hasher);
    const byMax = compilePolicy({ algorithm: 'pulsar' });
    const byMean = compilePolicy({ algorithm: 'pulsar', rendezvousWeight: 'last-mean-input-tps' });
    const view = create({ target, clusters: clusters(20) });
    for (const policy of [byMax, byMean]) ask(policy, view, 'a');
    expect(counted.count()).toBe(40);
    const slower = clusters(20).map((cluster) => ({
      ...cluster,
      stats: { ...cluster.stats, lastMeanInputTps: 700 },
    }));
    const next = create({ target, clusters: slower }, view);
    ask(byMax, next, 'a');
    expect(counted.count()).toBe(40);
    ask(byMean, next, 'a');
    expect(counted.count()).toBe(60);
  });
});

describe('a ring past 1,048,576 points', () => {
  test.each([
    [150, 6990, 150],
    [150, 6991, 149],
    [1_048_576, 1, 1_048_576],
    [1_048_577, 1, 1_048_576],
    [2 ** 53 - 1, 3, 349_525],
    [150, 2_000_000, 1],
  ])('of V = %i has, on %i clusters, V = %i', (virtualNodes, clusterCount, effective) => {
    expect(effectiveVirtualNodes(virtualNodes, clusterCount)).toBe(effective);
  });
});
