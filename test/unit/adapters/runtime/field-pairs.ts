/** For every field and algorithm: cases that differ in the field alone and decide differently. */
import type { AlgorithmName, FieldKey } from '../../../../src/core/config/fields.js';
import { ALGORITHMS } from '../../../../src/core/config/fields.js';
import type { RoutingRequest } from '../../../../src/core/request.js';
import type { Cluster } from '../../../../src/core/snapshot/snapshot.js';
import { cluster, FULL } from './small-fleet.js';

export type FieldPair = Readonly<{
  key: FieldKey;
  algorithms: readonly AlgorithmName[];
  /** No two of these values may lead to one decision. */
  values: readonly string[];
  /** Parameters that all cases have. */
  beside?: string;
  clusters: readonly Cluster[];
  /** Beside a request id, and the affinity key that prefers A to B to C to D. */
  request?: Partial<RoutingRequest>;
}>;

const PULSARS = ['pulsar', 'pulsar-wait-and-widen'] as const;
const WIDENING = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

const GROUP_OF_1 = 'cache_affinity_backend_selection_count=1';
const GROUP_OF_2 = 'cache_affinity_backend_selection_count=2';

/** Three that lead to three clusters, whatever the algorithm. */
const SEEDS = ['a', 'b', 'i'];
const FOUR_IDLE = ['A', 'B', 'C', 'D'].map((id) => cluster(id));

const idle = cluster('A');
const home = cluster('A', FULL);
const away = cluster('B');
/** Ten times the prefill of the others. */
const slow = cluster('B', { lastMeanInputTps: 100 });
const queueing = (queueMs: number) =>
  cluster('A', { ...FULL, queueTimeEstimateMsByPriority: { '0': queueMs } });

const BY_EVERY_COMPARATOR = [
  'ttft',
  'queue-time',
  'input-work-seconds',
  'utilization',
  'num-requests-queued',
];

/** A request whose first draw among A and B is B. */
const DRAWS_B = 'r4';

/** Each is the best by one comparator, and bad by all others. */
const ONE_BEST_BY_EACH = [
  { clusterId: 'A', rttMs: 1 },
  { clusterId: 'B', queueTimeEstimateMsByPriority: { '0': 10 } },
  { clusterId: 'C', queuedInputSize: 0 },
  { clusterId: 'D', numRunningQueries: 0 },
  { clusterId: 'E', queueSize: 0 },
].map(({ clusterId, ...best }) =>
  cluster(clusterId, {
    rttMs: 500,
    maxEngineConcurrency: 0,
    queueTimeEstimateMsByPriority: { '0': 50 },
    queuedInputSize: 500,
    numRunningQueries: 5,
    queueSize: 5,
    ...best,
  }),
);

export const FIELD_PAIRS: readonly FieldPair[] = [
  {
    key: 'requireCacheAffinityKey',
    algorithms: ALGORITHMS,
    values: ['false', 'true'],
    clusters: [idle],
    request: { cacheAffinityKey: undefined },
  },
  {
    key: 'requireInputTokens',
    algorithms: ALGORITHMS,
    values: ['false', 'true'],
    clusters: [idle],
  },
  {
    key: 'maxInputWorkSeconds',
    algorithms: ALGORITHMS,
    values: ['0.5', '2'],
    clusters: [idle],
    request: { inputTokens: 1000 },
  },
  {
    key: 'seed',
    algorithms: PULSARS,
    values: SEEDS,
    clusters: FOUR_IDLE,
  },
  {
    key: 'seed',
    algorithms: ['wait-and-widen'],
    values: SEEDS,
    beside: GROUP_OF_1,
    clusters: FOUR_IDLE,
  },
  {
    key: 'considerKvFreeTokens',
    algorithms: PULSARS,
    values: ['false', 'true'],
    clusters: [
      cluster('A', { kvCacheCapacityTokens: 1000, kvCacheFreeTokens: 10 }),
      cluster('B', { kvCacheCapacityTokens: 1000, kvCacheFreeTokens: 1000 }),
    ],
    request: { inputTokens: 100 },
  },
  {
    key: 'rendezvousWeight',
    algorithms: PULSARS,
    values: ['max-input-tps', 'last-mean-input-tps'],
    clusters: [
      cluster('A', { maxInputTps: 1_000_000, lastMeanInputTps: 1 }),
      cluster('B', { maxInputTps: 1, lastMeanInputTps: 1_000_000 }),
    ],
  },
  {
    key: 'sampleCount',
    algorithms: ['power-of-n'],
    values: ['1', '2'],
    clusters: [idle, cluster('B', { rttMs: 10 })],
    request: { requestId: DRAWS_B },
  },
  {
    key: 'comparator',
    algorithms: ['power-of-n'],
    values: BY_EVERY_COMPARATOR,
    beside: 'sample_count=5',
    clusters: ONE_BEST_BY_EACH,
    request: { inputTokens: 100 },
  },
  {
    key: 'comparator',
    algorithms: ['wait-and-widen'],
    values: BY_EVERY_COMPARATOR,
    beside: 'n=5;ttft_bucket_size_ms=1000',
    clusters: ONE_BEST_BY_EACH,
    request: { inputTokens: 100 },
  },
  {
    key: 'cacheAffinityVirtualNodes',
    algorithms: ['wait-and-widen'],
    values: ['1', '150'],
    beside: GROUP_OF_1,
    clusters: [idle, away],
  },
  {
    key: 'cacheAffinityBackendSelectionCount',
    algorithms: WIDENING,
    values: ['1', '2'],
    beside: 'cache_affinity_wait_ms=300',
    clusters: [home, away],
  },
  {
    key: 'cacheAffinityWaitMs',
    algorithms: WIDENING,
    values: ['0', '150', '300'],
    beside: GROUP_OF_1,
    clusters: [home, away],
  },
  {
    key: 'cacheAffinityInputTokensScale',
    algorithms: WIDENING,
    values: ['0', '1'],
    beside: GROUP_OF_2,
    clusters: [home, slow],
    request: { inputTokens: 1000 },
  },
  {
    key: 'lastClusterAffinity',
    algorithms: WIDENING,
    values: ['false', 'true'],
    beside: `${GROUP_OF_1};cache_affinity_wait_ms=300`,
    clusters: [home, away],
  },
  {
    key: 'bandWidenIntervalMs',
    algorithms: ['pulsar-wait-and-widen'],
    values: ['0', '500', '1000'],
    clusters: [home, cluster('B', FULL), cluster('C', FULL), cluster('D')],
  },
  {
    key: 'fallbackMaxQueued',
    algorithms: ['pulsar-wait-and-widen'],
    values: ['0', '1'],
    clusters: [home],
  },
  {
    key: 'maxQueueTimeFloorMs',
    algorithms: WIDENING,
    values: ['0', '500'],
    beside: 'max_queued=1;max_queue_time_ceil_ms=1000',
    clusters: [queueing(200)],
    request: { requestSloMs: 1000 },
  },
  {
    key: 'maxQueueTimeCeilMs',
    algorithms: WIDENING,
    values: ['100', '500'],
    beside: 'max_queued=1;max_queue_time_floor_ms=0',
    clusters: [queueing(200)],
  },
  {
    key: 'ttftBucketSizeMs',
    algorithms: WIDENING,
    values: ['0', '100'],
    beside: GROUP_OF_2,
    clusters: [home, cluster('B', { rttMs: 50 })],
  },
  {
    key: 'nextBucketUnlockFactor',
    algorithms: WIDENING,
    values: ['0', '0.5', '1'],
    beside: GROUP_OF_2,
    clusters: [home, cluster('B', { rttMs: 205 })],
  },
  {
    key: 'n',
    algorithms: WIDENING,
    values: ['1', '2'],
    beside: GROUP_OF_2,
    clusters: [idle, cluster('B', { rttMs: 10, numRunningQueries: 4 })],
    request: { requestId: DRAWS_B },
  },
  {
    key: 'maxQueued',
    algorithms: WIDENING,
    values: ['0', '1'],
    clusters: [home],
  },
  {
    key: 'ignoreQueueTime',
    algorithms: WIDENING,
    values: ['false', 'true'],
    beside: GROUP_OF_2,
    clusters: [
      home,
      cluster('B', { maxEngineConcurrency: 0, queueTimeEstimateMsByPriority: { '0': 500 } }),
    ],
  },
  {
    key: 'ignoreInputProcessingTime',
    algorithms: WIDENING,
    values: ['false', 'true'],
    beside: GROUP_OF_2,
    clusters: [home, slow],
    request: { inputTokens: 1000 },
  },
];
