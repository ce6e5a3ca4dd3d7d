import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/codec/fault.js';
import { encodeSnapshot, parseSnapshot } from '../../../src/core/snapshot/snapshot-codec.js';
import type { Cluster, Snapshot } from '../../../src/core/snapshot/snapshot.js';

const parsed = (json: unknown): Snapshot => {
  const result = parseSnapshot(json);
  if (E.isLeft(result)) throw new Error(result.left.map((fault) => fault.message).join('\n'));
  return result.right;
};

const faults = (json: unknown, path?: string): readonly Fault[] => {
  const result = parseSnapshot(json, path);
  return E.isLeft(result) ? result.left : [];
};

const withStats = (stats: unknown): unknown => ({
  model_id: 'm',
  clusters: [{ cluster_id: 'A', rtt_ms: 5, stats }],
});

const onlyCluster = (json: unknown): Cluster => parsed(json).clusters[0]!;

/** Asserts one fault and returns it. */
const onlyFault = (json: unknown): Fault => {
  const all = faults(json);
  expect(all).toHaveLength(1);
  return all[0]!;
};

const NO_STATS = {
  lastMeanInputTps: 0,
  outputTps: 0,
  maxOutputTps: 0,
  queueSize: 0,
  queuedInputSize: 0,
  numRunningQueries: 0,
  maxEngineConcurrency: 0,
  totalQueryInputSize: 0,
  kvCacheCapacityTokens: 0,
  kvCacheUsedTokens: 0,
  kvCacheFreeTokens: 0,
  queueTimeEstimateMsByPriority: {},
};

describe('a valid snapshot', () => {
  test('is read field by field', () => {
    const json = {
      routing_key: 'tenant-a',
      model_id: 'model-a',
      clusters: [
        {
          cluster_id: 'A',
          rtt_ms: 5.5,
          stats: {
            last_mean_input_tps: 1000.5,
            max_input_tps: 1200,
            output_tps: 1,
            max_output_tps: 2,
            queue_size: 3,
            queued_input_size: 4,
            num_running_queries: 5,
            max_engine_concurrency: 8,
            total_query_input_size: 6,
            kv_cache_capacity_tokens: 9,
            kv_cache_used_tokens: 7,
            kv_cache_free_tokens: 2,
            queue_time_estimate_ms_by_priority: { '0': 12, '10': 80, '4294967295': 90 },
          },
        },
      ],
    };
    expect(parsed(json)).toEqual({
      target: { routingKey: 'tenant-a', modelId: 'model-a' },
      clusters: [
        {
          clusterId: 'A',
          rttMs: 5.5,
          stats: {
            lastMeanInputTps: 1000.5,
            maxInputTps: 1200,
            outputTps: 1,
            maxOutputTps: 2,
            queueSize: 3,
            queuedInputSize: 4,
            numRunningQueries: 5,
            maxEngineConcurrency: 8,
            totalQueryInputSize: 6,
            kvCacheCapacityTokens: 9,
            kvCacheUsedTokens: 7,
            kvCacheFreeTokens: 2,
            queueTimeEstimateMsByPriority: { '0': 12, '10': 80, '4294967295': 90 },
          },
        },
      ],
    });
    expect(encodeSnapshot(parsed(json))).toEqual(json);
  });

  test('may leave all statistics out', () => {
    const json = { model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] };
    expect(parsed(json)).toStrictEqual({
      target: { modelId: 'm' },
      clusters: [{ clusterId: 'A', rttMs: 5, stats: NO_STATS }],
    });
  });

  test('reads null as absent, and ignores unknown fields, at every level', () => {
    const json = {
      routing_key: null,
      model_id: 'm',
      extra: {},
      clusters: [
        { cluster_id: 'A', rtt_ms: 0, stats: null, backends: [1] },
        {
          cluster_id: 'B',
          rtt_ms: 0,
          stats: {
            max_input_tps: null,
            queue_size: null,
            queue_time_estimate_ms_by_priority: { '0': null },
            gpu_count: 'eight',
          },
        },
        {
          cluster_id: 'C',
          rtt_ms: 0,
          stats: { queue_time_estimate_ms_by_priority: null },
        },
      ],
    };
    const snapshot = parsed(json);
    expect(snapshot.target).toStrictEqual({ modelId: 'm' });
    expect(snapshot.clusters.map((cluster) => cluster.stats)).toStrictEqual([
      NO_STATS,
      NO_STATS,
      NO_STATS,
    ]);
  });

  test('may have no clusters', () => {
    expect(parsed({ model_id: 'm', clusters: [] }).clusters).toEqual([]);
  });

  test('reads an empty routing key as an absent one', () => {
    const snapshot = parsed({ routing_key: '', model_id: 'm', clusters: [] });
    expect(snapshot.target).toStrictEqual({ modelId: 'm' });
  });

  test('reads a missing max_input_tps as absent, a zero as zero', () => {
    expect(onlyCluster(withStats({})).stats).not.toHaveProperty('maxInputTps');
    expect(onlyCluster(withStats({ max_input_tps: 0 })).stats.maxInputTps).toBe(0);
  });

  test('is deep-frozen, and independent of what it was read from', () => {
    const json = withStats({ queue_time_estimate_ms_by_priority: { '0': 1 } });
    const snapshot = parsed(json);
    const cluster = snapshot.clusters[0]!;
    for (const part of [
      snapshot,
      snapshot.target,
      snapshot.clusters,
      cluster,
      cluster.stats,
      cluster.stats.queueTimeEstimateMsByPriority,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    (json as { clusters: unknown[] }).clusters.length = 0;
    expect(snapshot.clusters).toHaveLength(1);
  });

  test('treats names of the language as ordinary ids', () => {
    const json = JSON.parse(
      '{"routing_key":"constructor","model_id":"__proto__","clusters":[{"cluster_id":"__proto__","rtt_ms":1},{"cluster_id":"toString","rtt_ms":2}]}',
    ) as unknown;
    const snapshot = parsed(json);
    expect(snapshot.target).toEqual({ routingKey: 'constructor', modelId: '__proto__' });
    expect(snapshot.clusters.map((cluster) => cluster.clusterId)).toEqual([
      '__proto__',
      'toString',
    ]);
  });

  test('is read from own members only', () => {
    const inherited = Object.create({ model_id: 'm', clusters: [] }) as unknown;
    expect(faults(inherited).map((fault) => fault.path)).toEqual(['model_id', 'clusters']);
  });

  test('may carry ids of a million bytes', () => {
    const long = 'x'.repeat(1_000_000);
    const json = { routing_key: long, model_id: long, clusters: [{ cluster_id: long, rtt_ms: 1 }] };
    expect(parsed(json).clusters[0]!.clusterId).toBe(long);
  });

  test('reads -0 as 0', () => {
    const json = { model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: -0 }] };
    expect(Object.is(onlyCluster(json).rttMs, 0)).toBe(true);
    const stats = onlyCluster(
      withStats({ queue_size: -0, queue_time_estimate_ms_by_priority: { '0': -0 } }),
    ).stats;
    expect(Object.is(stats.queueSize, 0)).toBe(true);
    expect(Object.is(stats.queueTimeEstimateMsByPriority['0'], 0)).toBe(true);
  });

  test('takes counts up to 2^53-1 and any finite rate', () => {
    const stats = { queue_size: Number.MAX_SAFE_INTEGER, last_mean_input_tps: 1e300 };
    expect(onlyCluster(withStats(stats)).stats).toMatchObject({
      queueSize: Number.MAX_SAFE_INTEGER,
      lastMeanInputTps: 1e300,
    });
  });

  test('takes an id with a surrogate pair', () => {
    expect(parsed({ model_id: '\u{1F600}', clusters: [] }).target.modelId).toBe('\u{1F600}');
  });

  test('reads 10,000 clusters', () => {
    const clusters = Array.from({ length: 10_000 }, (_, i) => ({
      cluster_id: `cluster-${String(i)}`,
      rtt_ms: i,
    }));
    expect(parsed({ model_id: 'm', clusters }).clusters).toHaveLength(10_000);
  });
});

describe('a bad snapshot', () => {
  test('reports every fault at once, each naming the cluster and the field', () => {
    const json = {
      clusters: [
        { cluster_id: 'A', rtt_ms: -1, stats: { queue_size: '3', output_tps: true } },
        null,
        { rtt_ms: 1, stats: { queue_time_estimate_ms_by_priority: { '01': 1, '2': -2 } } },
        { cluster_id: 'A' },
      ],
    };
    expect(faults(json).map((fault) => [fault.code, fault.path])).toEqual([
      ['missing', 'model_id'],
      ['out_of_range', 'clusters[0].rtt_ms'],
      ['wrong_type', 'clusters[0].stats.output_tps'],
      ['wrong_type', 'clusters[0].stats.queue_size'],
      ['wrong_type', 'clusters[1]'],
      ['missing', 'clusters[2].cluster_id'],
      ['out_of_range', 'clusters[2].stats.queue_time_estimate_ms_by_priority["2"]'],
      ['invalid_value', 'clusters[2].stats.queue_time_estimate_ms_by_priority["01"]'],
      ['missing', 'clusters[3].rtt_ms'],
      ['duplicate', 'clusters[3].cluster_id'],
    ]);
    expect(faults(json)[3]!.message).toBe(
      'clusters[0].stats.queue_size (cluster "A"): expected a number from 0 to 2^53-1, given "3"',
    );
  });

  test('says where it stands in a larger document', () => {
    expect(faults({ clusters: [3] }, 'targets[2]').map((fault) => fault.path)).toEqual([
      'targets[2].model_id',
      'targets[2].clusters[0]',
    ]);
    expect(faults([], 'snapshot')[0]!.message).toBe('snapshot: expected an object, given an array');
  });

  test.each([[null], ['text'], [3], [[]], [true]])('is no object: %j', (json) => {
    expect(onlyFault(json)).toMatchObject({ code: 'wrong_type', path: '', expected: 'an object' });
  });

  test.each([[undefined], [null]])('lacks its clusters: %j', (clusters) => {
    expect(onlyFault({ model_id: 'm', clusters })).toMatchObject({
      code: 'missing',
      path: 'clusters',
      given: 'nothing',
    });
  });

  test.each([
    [Number.NaN],
    [Infinity],
    [-Infinity],
    [-1],
    [-1e-9],
    ['1'],
    [true],
    [[]],
    [{}],
    [1n],
  ])('gives %s for a number', (value) => {
    expect(onlyFault(withStats({ last_mean_input_tps: value })).path).toBe(
      'clusters[0].stats.last_mean_input_tps',
    );
    expect(onlyFault(withStats({ queue_size: value })).path).toBe('clusters[0].stats.queue_size');
    const clusters = [{ cluster_id: 'A', rtt_ms: value }];
    expect(onlyFault({ model_id: 'm', clusters }).path).toBe('clusters[0].rtt_ms');
  });

  test('counts past 2^53-1, and the fault says so', () => {
    const fault = onlyFault(withStats({ num_running_queries: 2 ** 53 }));
    expect(fault.code).toBe('out_of_range');
    expect(fault.message).toContain('2^53-1, given 9007199254740992');
  });

  test.each([
    ['01'],
    ['-1'],
    ['+1'],
    ['1.0'],
    ['1e3'],
    [' 1'],
    [''],
    ['4294967296'],
    ['\u0661'],
    ['__proto__'],
  ])('publishes a queue delay for the priority %j', (key) => {
    const map = JSON.parse(`{${JSON.stringify(key)}: 1}`) as unknown;
    const fault = onlyFault(withStats({ queue_time_estimate_ms_by_priority: map }));
    expect(fault.code).toBe('invalid_value');
    expect(fault.message).toContain('cluster "A"');
  });

  test.each([[''], ['\ud800'], ['a\udc00b'], [3], [{}]])('has %j for an id', (id) => {
    expect(onlyFault({ model_id: id, clusters: [] }).path).toBe('model_id');
    const clusters = [{ cluster_id: id, rtt_ms: 1 }];
    expect(onlyFault({ model_id: 'm', clusters }).path).toBe('clusters[0].cluster_id');
  });

  test('has a routing key of the wrong kind', () => {
    expect(onlyFault({ routing_key: 3, model_id: 'm', clusters: [] }).path).toBe('routing_key');
    expect(onlyFault({ routing_key: '\udfff', model_id: 'm', clusters: [] }).given).toBe(
      '"\\u{dfff}"',
    );
  });

  test('uses an id twice, also where the other cluster is wrong', () => {
    const clusters = [
      { cluster_id: '__proto__', rtt_ms: 'x' },
      { cluster_id: 'B', rtt_ms: 1 },
      JSON.parse('{"cluster_id":"__proto__","rtt_ms":1}') as unknown,
    ];
    expect(faults({ model_id: 'm', clusters })[1]).toMatchObject({
      code: 'duplicate',
      path: 'clusters[2].cluster_id',
      expected: 'an id unique in the snapshot (clusters[0] has it already)',
    });
  });

  test('is described in at most 64 characters, control characters escaped', () => {
    const fault = onlyFault(withStats({ queue_size: `a\n\u001b[31m${'"x'.repeat(500_000)}` }));
    expect(fault.given).toHaveLength(64);
    expect(fault.given).toMatch(/^"a\\n\\u\{1b\}\[31m\\"x.*\.\.\."$/);
  });
});

describe('the documentation of snapshots', () => {
  test('shows a snapshot that reads back as it stands', () => {
    const page = readFileSync(new URL('../../../docs/snapshot.md', import.meta.url), 'utf8');
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!) as unknown;
    expect(encodeSnapshot(parsed(example))).toEqual(example);
  });
});
