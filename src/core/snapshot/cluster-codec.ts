/** One cluster of a snapshot: its id, its distance and its statistics. */
import type { Codec } from '../codec/codec.js';
import { describeGiven, type Problem } from '../codec/fault.js';
import {
  defaulted,
  objectCodec,
  optional,
  recordOf,
  required,
  type Members,
} from '../codec/object-codec.js';
import { amount, id, numberIn } from '../codec/value-codec.js';
import { MAX_PRIORITY } from '../request.js';
import type { Cluster, ClusterStats } from './snapshot.js';

/** Engines count in unsigned integers; past 2^53-1 a JavaScript number no longer holds them. */
const count = numberIn({ wholeOnly: false, min: 0, max: Number.MAX_SAFE_INTEGER });

const PRIORITY = /^(0|[1-9]\d{0,9})$/;

const checkPriority = (key: string): Problem | undefined =>
  PRIORITY.test(key) && Number(key) <= MAX_PRIORITY
    ? undefined
    : { code: 'invalid_value', expected: 'a plain decimal u32 as priority, such as "0" or "10"' };

const queueTimeEstimates = recordOf('QueueTimeEstimates', {
  codecFor: () => count,
  presence: 'optional',
  problemOfKey: checkPriority,
  schema: () => ({
    type: 'object',
    propertyNames: { pattern: PRIORITY.source },
    additionalProperties: count.schema(),
  }),
});

/** The statistics of a cluster; whatever is absent gets its default. */
export const STATS_MEMBERS: Members<ClusterStats> = {
  lastMeanInputTps: defaulted('last_mean_input_tps', amount, 0, 'sticky mean prefill, tokens/s'),
  maxInputTps: optional('max_input_tps', amount, 'greatest prefill since the start, tokens/s'),
  outputTps: defaulted('output_tps', amount, 0, 'decode throughput, tokens/s'),
  maxOutputTps: defaulted('max_output_tps', amount, 0, 'greatest decode throughput, tokens/s'),
  queueSize: defaulted('queue_size', count, 0, 'queued requests'),
  queuedInputSize: defaulted('queued_input_size', count, 0, 'queued prefill work, tokens'),
  numRunningQueries: defaulted('num_running_queries', count, 0, 'active requests'),
  maxEngineConcurrency: defaulted('max_engine_concurrency', count, 0, 'slots; 0: unknown'),
  totalQueryInputSize: defaulted('total_query_input_size', count, 0, 'tokens of all requests'),
  kvCacheCapacityTokens: defaulted('kv_cache_capacity_tokens', count, 0, 'size of the KV cache'),
  kvCacheUsedTokens: defaulted('kv_cache_used_tokens', count, 0, 'used tokens of the KV cache'),
  kvCacheFreeTokens: defaulted('kv_cache_free_tokens', count, 0, 'free tokens of the KV cache'),
  queueTimeEstimateMsByPriority: defaulted(
    'queue_time_estimate_ms_by_priority',
    queueTimeEstimates,
    Object.freeze({}),
    'published queue delay, ms, by priority',
  ),
};

const clusterStatsCodec = objectCodec<ClusterStats>('ClusterStats', { members: STATS_MEMBERS });

/** Decodes one cluster; messages name its id where that can be read. */
export const clusterCodec: Codec<Cluster> = objectCodec<Cluster>('Cluster', {
  members: {
    clusterId: required('cluster_id', id),
    rttMs: required('rtt_ms', amount),
    stats: defaulted('stats', clusterStatsCodec, Object.freeze({})),
  },
  label: ({ cluster_id: clusterId }) => clusterLabel(clusterId),
});

/** How messages name a cluster whose id can be read. */
export const clusterLabel = (clusterId: unknown): string | undefined =>
  typeof clusterId === 'string' && clusterId !== ''
    ? `cluster ${describeGiven(clusterId)}`
    : undefined;
