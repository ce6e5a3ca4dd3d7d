/**
 * The field table: every tunable of a routing policy, described once.
 *
 * The config codec, the expression overlay, `homeward config fields`, the docs table and the
 * TypeScript types of a policy all derive from it. To add a field, add a row.
 */
export declare const ALGORITHMS: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
/** Canonical name of a selection algorithm. */
export type AlgorithmName = (typeof ALGORITHMS)[number];
/** Whether an algorithm chooses along a Pulsar ranking. */
export declare const isPulsar: (algorithm: AlgorithmName) => boolean;
export declare const COMPARATORS: readonly ["ttft", "queue-time", "input-work-seconds", "utilization", "num-requests-queued"];
/** What two sampled clusters are compared by; lower wins. */
export type ComparatorName = (typeof COMPARATORS)[number];
export declare const RENDEZVOUS_WEIGHTS: readonly ["max-input-tps", "last-mean-input-tps"];
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
export declare const FIELDS: {
    readonly requireCacheAffinityKey: {
        readonly name: "require_cache_affinity_key";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
        readonly effect: "a request without an affinity key is rejected";
    };
    readonly requireInputTokens: {
        readonly name: "require_input_tokens";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
        readonly effect: "a request without input tokens is rejected; without effect behind a router, which always demands them";
    };
    readonly maxInputWorkSeconds: {
        readonly name: "max_input_work_seconds";
        readonly kind: "number";
        readonly default: undefined;
        readonly algorithms: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
        readonly effect: "admission: seconds of queued prefill work above which requests are rejected";
    };
    readonly seed: {
        readonly name: "seed";
        readonly kind: "string";
        readonly default: "";
        readonly algorithms: readonly ["wait-and-widen", "pulsar", "pulsar-wait-and-widen"];
        readonly effect: "changes every affinity order";
    };
    readonly considerKvFreeTokens: {
        readonly name: "consider_kv_free_tokens";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["pulsar", "pulsar-wait-and-widen"];
        readonly effect: "skip clusters whose free KV cache cannot hold the prompt; input tokens are required";
    };
    readonly rendezvousWeight: {
        readonly name: "rendezvous_weight";
        readonly kind: "name";
        readonly names: readonly ["max-input-tps", "last-mean-input-tps"];
        readonly default: "max-input-tps";
        readonly algorithms: readonly ["pulsar", "pulsar-wait-and-widen"];
        readonly effect: "statistic that weights the ranking";
    };
    readonly sampleCount: {
        readonly name: "sample_count";
        readonly kind: "unsigned";
        readonly min: 1;
        readonly max: 64;
        readonly default: 2;
        readonly algorithms: readonly ["power-of-n"];
        readonly effect: "clusters sampled";
    };
    readonly comparator: {
        readonly name: "comparator";
        readonly kind: "name";
        readonly names: readonly ["ttft", "queue-time", "input-work-seconds", "utilization", "num-requests-queued"];
        readonly default: "ttft";
        readonly algorithms: readonly ["power-of-n", "wait-and-widen"];
        readonly effect: "what sampled clusters are compared by";
    };
    readonly cacheAffinityVirtualNodes: {
        readonly name: "cache_affinity_virtual_nodes";
        readonly kind: "unsigned";
        readonly default: 150;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly inertFor: readonly ["pulsar-wait-and-widen"];
        readonly zeroMeans: {
            readonly 'wait-and-widen': 1;
            readonly 'pulsar-wait-and-widen': 1;
        };
        readonly expressionMax: 1024;
        readonly effect: "ring points per cluster; 0 means 1";
    };
    readonly cacheAffinityBackendSelectionCount: {
        readonly name: "cache_affinity_backend_selection_count";
        readonly kind: "unsigned";
        readonly default: undefined;
        readonly defaultFor: {
            readonly 'pulsar-wait-and-widen': 1;
        };
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly zeroMeans: {
            readonly 'wait-and-widen': "unset";
            readonly 'pulsar-wait-and-widen': 1;
        };
        readonly effect: "size k of the affinity group; wait-and-widen: unset or 0 disables affinity, pulsar-wait-and-widen: 0 means 1";
    };
    readonly cacheAffinityWaitMs: {
        readonly name: "cache_affinity_wait_ms";
        readonly kind: "unsigned";
        readonly default: 0;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "affinity wait X, ms a request holds for its affinity group";
    };
    readonly cacheAffinityInputTokensScale: {
        readonly name: "cache_affinity_input_tokens_scale";
        readonly kind: "number";
        readonly min: 0;
        readonly max: 1;
        readonly default: 1;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "affinity discount s on prefill in the affinity phase";
    };
    readonly lastClusterAffinity: {
        readonly name: "last_cluster_affinity";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "session-aware mode: send a returning session to its last cluster";
    };
    readonly bandWidenIntervalMs: {
        readonly name: "band_widen_interval_ms";
        readonly kind: "unsigned";
        readonly default: undefined;
        readonly algorithms: readonly ["pulsar-wait-and-widen"];
        readonly effect: "ms between bands after X; unset follows the effective X, 0 opens every ranked cluster at X";
    };
    readonly fallbackMaxQueued: {
        readonly name: "fallback_max_queued";
        readonly kind: "unsigned";
        readonly default: 0;
        readonly algorithms: readonly ["pulsar-wait-and-widen"];
        readonly effect: "queue allowance above the engine slots after X";
    };
    readonly maxQueueTimeFloorMs: {
        readonly name: "max_queue_time_floor_ms";
        readonly kind: "unsigned";
        readonly default: undefined;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "queue SLO at arrival; effective only together with the ceiling";
    };
    readonly maxQueueTimeCeilMs: {
        readonly name: "max_queue_time_ceil_ms";
        readonly kind: "unsigned";
        readonly default: undefined;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "queue SLO once the request SLO has passed; effective only together with the floor";
    };
    readonly ttftBucketSizeMs: {
        readonly name: "ttft_bucket_size_ms";
        readonly kind: "unsigned";
        readonly default: 20;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "width of a TTFT bucket";
    };
    readonly nextBucketUnlockFactor: {
        readonly name: "next_bucket_unlock_factor";
        readonly kind: "number";
        readonly default: 0.25;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "share of the TTFT gap to wait before a slower bucket opens";
    };
    readonly n: {
        readonly name: "n";
        readonly kind: "unsigned";
        readonly default: 2;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly zeroMeans: {
            readonly 'wait-and-widen': 1;
            readonly 'pulsar-wait-and-widen': 1;
        };
        readonly effect: "clusters sampled from the open buckets; 0 means 1";
    };
    readonly maxQueued: {
        readonly name: "max_queued";
        readonly kind: "unsigned";
        readonly default: 0;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "queue allowance above the engine slots";
    };
    readonly ignoreQueueTime: {
        readonly name: "ignore_queue_time";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "leave the queue delay out of bucket formation";
    };
    readonly ignoreInputProcessingTime: {
        readonly name: "ignore_input_processing_time";
        readonly kind: "boolean";
        readonly default: false;
        readonly algorithms: readonly ["wait-and-widen", "pulsar-wait-and-widen"];
        readonly effect: "leave the prefill out of bucket formation";
    };
};
type Fields = typeof FIELDS;
/** TypeScript name of a field (camelCase of its JSON name). */
export type FieldKey = keyof Fields;
type ValueOf<F extends FieldSpec> = F['kind'] extends 'boolean' ? boolean : F['kind'] extends 'string' ? string : F['kind'] extends 'name' ? NonNullable<F['names']>[number] : number;
/** The value type of every field. */
export type FieldValues = {
    [K in FieldKey]: ValueOf<Fields[K]>;
};
/** A validated algorithm object: the algorithm and the fields that were set, nothing else. */
export type AlgorithmConfig = Readonly<{
    algorithm: AlgorithmName;
} & Partial<FieldValues>>;
export declare const FIELD_KEYS: readonly FieldKey[];
export {};
