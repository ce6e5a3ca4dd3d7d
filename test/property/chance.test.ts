import { createHash, randomUUID } from 'node:crypto';
import { xxh3 } from '@node-rs/xxhash';
import tychei from 'seedrandom/lib/tychei.js';
import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { RoutingRequest } from '../../src/core/request.js';
import { decide, explain } from '../../src/decide.js';
import { chiSquareExcess } from '../support/chi-square.js';
import { clusterOf } from '../support/default-stats.js';
import { isMutantRun } from '../support/effort.js';
import { freshView } from '../support/run-case.js';

const DRAWS = isMutantRun ? 500 : 4000;
const CLUSTERS = 7;
const GROUP = 4;

/** Request ids as clients make them; the bound of the fresh ones hardly ever fails by chance. */
const REQUEST_IDS = [
  { ids: 'sequential ids', idOf: (i: number) => `r${String(i)}`, deviate: 4 },
  { ids: 'UUID-like ids', idOf: (i: number) => uuidOf(i), deviate: 4 },
  { ids: 'fresh UUIDs', idOf: () => randomUUID(), deviate: 6 },
];

const uuidOf = (i: number): string =>
  createHash('md5')
    .update(String(i))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A way to draw: `n` of the first `reach` clusters of the order are compared. */
type Drawing = Readonly<{
  way: string;
  config: AlgorithmConfig;
  reach: number;
  n: number;
  request: Terms;
}>;

const DRAWING: readonly Drawing[] = [
  {
    way: 'power-of-n',
    config: { algorithm: 'power-of-n', sampleCount: 3, comparator: 'num-requests-queued' },
    reach: CLUSTERS,
    n: 3,
    request: {},
  },
  {
    way: 'wait-and-widen without a key',
    config: { algorithm: 'wait-and-widen', n: 2, comparator: 'num-requests-queued' },
    reach: CLUSTERS,
    n: 2,
    request: {},
  },
  {
    way: 'wait-and-widen in its group',
    config: {
      algorithm: 'wait-and-widen',
      n: 2,
      comparator: 'num-requests-queued',
      cacheAffinityBackendSelectionCount: GROUP,
    },
    reach: GROUP,
    n: 2,
    request: { cacheAffinityKey: 'session-1' },
  },
  {
    way: 'pulsar-wait-and-widen in its group',
    config: {
      algorithm: 'pulsar-wait-and-widen',
      n: 3,
      cacheAffinityBackendSelectionCount: GROUP,
    },
    reach: GROUP,
    n: 3,
    request: { cacheAffinityKey: 'session-1' },
  },
  {
    way: 'pulsar-wait-and-widen without a key',
    config: {
      algorithm: 'pulsar-wait-and-widen',
      n: 2,
      cacheAffinityBackendSelectionCount: CLUSTERS,
    },
    reach: CLUSTERS,
    n: 2,
    request: {},
  },
  {
    way: 'power-of-n over all',
    config: { algorithm: 'power-of-n', sampleCount: CLUSTERS, comparator: 'num-requests-queued' },
    reach: CLUSTERS,
    n: CLUSTERS,
    request: {},
  },
  {
    way: 'wait-and-widen over all',
    config: { algorithm: 'wait-and-widen', n: CLUSTERS, comparator: 'num-requests-queued' },
    reach: CLUSTERS,
    n: CLUSTERS,
    request: {},
  },
  { way: 'random', config: { algorithm: 'random' }, reach: CLUSTERS, n: 1, request: {} },
];

const clusterIds = Array.from({ length: CLUSTERS }, (_, i) => `cluster-${String(i)}`);

/** `load` 0 makes all clusters equal, 1 makes each a little worse than the one before. */
const viewOf = (load: 0 | 1): ReturnType<typeof freshView> =>
  freshView({
    target: { modelId: 'model-a' },
    clusters: clusterIds.map((id, i) =>
      clusterOf(id, { queueSize: load * i, queueTimeEstimateMsByPriority: { '0': load * i } }),
    ),
  });

describe.each(REQUEST_IDS)('over $ids', ({ idOf, deviate }) => {
  test.each(DRAWING)('$way breaks ties uniformly', (drawing) => {
    const counts = countsOf(drawMany(drawing.config, 0, idOf, drawing.request));
    const shares = counts.map(() => 0);
    for (const cluster of clustersInReach(drawing)) shares[cluster] = 1;
    expect(chiSquareExcess(counts, shares, deviate)).toBeLessThan(1);
  });

  const sampling = DRAWING.filter(({ n, reach }) => n < reach);
  test.each(sampling)('$way samples uniformly', (drawing) => {
    const { config, n, request } = drawing;
    const counts = countsOf(drawMany(config, 1, idOf, request));
    const shares = counts.map(() => 0);
    // The best of a sample wins; the i-th best cluster is that in C(all below it, n - 1) samples.
    const inReach = clustersInReach(drawing);
    inReach.forEach((cluster, i) => {
      shares[cluster] = choose(inReach.length - 1 - i, n - 1);
    });
    expect(chiSquareExcess(counts, shares, deviate)).toBeLessThan(1);
  });

  test.each(DRAWING)('$way draws without regard to the draw before', (drawing) => {
    const draws = drawMany(drawing.config, 0, idOf, drawing.request);
    const inReach = clustersInReach(drawing);
    const counts = inReach.flatMap((first) =>
      inReach.map((second) => countPairs(draws, first, second)),
    );
    const shares = counts.map(() => 1);
    expect(chiSquareExcess(counts, shares, deviate)).toBeLessThan(1);
  });
});

describe('a draw', () => {
  const config = {
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: CLUSTERS,
    lastClusterAffinity: true,
  } as const;
  const key = { cacheAffinityKey: 'session-1' };
  const sequential = (i: number): string => `r${String(i)}`;
  const usual = (): number[] => drawMany(config, 0, sequential, key);

  test.each([
    ['the elapsed time', {}, {}, 1e6],
    ['the affinity wait', { cacheAffinityWaitMs: 300 }, {}, 0],
    ['the affinity discount', { cacheAffinityInputTokensScale: 0.1 }, {}, 0],
    ['the flag', { lastClusterAffinity: false }, {}, 0],
    ['a stale last cluster', {}, { lastClusterId: 'gone' }, 0],
    ['the priority', {}, { priority: 7 }, 0],
  ] as const)('does not depend on %s', (_, changed, request, elapsedMs) => {
    const terms = { ...key, ...request, elapsedMs };
    expect(drawMany({ ...config, ...changed }, 0, sequential, terms)).toEqual(usual());
  });

  test('depends on the policy seed, the affinity key and the request id', () => {
    const other = (i: number): string => `q${String(i)}`;
    expect(drawMany({ ...config, seed: 's' }, 0, sequential, key)).not.toEqual(usual());
    expect(drawMany(config, 0, sequential, { cacheAffinityKey: 'b' })).not.toEqual(usual());
    expect(drawMany(config, 0, other, key)).not.toEqual(usual());
  });

  test('is not made where nothing is left to chance', () => {
    const alone = { ...config, cacheAffinityBackendSelectionCount: 1 };
    expect(new Set(drawMany(alone, 0, sequential, key)).size).toBe(1);
    const all = { ...config, n: CLUSTERS, comparator: 'num-requests-queued' } as const;
    expect(new Set(drawMany(all, 1, sequential, key))).toEqual(new Set([0]));
  });
});

/** The layout of docs/determinism.md, written out: a version, then tag, FF, length, value. */
const hashOf = (fields: readonly (readonly [string, string])[]): bigint => {
  const parts = fields.flatMap(([tag, value]) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(value)));
    return [Buffer.from(tag), Buffer.from([0xff]), length, Buffer.from(value)];
  });
  return xxh3.xxh64(Buffer.concat([Buffer.from([1]), ...parts]));
};

test.each([{}, { cacheAffinityKey: 'session-1' }])(
  'a draw is the documented one: %j',
  (request) => {
    const draws = drawMany({ algorithm: 'random' }, 0, (i) => `r${String(i)}`, request);
    const expected = draws.map((_, i) => {
      const hash = hashOf([
        ['seed', ''],
        ['routing_key', ''],
        ['model_id', 'model-a'],
        ['cache_affinity_key', request.cacheAffinityKey ?? ''],
        ['request_id', `r${String(i)}`],
      ]);
      return Math.floor(tychei(Number(hash >> 11n))() * CLUSTERS);
    });
    expect(draws).toEqual(expected);
  },
);

type Terms = Omit<RoutingRequest, 'requestId'> & Readonly<{ elapsedMs?: number }>;

/** The numbers of the clusters chosen for as many requests. */
const drawMany = (
  config: AlgorithmConfig,
  load: 0 | 1,
  idOf: (i: number) => string,
  { elapsedMs = 0, ...request }: Terms,
): number[] => {
  const policy = compilePolicy(config);
  const view = viewOf(load);
  return Array.from({ length: DRAWS }, (_, i) => {
    const decision = decide(policy, view, { ...request, requestId: idOf(i) }, elapsedMs);
    return decision.kind === 'selected' ? clusterIds.indexOf(decision.clusterId) : -1;
  });
};

/** The numbers of the clusters that a request of that key may be sent to. */
const clustersInReach = ({ config, reach, request }: Drawing): number[] => {
  const asked = { ...request, requestId: 'r' };
  const { order = clusterIds } = explain(compilePolicy(config), viewOf(0), asked, 0);
  return order
    .slice(0, reach)
    .map((id) => clusterIds.indexOf(id))
    .sort((a, b) => a - b);
};

const countsOf = (draws: readonly number[]): number[] =>
  clusterIds.map((_, cluster) => draws.filter((draw) => draw === cluster).length);

const countPairs = (draws: readonly number[], first: number, second: number): number =>
  draws.filter((draw, i) => draw === second && draws[i - 1] === first).length;

/** Ways to choose k of n. */
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
