/**
 * The field table: every tunable of a routing policy, described once.
 *
 * The config codec, the expression overlay, `homeward config fields`, the docs table and the
 * TypeScript types of a policy all derive from it. To add a field, add a row.
 */

export const ALGORITHMS = [
  'power-of-n',
  'wait-and-widen',
  'round-robin',
  'random',
  'pulsar',
  'pulsar-wait-and-widen',
] as const;

/** Canonical name of a selection algorithm. */
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** What sampled clusters may be compared by. */
export const COMPARATORS = [
  'ttft',
  'queue-time',
  'input-work-seconds',
  'utilization',
  'num-requests-queued',
] as const;

/** What two sampled clusters are compared by; lower wins. */
export type ComparatorName = (typeof COMPARATORS)[number];

/** The statistics that may weight a ranking. */
export const RENDEZVOUS_WEIGHTS = ['max-input-tps', 'last-mean-input-tps'] as const;

/** The statistic a Pulsar ranking weights clusters by. */
export type RendezvousWeight = (typeof RENDEZVOUS_WEIGHTS)[number];

/** One row of the field table. */
export type FieldSpec = Readonly<{
  /** Spelling in JSON and in expressions. */
  name: string;
  kind: 'boolean' | 'string' | 'unsigned' | 'number' | 'name';
  /** Closed list of values, for `kind: 'name'`. */
  names?: readonly string[];
  /** Inclusive range, for numbers; an unsigned field without `max` ends at 2^53-1. */
  min?: number;
  max?: number;
  /** Value when the field is absent; undefined means unset. */
  default: boolean | string | number | undefined;
  /** Defaults that differ by algorithm. */
  defaultFor?: Readonly<Partial<Record<AlgorithmName, number>>>;
  /** Algorithms that accept the field in a configuration. */
  algorithms: readonly AlgorithmName[];
  /** Algorithms that accept the field but take no notice of it (refused in expressions). */
  inertFor?: readonly AlgorithmName[];
  /** What a value of 0 is read as, where that is not 0. */
  zeroMeans?: Readonly<Partial<Record<AlgorithmName, 1 | 'unset'>>>;
  /** Upper bound in an expression, where callers get less than the operator. */
  expressionMax?: number;
  effect: string;
}>;

const W = ['wait-and-widen'] as const;
const PW = ['pulsar-wait-and-widen'] as const;
const PULSARS = ['pulsar', ...PW] as const;
const WIDENING = [...W, ...PW] as const;
const SEEDED = [...W, ...PULSARS] as const;

const defineFields = <const T extends Record<string, FieldSpec>>(fields: T): T => fields;

/** Every field of an algorithm, once: its JSON name, type, range, default and algorithms. */
export const FIELDS = defineFields({
  requireCacheAffinityKey: {
    name: 'require_cache_affinity_key',
    kind: 'boolean',
    default: false,
    algorithms: ALGORITHMS,
    effect: 'a request without an affinity key is rejected',
  },
  requireInputTokens: {
    name: 'require_input_tokens',
    kind: 'boolean',
    default: false,
    algorithms: ALGORITHMS,
    effect:
      'a request without input tokens is rejected; without effect behind a router, which always demands them',
  },
  maxInputWorkSeconds: {
    name: 'max_input_work_seconds',
    kind: 'number',
    default: undefined,
    algorithms: ALGORITHMS,
    effect: 'admission: seconds of queued prefill work above which requests are rejected',
  },
  seed: {
    name: 'seed',
    kind: 'string',
    default: '',
    algorithms: SEEDED,
    effect: 'changes every affinity order',
  },
  considerKvFreeTokens: {
    name: 'consider_kv_free_tokens',
    kind: 'boolean',
    default: false,
    algorithms: PULSARS,
    effect: 'skip clusters whose free KV cache cannot hold the prompt; input tokens are required',
  },
  rendezvousWeight: {
    name: 'rendezvous_weight',
    kind: 'name',
    names: RENDEZVOUS_WEIGHTS,
    default: 'max-input-tps',
    algorithms: PULSARS,
    effect: 'statistic that weights the ranking',
  },
  sampleCount: {
    name: 'sample_count',
    kind: 'unsigned',
    min: 1,
    max: 64,
    default: 2,
    algorithms: ['power-of-n'],
    effect: 'clusters sampled',
  },
  comparator: {
    name: 'comparator',
    kind: 'name',
    names: COMPARATORS,
    default: 'ttft',
    algorithms: ['power-of-n', ...W],
    effect: 'what sampled clusters are compared by',
  },
  cacheAffinityVirtualNodes: {
    name: 'cache_affinity_virtual_nodes',
    kind: 'unsigned',
    default: 150,
    algorithms: WIDENING,
    inertFor: PW,
    zeroMeans: { 'wait-and-widen': 1, 'pulsar-wait-and-widen': 1 },
    expressionMax: 1024,
    effect: 'ring points per cluster; 0 means 1',
  },
  cacheAffinityBackendSelectionCount: {
    name: 'cache_affinity_backend_selection_count',
    kind: 'unsigned',
    default: undefined,
    defaultFor: { 'pulsar-wait-and-widen': 1 },
    algorithms: WIDENING,
    zeroMeans: { 'wait-and-widen': 'unset', 'pulsar-wait-and-widen': 1 },
    effect:
      'size k of the affinity group; wait-and-widen: unset or 0 disables affinity, pulsar-wait-and-widen: 0 means 1',
  },
  cacheAffinityWaitMs: {
    name: 'cache_affinity_wait_ms',
    kind: 'unsigned',
    default: 0,
    algorithms: WIDENING,
    effect: 'affinity wait X, ms a request holds for its affinity group',
  },
  cacheAffinityInputTokensScale: {
    name: 'cache_affinity_input_tokens_scale',
    kind: 'number',
    min: 0,
    max: 1,
    default: 1,
    algorithms: WIDENING,
    effect: 'affinity discount s on prefill in the affinity phase',
  },
  lastClusterAffinity: {
    name: 'last_cluster_affinity',
    kind: 'boolean',
    default: false,
    algorithms: WIDENING,
    effect: 'session-aware mode: send a returning session to its last cluster',
  },
  bandWidenIntervalMs: {
    name: 'band_widen_interval_ms',
    kind: 'unsigned',
    default: undefined,
    algorithms: PW,
    effect:
      'ms between bands after X; unset follows the effective X, 0 opens every ranked cluster at X',
  },
  fallbackMaxQueued: {
    name: 'fallback_max_queued',
    kind: 'unsigned',
    default: 0,
    algorithms: PW,
    effect: 'queue allowance above the engine slots after X',
  },
  maxQueueTimeFloorMs: {
    name: 'max_queue_time_floor_ms',
    kind: 'unsigned',
    default: undefined,
    algorithms: WIDENING,
    effect: 'queue SLO at arrival; effective only together with the ceiling',
  },
  maxQueueTimeCeilMs: {
    name: 'max_queue_time_ceil_ms',
    kind: 'unsigned',
    default: undefined,
    algorithms: WIDENING,
    effect: 'queue SLO once the request SLO has passed; effective only together with the floor',
  },
  ttftBucketSizeMs: {
    name: 'ttft_bucket_size_ms',
    kind: 'unsigned',
    default: 20,
    algorithms: WIDENING,
    effect: 'width of a TTFT bucket',
  },
  nextBucketUnlockFactor: {
    name: 'next_bucket_unlock_factor',
    kind: 'number',
    default: 0.25,
    algorithms: WIDENING,
    effect: 'share of the TTFT gap to wait before a slower bucket opens',
  },
  n: {
    name: 'n',
    kind: 'unsigned',
    default: 2,
    algorithms: WIDENING,
    zeroMeans: { 'wait-and-widen': 1, 'pulsar-wait-and-widen': 1 },
    effect: 'clusters sampled from the open buckets; 0 means 1',
  },
  maxQueued: {
    name: 'max_queued',
    kind: 'unsigned',
    default: 0,
    algorithms: WIDENING,
    effect: 'queue allowance above the engine slots',
  },
  ignoreQueueTime: {
    name: 'ignore_queue_time',
    kind: 'boolean',
    default: false,
    algorithms: WIDENING,
    effect: 'leave the queue delay out of bucket formation',
  },
  ignoreInputProcessingTime: {
    name: 'ignore_input_processing_time',
    kind: 'boolean',
    default: false,
    algorithms: WIDENING,
    effect: 'leave the prefill out of bucket formation',
  },
});

type Fields = typeof FIELDS;

/** TypeScript name of a field (camelCase of its JSON name). */
export type FieldKey = keyof Fields;

type ValueOf<F extends FieldSpec> = F['kind'] extends 'boolean'
  ? boolean
  : F['kind'] extends 'string'
    ? string
    : F['kind'] extends 'name'
      ? NonNullable<F['names']>[number]
      : number;

/** The value type of every field. */
export type FieldValues = { [K in FieldKey]: ValueOf<Fields[K]> };

/** A validated algorithm object: the algorithm and the fields that were set, nothing else. */
export type AlgorithmConfig = Readonly<
  { algorithm: AlgorithmName } & { [K in FieldKey]?: FieldValues[K] | undefined }
>;

export const FIELD_KEYS = Object.keys(FIELDS) as readonly FieldKey[];
