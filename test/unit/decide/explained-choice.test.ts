/** What an explanation calls things, and which of equal clusters is chosen. */
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../../src/core/config/policy.js';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import type { ClusterStats } from '../../../src/core/snapshot/snapshot.js';
import { decide, explain } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';
import { freshView } from '../../support/run-case.js';

const viewOf = (clusters: Readonly<Record<string, Partial<ClusterStats>>>) =>
  freshView({
    target: { modelId: 'm' },
    clusters: Object.entries(clusters).map(([id, stats]) => clusterOf(id, stats)),
  });

const rowsOf = (config: AlgorithmConfig, view: ReturnType<typeof viewOf>, inputTokens = 10) => {
  const request = { requestId: 'r', cacheAffinityKey: 'k', inputTokens };
  const { rows } = explain(compilePolicy(config), view, request, 0);
  return Object.fromEntries(rows.map((row) => [row.clusterId, row]));
};

const FULL = { maxEngineConcurrency: 1, numRunningQueries: 1 };

describe('the phase of a row', () => {
  test.each([
    [{ algorithm: 'pulsar' }, 'direct'],
    [{ algorithm: 'power-of-n' }, 'direct'],
    [{ algorithm: 'round-robin' }, 'direct'],
    [{ algorithm: 'random' }, 'direct'],
    [{ algorithm: 'wait-and-widen' }, 'global'],
    [{ algorithm: 'pulsar-wait-and-widen' }, 'open'],
  ] as const)('of %j is %s', (config, phase) => {
    const { A, B } = rowsOf(config, viewOf({ A: FULL, B: FULL }));
    expect([A!.phase, B!.phase]).toEqual([phase, phase]);
  });

  test('is affinity within the group', () => {
    const config = { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 2 } as const;
    const { A, B } = rowsOf(config, viewOf({ A: {}, B: {} }));
    expect([A!.phase, B!.phase]).toEqual(['affinity', 'affinity']);
  });
});

describe('the verdict of a row', () => {
  const verdicts = (config: AlgorithmConfig, view: ReturnType<typeof viewOf>) =>
    Object.values(rowsOf(config, view)).map(({ verdict }) => verdict);

  test.each([
    { algorithm: 'power-of-n', comparator: 'num-requests-queued' },
    { algorithm: 'wait-and-widen', comparator: 'num-requests-queued' },
    { algorithm: 'pulsar-wait-and-widen', cacheAffinityBackendSelectionCount: 2 },
  ] as const)('of one of equals that was not drawn is a lost tie: $algorithm', (config) => {
    expect(verdicts(config, viewOf({ A: {}, B: {} })).sort()).toEqual(['chosen', 'lost_tie']);
  });

  test('of a cluster without room for the prompt says so', () => {
    const small = { kvCacheCapacityTokens: 9, kvCacheFreeTokens: 9 };
    const config = { algorithm: 'pulsar-wait-and-widen', considerKvFreeTokens: true } as const;
    expect(verdicts(config, viewOf({ A: small }))).toEqual(['kv_infeasible']);
  });

  test('of a cluster with room for exactly the prompt is not that', () => {
    const enough = { kvCacheCapacityTokens: 10, kvCacheFreeTokens: 10 };
    const config = { algorithm: 'pulsar-wait-and-widen', considerKvFreeTokens: true } as const;
    expect(verdicts(config, viewOf({ A: enough }))).toEqual(['chosen']);
  });

  test('of a cluster of unknown throughput has no bucket', () => {
    const config = { algorithm: 'wait-and-widen' } as const;
    const { A, B } = rowsOf(config, viewOf({ A: { lastMeanInputTps: 0 }, B: {} }));
    expect(A).toMatchObject({ verdict: 'no_finite_estimate', bucket: null, opensMs: null });
    expect(B).toMatchObject({ verdict: 'chosen', bucket: 0, opensMs: 0 });
  });
});

describe('of clusters with equal queue delays', () => {
  const chosen = (clusters: Parameters<typeof viewOf>[0]): unknown => {
    const policy = compilePolicy({
      algorithm: 'pulsar-wait-and-widen',
      cacheAffinityBackendSelectionCount: 2,
    });
    const request = { requestId: 'r', cacheAffinityKey: 'k' };
    const decision = decide(policy, viewOf(clusters), request, 0);
    return decision.kind === 'selected' ? decision.clusterId : decision;
  };

  test.each([
    [
      'A',
      { maxEngineConcurrency: 10, numRunningQueries: 3 },
      { maxEngineConcurrency: 4, numRunningQueries: 2 },
    ],
    [
      'B',
      { maxEngineConcurrency: 4, numRunningQueries: 2 },
      { maxEngineConcurrency: 10, numRunningQueries: 3 },
    ],
  ])('the less utilized is chosen: %s', (id, A, B) => {
    expect(chosen({ A, B })).toBe(id);
  });

  test.each([
    ['B', { maxEngineConcurrency: 10, numRunningQueries: 3 }, { numRunningQueries: 2 }],
    ['A', { numRunningQueries: 2 }, { maxEngineConcurrency: 10, numRunningQueries: 3 }],
  ])('the one with fewer running is chosen, where slots of one are unknown: %s', (id, A, B) => {
    expect(chosen({ A, B })).toBe(id);
  });
});
