import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import { free, full, keyWithOrder, route, viewOf } from '../../support/affinity-group.js';
import { clusterOf } from '../../support/default-stats.js';

const config: AlgorithmConfig = { algorithm: 'pulsar-wait-and-widen', maxQueued: 0 };
const cacheAffinityKey = keyWithOrder('pulsar-wait-and-widen', 'A', 'B', 'C');
const rankOneFull = viewOf(full('A'), free('B'), full('C'));

describe('pulsar-wait-and-widen without a queue SLO', () => {
  test.each([true, false])(
    'has no shortcut to a full rank 1 (last_cluster_affinity %s)',
    (flag) => {
      const decision = route({ ...config, lastClusterAffinity: flag }, rankOneFull, {
        cacheAffinityKey,
      });
      expect(decision).toMatchObject({ kind: 'selected', clusterId: 'B' });
    },
  );

  test('does not send a request to a rank 1 at its limit while rank 2 has a free slot', () => {
    for (let i = 0; i < 100; i++) {
      const decision = route(config, rankOneFull, {
        cacheAffinityKey,
        requestId: `r${String(i)}`,
      });
      expect(decision).toMatchObject({ kind: 'selected', clusterId: 'B', rankDepth: 2 });
    }
  });

  test('overflows at its defaults as soon as rank 1 has no free slot', () => {
    const decision = route({ algorithm: 'pulsar-wait-and-widen' }, rankOneFull, {
      cacheAffinityKey,
    });
    expect(decision).toMatchObject({ clusterId: 'B', phase: 'open' });
  });

  test('sends a request to rank 1 while its queue is below max_queued', () => {
    const oneQueued = clusterOf('A', {
      maxEngineConcurrency: 8,
      numRunningQueries: 9,
      queueSize: 1,
      queuedInputSize: 500,
    });
    const view = viewOf(oneQueued, free('B'), full('C'));
    const decision = route({ ...config, maxQueued: 4 }, view, { cacheAffinityKey });
    expect(decision).toMatchObject({ clusterId: 'A', phase: 'affinity', rankDepth: 1 });
  });

  test('waits for rank 1 until 300 ms have passed, then widens', () => {
    const waiting = { ...config, cacheAffinityWaitMs: 300 };
    for (const elapsedMs of [0, 1, 299.5]) {
      const decision = route(waiting, rankOneFull, { cacheAffinityKey, elapsedMs });
      expect(decision).toMatchObject({ kind: 'wait', untilMs: 300, delayMs: 300 - elapsedMs });
    }
    const widened = route(waiting, rankOneFull, { cacheAffinityKey, elapsedMs: 300 });
    expect(widened).toMatchObject({ kind: 'selected', clusterId: 'B', phase: 'open' });
  });

  test('leaves unlimited stickiness to pulsar', () => {
    const decision = route({ algorithm: 'pulsar' }, rankOneFull, { cacheAffinityKey });
    expect(decision).toMatchObject({ clusterId: 'A', phase: 'direct' });
  });
});
