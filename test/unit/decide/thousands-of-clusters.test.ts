/** What only many clusters show: slow, and so apart from its like in memory-budget.test.ts. */
import { expect, test } from 'vitest';
import { nativeHasher } from '../../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../../src/adapters/platform/view-factory.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import type { Explanation } from '../../../src/core/explain.js';
import { MemoBudget } from '../../../src/core/orders/memo-budget.js';
import { decide, explain } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';

/** No two are equally loaded, so that no tie is drawn and only orders are hashed. */
const snapshot = {
  target: { routingKey: 'rk-1', modelId: 'model-a' },
  clusters: Array.from({ length: 4096 }, (_, i) =>
    clusterOf(`cluster-${String(i)}`, { queueSize: i }),
  ),
};

const ring = (seed: string, virtualNodes: number) =>
  compilePolicy({
    algorithm: 'wait-and-widen',
    seed,
    cacheAffinityBackendSelectionCount: 2,
    cacheAffinityVirtualNodes: virtualNodes,
  });

test('the byte budget of memos holds with many policies', () => {
  const budget = new MemoBudget(256 * 1024);
  const view = viewFactory(nativeHasher, budget)(snapshot);
  let most = 0;
  for (let i = 0; i < 120; i++) {
    const seed = `seed-${String(i)}`;
    const policies = [compilePolicy({ algorithm: 'pulsar', seed })];
    if (i % 10 === 0) policies.push(ring(seed, 2));
    for (const policy of policies) {
      for (const cacheAffinityKey of ['a', 'b']) {
        decide(policy, view, { requestId: 'r', cacheAffinityKey }, 0);
        expect(budget.bytes).toBeLessThanOrEqual(budget.limitBytes);
        most = Math.max(most, budget.bytes);
      }
    }
  }
  expect(most).toBeGreaterThan(budget.limitBytes / 2);
});

test('a ring past 1,048,576 points gets fewer virtual nodes, and explain says so', () => {
  const view = viewFactory(nativeHasher)(snapshot);
  const explained = (virtualNodes: number): Explanation =>
    explain(ring('', virtualNodes), view, { requestId: 'r', cacheAffinityKey: 'session-1' }, 0);
  const [lowered, plain] = [explained(300), explained(256)];
  expect(lowered.loweredVirtualNodes).toBe(256);
  expect(plain).not.toHaveProperty('loweredVirtualNodes');
  expect(lowered.order).toEqual(plain.order);
});
