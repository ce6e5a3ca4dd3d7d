/**
 * Small routing cases, drawn from few values so that ties, full clusters, open and closed buckets
 * and equal ids come up all the time.
 */
import fc from 'fast-check';
import {
  ALGORITHMS,
  COMPARATORS,
  FIELDS,
  FIELD_KEYS,
  RENDEZVOUS_WEIGHTS,
  type AlgorithmConfig,
  type AlgorithmName,
  type FieldKey,
  type FieldValues,
} from '../../../src/core/config/fields.js';
import type { RoutingRequest } from '../../../src/core/request.js';
import type { Cluster, ClusterStats, Snapshot } from '../../../src/core/snapshot/snapshot.js';

/** Everything `decide` takes. */
export type RoutingCase = Readonly<{
  config: AlgorithmConfig;
  snapshot: Snapshot;
  request: RoutingRequest;
  elapsedMs: number;
  cursor: number;
}>;

/** Ids whose UTF-8 and UTF-16 orders differ, and names that every object has. */
const IDS = ['A', 'B', 'C', 'c', 'cluster-10', 'cluster-9', '\uff5e', '\u{1f600}', '__proto__'];

const RARELY = { weight: 1, arbitrary: fc.constant(true) };
const rare = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, RARELY);
const oneOf = <A>(...values: readonly A[]): fc.Arbitrary<A> => fc.constantFrom(...values);

const FIELD_ARBITRARIES: { [K in FieldKey]: fc.Arbitrary<FieldValues[K]> } = {
  requireCacheAffinityKey: rare,
  requireInputTokens: rare,
  maxInputWorkSeconds: oneOf(-1, 0.5, 2, 10, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9),
  seed: oneOf('', 's', 'gr\u00fcn'),
  considerKvFreeTokens: fc.boolean(),
  rendezvousWeight: oneOf(...RENDEZVOUS_WEIGHTS),
  sampleCount: oneOf(1, 2, 3, 64),
  comparator: oneOf(...COMPARATORS),
  cacheAffinityVirtualNodes: oneOf(0, 1, 2, 7),
  cacheAffinityBackendSelectionCount: oneOf(0, 1, 1, 1, 2, 2, 2, 3, 100),
  cacheAffinityWaitMs: oneOf(0, 1, 50, 300, 300),
  cacheAffinityInputTokensScale: oneOf(0, 0.1, 0.5, 1),
  lastClusterAffinity: fc.boolean(),
  bandWidenIntervalMs: oneOf(0, 10, 100, 300),
  fallbackMaxQueued: oneOf(0, 1, 4),
  maxQueueTimeFloorMs: oneOf(0, 100, 1000),
  maxQueueTimeCeilMs: oneOf(0, 80, 500, 2000),
  ttftBucketSizeMs: oneOf(0, 20, 100, 1_000_000),
  nextBucketUnlockFactor: oneOf(-1, 0, 0.1, 0.25, 0.25, 1, 3),
  n: oneOf(0, 1, 2, 3, 4),
  maxQueued: oneOf(0, 1, 4),
  ignoreQueueTime: rare,
  ignoreInputProcessingTime: rare,
};

/** What most cases should have, to be worth their time. */
const USUAL: readonly FieldKey[] = [
  'cacheAffinityBackendSelectionCount',
  'cacheAffinityVirtualNodes',
  'comparator',
  'cacheAffinityWaitMs',
  'lastClusterAffinity',
];

/** A valid configuration of the algorithm; most fields of it are set half of the time. */
export const configOf = (algorithm: AlgorithmName): fc.Arbitrary<AlgorithmConfig> => {
  const own = FIELD_KEYS.filter((key) => FIELDS[key].algorithms.includes(algorithm as never));
  const fields = own.map((key) => {
    const value: fc.Arbitrary<unknown> = FIELD_ARBITRARIES[key];
    return fc
      .option(value, { nil: undefined, freq: USUAL.includes(key) ? 8 : 2 })
      .map((drawn) => [key, drawn] as const);
  });
  return fc.tuple(...fields).map((entries) => {
    const set = entries.filter(([, value]) => value !== undefined);
    return { algorithm, ...Object.fromEntries(set) } as AlgorithmConfig;
  });
};

const queueEstimates = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(oneOf('0', '5', '10'), oneOf(0, 12, 80, 90, 400, 1500)) },
);

const stats: fc.Arbitrary<ClusterStats> = fc.record(
  {
    lastMeanInputTps: oneOf(0, 100, 1000, 1000, 3000),
    maxInputTps: oneOf(0, 500, 1000, 1000, 4000),
    outputTps: fc.constant(0),
    maxOutputTps: fc.constant(0),
    queueSize: oneOf(0, 0, 1, 2),
    queuedInputSize: oneOf(0, 0, 100, 500, 2000),
    numRunningQueries: oneOf(0, 1, 2, 3, 5),
    maxEngineConcurrency: oneOf(0, 1, 2, 2, 4),
    totalQueryInputSize: oneOf(0, 2000),
    kvCacheCapacityTokens: oneOf(0, 8000),
    kvCacheUsedTokens: oneOf(0, 10),
    kvCacheFreeTokens: oneOf(0, 900, 4000, 8000),
    queueTimeEstimateMsByPriority: queueEstimates,
  },
  { noNullPrototype: true },
);

const cluster: fc.Arbitrary<Cluster> = fc.record({
  clusterId: oneOf(...IDS),
  rttMs: oneOf(0, 1, 5, 5, 5.5, 20, 25, 40, 200),
  stats,
});

/** Clusters of distinct ids, in any order. */
export const clustersOf = (
  size: Readonly<{ minLength?: number; maxLength?: number }>,
): fc.Arbitrary<readonly Cluster[]> =>
  fc.uniqueArray(cluster, {
    maxLength: 7,
    ...size,
    selector: ({ clusterId }) => clusterId,
    size: 'max',
  });

const target = oneOf({ modelId: 'model-a' }, { routingKey: 'rk-1', modelId: 'model-a' });

export const snapshots: fc.Arbitrary<Snapshot> = fc.record({
  target,
  clusters: fc.oneof(
    { weight: 1, arbitrary: clustersOf({ maxLength: 1 }) },
    { weight: 9, arbitrary: clustersOf({ minLength: 2 }) },
  ),
});

/** Affinity keys; "" stands for none. */
export const affinityKeys = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 40 }).map((i) => `session-${String(i)}`) },
  { weight: 1, arbitrary: oneOf('', 'h\u00e9', '\u{1f600}', 'x'.repeat(257)) },
);

const maybe = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined });

export const requests: fc.Arbitrary<RoutingRequest> = fc.record({
  requestId: fc.nat().map((i) => `r${String(i)}`),
  cacheAffinityKey: maybe(affinityKeys),
  inputTokens: maybe(oneOf(0, 1, 100, 1000, 5000)),
  priority: maybe(oneOf(0, 1, 5, 7, 10, 2 ** 32 - 1)),
  requestSloMs: maybe(oneOf(0, 100, 400, 1000)),
  excludedClusterIds: maybe(
    fc.oneof(
      { weight: 5, arbitrary: fc.subarray([...IDS, 'gone'], { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.subarray(IDS) },
    ),
  ),
  lastClusterId: maybe(oneOf('', ' ', 'gone', 'constructor', ...IDS, ...IDS)),
  sessionState: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: oneOf('new' as const, 'returning' as const, 'stale' as const) },
  ),
});

/** Moments since arrival: around the waits and bands above, and between them. */
export const moments = fc.oneof(
  oneOf(0, 0, 0, 1, 10, 49, 50, 60, 150, 299, 300, 301, 310, 400, 600, 1000, 1e6),
  fc.integer({ min: 0, max: 2000 }).map((quarters) => quarters / 4),
);

/** Cases for one algorithm, or for any of several. */
export const routingCases = (...algorithms: readonly AlgorithmName[]): fc.Arbitrary<RoutingCase> =>
  fc.record({
    config: fc.oneof(...(algorithms.length === 0 ? ALGORITHMS : algorithms).map(configOf)),
    snapshot: snapshots,
    request: requests,
    elapsedMs: moments,
    cursor: fc.nat({ max: 20 }),
  });
