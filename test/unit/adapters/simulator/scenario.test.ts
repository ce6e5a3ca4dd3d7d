import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../../src/adapters/simulator/index.js';

const valid = {
  name: 'n',
  clusters: [{ cluster_id: 'c', count: 2, slots: 4, prefill_tokens_per_second: 1000 }],
  workload: {
    kind: 'synthetic',
    duration_ms: 1000,
    arrivals: { kind: 'poisson', sessions_per_second: 1 },
    first_tokens: { kind: 'uniform', min: 1, max: 9 },
    answer_tokens: 5,
  },
  policies: [{ name: 'p', config: 'power-of-n' }],
};

const faultsOf = (json: unknown): readonly string[] => {
  const parsed = parseScenario(json);
  return E.isLeft(parsed) ? parsed.left.map(({ message }) => message) : [];
};

describe('a scenario', () => {
  test('has defaults for what it leaves out, and clusters that stand for several', () => {
    const parsed = parseScenario(valid);
    if (E.isLeft(parsed)) throw new Error(parsed.left[0]!.message);
    const { clusters, memory, routerCount, statistics, policies } = parsed.right;
    expect(clusters.map(({ clusterId }) => clusterId)).toEqual(['c-1', 'c-2']);
    expect(clusters[0]).toMatchObject({ rttMs: 0, batching: { kind: 'independent' } });
    expect(memory).toEqual({ kind: 'shared', ttlMs: 600_000, maxEntries: 100_000 });
    expect([routerCount, statistics.kind, policies[0]!.sessions]).toEqual([
      1,
      'engine-page',
      'named',
    ]);
  });

  const { workload, clusters } = valid;
  test.each([
    [{ ...valid, clusters: [] }, 'clusters: expected at least one cluster, given an array'],
    [{ ...valid, policies: [] }, 'policies: expected at least one policy, given an array'],
    [{ ...valid, wram_up_ms: 3 }, 'wram_up_ms: expected one of the fields'],
    [
      { ...valid, clusters: [{ ...clusters[0], evicts_first: 'leafs' }] },
      'clusters[0].evicts_first: expected one of leaves, prefixes, given "leafs"',
    ],
    [
      { ...valid, statistics: { page_ms: { kind: 'lognormal', median: 1 } } },
      'statistics.page_ms.sigma: expected a finite number >= 0, given nothing',
    ],
    [
      { ...valid, clusters: [{ ...clusters[0], slots: 0 }] },
      'clusters[0].slots: expected an integer from 1',
    ],
    [
      { ...valid, clusters: [{ ...clusters[0], batching: { kind: 'contiuous' } }] },
      'clusters[0].batching.kind: expected one of independent, continuous (did you mean "continuous"?), given "contiuous"',
    ],
    [
      { ...valid, workload: { ...workload, duration_ms: -1 } },
      'workload.duration_ms: expected a finite number >= 1e-9, given -1',
    ],
    [
      { ...valid, workload: { ...workload, turns: { kind: 'uniform', min: 1 } } },
      'workload.turns.max: expected a finite number >= 0, given nothing',
    ],
    [
      { ...valid, workload: { ...workload, first_tokens: 'many' } },
      'workload.first_tokens: expected an object',
    ],
    [
      { ...valid, policies: [{ name: 'p' }] },
      'policies[0].config (policy "p"): expected either a config or a baseline, given nothing',
    ],
    [
      { ...valid, policies: [{ name: 'p', config: { algorithm: 'pulsar', n: 3 } }] },
      'policies[0].config.n',
    ],
    [{ ...valid, policies: [...valid.policies, ...valid.policies] }, 'policies[1].name'],
    [
      { ...valid, incidents: [{ kind: 'outage', cluster_id: 'c-3', from_ms: 1, until_ms: 2 }] },
      'incidents[0].cluster_id: expected the id of a cluster',
    ],
    [
      { ...valid, incidents: [{ kind: 'slow', cluster_id: 'c-2', from_ms: 2, until_ms: 2 }] },
      'incidents[0].until_ms: expected a time after from_ms, given 2',
    ],
    [
      { ...valid, incidents: [{ kind: 'outage', cluster_id: 'c-1', from_ms: -1, until_ms: 2 }] },
      'incidents[0].from_ms: expected a finite number >= 0, given -1',
    ],
    [
      { ...valid, statistics: { kind: 'full', delay_ms: -5 } },
      'statistics.delay_ms: expected a finite number >= 0, given -5',
    ],
    [{ ...valid, warmup_ms: -1 }, 'warmup_ms: expected a finite number >= 0, given -1'],
    [
      { ...valid, workload: { ...workload, arrivals: undefined } },
      'workload.arrivals: expected an object, given nothing',
    ],
  ])('that is wrong says where: %#', (json, message) => {
    expect(faultsOf(json).join('\n')).toContain(message);
  });

  test('tells all that is wrong at once', () => {
    expect(faultsOf({ name: '', clusters: [{}], policies: 3 }).length).toBeGreaterThan(4);
  });
});
