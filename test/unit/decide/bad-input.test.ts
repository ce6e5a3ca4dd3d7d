import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { createView } from '../../../src/adapters/platform/node.js';
import type { Decision } from '../../../src/core/decision.js';
import {
  ALGORITHMS,
  type AlgorithmConfig,
  type AlgorithmName,
} from '../../../src/core/config/fields.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import { reserve } from '../../../src/core/view/reserve.js';
import type { RoutingRequest } from '../../../src/core/request.js';
import { parseSnapshot } from '../../../src/core/snapshot/snapshot-codec.js';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.js';
import { decide, explain, timeline } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';
import { freshView } from '../../support/run-case.js';

const parse = (json: unknown): Snapshot => {
  const parsed = parseSnapshot(json);
  if (E.isLeft(parsed)) throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  return parsed.right;
};

const snapshotJson = (clusterIds: readonly string[], stats: object = {}): unknown => ({
  model_id: 'm',
  clusters: clusterIds.map((cluster_id) => ({ cluster_id, rtt_ms: 5, stats })),
});

const KINDS: readonly Decision['kind'][] = ['selected', 'wait', 'unavailable', 'rejected'];

/** Runs everything that decides; nothing may throw, and the answer must be a decision. */
const decideAll = (
  algorithm: AlgorithmName,
  snapshot: Snapshot,
  request: Partial<RoutingRequest>,
  elapsedMs = 0,
): Decision => {
  const policy = compilePolicy(configOf(algorithm));
  const view = reserve(freshView(snapshot));
  const asked = { requestId: 'r1', ...request };
  const decision = decide(policy, view, asked, elapsedMs);
  expect(KINDS).toContain(decision.kind);
  expect(explain(policy, view, asked, elapsedMs).decision).toEqual(decision);
  expect(timeline(policy, view, asked).length).toBeGreaterThan(0);
  return decision;
};

const configOf = (algorithm: AlgorithmName): AlgorithmConfig =>
  algorithm.endsWith('wait-and-widen')
    ? {
        algorithm,
        lastClusterAffinity: true,
        cacheAffinityBackendSelectionCount: 2,
        cacheAffinityInputTokensScale: 0,
        maxQueueTimeFloorMs: 100,
        maxQueueTimeCeilMs: 9000,
      }
    : { algorithm };

describe('a policy made by hand', () => {
  test.each<[string, object]>([
    ['algorithm', { algorithm: 'fastest' }],
    ['cacheAffinityBackendSelectionCount', { cacheAffinityBackendSelectionCount: -1 }],
    ['cacheAffinityVirtualNodes', { cacheAffinityVirtualNodes: NaN }],
    ['n', { n: 2.5 }],
    ['nextBucketUnlockFactor', { nextBucketUnlockFactor: Infinity }],
    ['sampleCount', { sampleCount: 2 }],
    ['lastClusterAffinity', { algorithm: 'pulsar', lastClusterAffinity: true }],
  ])('is refused for a bad %s, which the error names', (field, settings) => {
    const config = { algorithm: 'wait-and-widen', ...settings } as AlgorithmConfig;
    expect(() => compilePolicy(config)).toThrow(new RegExp(`^bad policy: ${field}\\b`));
  });
});

describe('a reservation', () => {
  test.each([NaN, -20, Infinity])('of %s tokens never lowers the load', (inputTokens) => {
    const stats = { maxEngineConcurrency: 1, numRunningQueries: 1, queuedInputSize: 100 };
    const view = freshView({ target: { modelId: 'm' }, clusters: [clusterOf('A', stats)] });
    const policy = compilePolicy({ algorithm: 'random' });
    const queueMs = (of: typeof view): number => {
      const decision = decide(policy, of, { requestId: 'r' }, 0);
      return decision.kind === 'selected' ? decision.queueMs : NaN;
    };
    expect(queueMs(reserve(view, { clusterId: 'A', inputTokens }))).toBeGreaterThanOrEqual(
      queueMs(view),
    );
  });
});

describe('a turn of round-robin', () => {
  test.each([NaN, -1, 0.5, Infinity])('of %s counts as the first', (cursor) => {
    const view = freshView({ target: { modelId: 'm' }, clusters: [clusterOf('A')] });
    const policy = compilePolicy({ algorithm: 'round-robin' });
    const decision = decide(policy, view, { requestId: 'r' }, 0, cursor);
    expect(decision).toMatchObject({ kind: 'selected', clusterId: 'A', nextCursor: 1 });
  });

  test('starts over behind the last number', () => {
    const view = freshView({ target: { modelId: 'm' }, clusters: [clusterOf('A')] });
    const policy = compilePolicy({ algorithm: 'round-robin' });
    const decision = decide(policy, view, { requestId: 'r' }, 0, Number.MAX_SAFE_INTEGER);
    expect(decision).toMatchObject({ nextCursor: 0 });
  });
});

describe('a snapshot', () => {
  test.each([
    ['an id twice', ['A', 'B', 'A'], 'duplicate'],
    ['an empty id', ['A', ''], 'invalid_value'],
    ['a lone surrogate in an id', ['A', 'a\ud800'], 'invalid_value'],
  ] as const)('with %s is refused, naming the cluster', (_, ids, code) => {
    const parsed = parseSnapshot(snapshotJson(ids));
    const faults = E.isLeft(parsed) ? parsed.left : [];
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(faults[0]!.path).toBe(`clusters[${String(ids.length - 1)}].cluster_id`);
  });

  test('made by hand with an id twice is refused, alone or on top of another', () => {
    const target = { modelId: 'm' };
    const twice = { target, clusters: [clusterOf('A'), clusterOf('B'), clusterOf('A')] };
    const both = freshView({ target, clusters: [clusterOf('A'), clusterOf('B')] });
    const three = freshView({ target, clusters: ['A', 'B', 'C'].map((id) => clusterOf(id)) });
    for (const previous of [undefined, both, three]) {
      expect(() => createView(twice, previous)).toThrow(
        new RangeError(
          'bad snapshot: clusters[2].clusterId: expected an id unique in the snapshot (clusters[0] has it already), given "A"',
        ),
      );
    }
  });

  test('refuses counts past 2^53 - 1 and takes those up to it', () => {
    for (const name of ['num_running_queries', 'queued_input_size', 'queue_size']) {
      expect(E.isLeft(parseSnapshot(snapshotJson(['A'], { [name]: 2 ** 53 })))).toBe(true);
      expect(E.isRight(parseSnapshot(snapshotJson(['A'], { [name]: 2 ** 53 - 1 })))).toBe(true);
    }
  });

  test('reads __proto__ as a priority as a fault and not as a prototype', () => {
    const json: unknown = JSON.parse(
      '{"model_id":"m","clusters":[{"cluster_id":"A","rtt_ms":1,"stats":' +
        '{"queue_time_estimate_ms_by_priority":{"__proto__":{"0":5}}}}]}',
    );
    expect(E.isLeft(parseSnapshot(json))).toBe(true);
  });
});

describe.each(ALGORITHMS)('%s', (algorithm) => {
  const three = parse(
    snapshotJson(['A', 'B', 'C'], { last_mean_input_tps: 1000, max_input_tps: 9 }),
  );

  test('is unavailable on an empty list of clusters', () => {
    const decision = decideAll(algorithm, parse(snapshotJson([])), { cacheAffinityKey: 'k' });
    expect(decision).toMatchObject({ kind: 'unavailable', reason: 'no_clusters' });
  });

  test('takes the names every object has as ordinary names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const stats = { last_mean_input_tps: 1000, max_input_tps: 1000 };
    const snapshot = parse(snapshotJson(names, stats));
    for (const name of names) {
      const request = { cacheAffinityKey: name, lastClusterId: name, requestId: name };
      const decision = decideAll(algorithm, snapshot, request);
      expect(names).toContain(decision.kind === 'selected' && decision.clusterId);
      const others = names.filter((other) => other !== name);
      expect(decideAll(algorithm, snapshot, { excludedClusterIds: others })).toMatchObject({
        clusterId: name,
      });
      const unknown = { lastClusterId: name, excludedClusterIds: [name], cacheAffinityKey: name };
      expect(decideAll(algorithm, three, unknown).kind).toBe('selected');
    }
  });

  test('takes keys and ids of a million bytes', () => {
    const long = 'x'.repeat(1_000_000);
    const request = { requestId: long, cacheAffinityKey: long, lastClusterId: long };
    const decision = decideAll(algorithm, three, { ...request, excludedClusterIds: [long] });
    expect(decision.kind).toBe('selected');
    expect(decideAll(algorithm, three, { cacheAffinityKey: 'short' }).kind).toBe('selected');
  });

  test('takes lone surrogates in keys', () => {
    for (const text of ['\ud800', 'a\udc00b', '\udfff\ud800', '\ud800'.repeat(200)]) {
      const request = { requestId: text, cacheAffinityKey: text, lastClusterId: text };
      expect(decideAll(algorithm, three, request).kind).toBe('selected');
    }
  });

  test('takes the greatest numbers there are', () => {
    const top = Number.MAX_SAFE_INTEGER;
    const counts = {
      queue_size: top,
      queued_input_size: top,
      num_running_queries: top,
      max_engine_concurrency: top,
      kv_cache_free_tokens: top,
      queue_time_estimate_ms_by_priority: { '4294967295': top },
    };
    const rates = [5e-324, 1, Number.MAX_VALUE];
    for (const rate of rates) {
      const stats = { ...counts, last_mean_input_tps: rate, max_input_tps: rate };
      const snapshot = parse(snapshotJson(['A', 'B'], stats));
      for (const elapsedMs of [0, 2 ** 53, Number.MAX_VALUE]) {
        const request = { inputTokens: top, priority: 2 ** 32 - 1, requestSloMs: top };
        decideAll(algorithm, snapshot, { ...request, cacheAffinityKey: 'k' }, elapsedMs);
      }
    }
  });

  test('takes distances and rates that add up to infinity', () => {
    const far = clusterOf('far', { lastMeanInputTps: 5e-324 }, Number.MAX_VALUE);
    const stats = { lastMeanInputTps: 5e-324, maxEngineConcurrency: 1, numRunningQueries: 1 };
    const queued = clusterOf('queued', { ...stats, queuedInputSize: 1e15 }, Number.MAX_VALUE);
    const snapshot = { target: { modelId: 'm' }, clusters: [far, queued] };
    const request = { cacheAffinityKey: 'k', inputTokens: 1e15 };
    for (const elapsedMs of [0, 1e300]) {
      const decision = decideAll(algorithm, snapshot, request, elapsedMs);
      const isWidening = algorithm.endsWith('wait-and-widen');
      expect(decision.kind).toBe(isWidening ? 'unavailable' : 'selected');
    }
  });

  test.each([Number.NaN, -1, -Infinity, Infinity])('takes an elapsed time of %d', (elapsedMs) => {
    for (const requestSloMs of [undefined, 0, 1000]) {
      const request = { cacheAffinityKey: 'k', requestSloMs };
      const decision = decideAll(algorithm, three, request, elapsedMs);
      expect(decision.kind).toBe('selected');
    }
  });

  test.each([Number.NaN, -1, Infinity])('takes %d as tokens, priority and SLO', (value) => {
    for (const field of ['inputTokens', 'priority', 'requestSloMs']) {
      decideAll(algorithm, three, { cacheAffinityKey: 'k', [field]: value });
    }
  });
});

describe('ten thousand clusters', () => {
  const clusters = Array.from({ length: 10_000 }, (_, i) =>
    clusterOf(`cluster-${String(i)}`, {
      maxEngineConcurrency: 8,
      numRunningQueries: i % 9,
      queuedInputSize: (i % 9) * 100,
      lastMeanInputTps: 500 + (i % 1000),
    }),
  );
  const view = freshView({ target: { modelId: 'm' }, clusters });

  test.each(ALGORITHMS)('are no trouble to %s', (algorithm) => {
    const policy = compilePolicy({
      ...configOf(algorithm),
      ...(algorithm === 'wait-and-widen' && { cacheAffinityVirtualNodes: 4 }),
    });
    for (let i = 0; i < 5; i++) {
      const request = { requestId: `r${String(i)}`, cacheAffinityKey: `k${String(i)}` };
      const decision = decide(policy, view, { ...request, inputTokens: 1000 }, 0);
      expect(decision.kind).toBe('selected');
    }
  });
});
