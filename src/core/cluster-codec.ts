/** One cluster of a snapshot: its id, its distance and its statistics. */
import { MAX_PRIORITY } from './request.js';
import type * as t from 'io-ts';
import {
  about,
  decodeMember,
  errorAt,
  missingIf,
  objectCodec,
  presentMember,
  settle,
} from './codec/codec.js';
import { describeGiven, type Problem } from './codec/fault.js';
import { checkNumber, type NumberRange } from './codec/number-range.js';
import type { Cluster, ClusterStats } from './snapshot.js';
import { checkId } from './codec/text-check.js';

type PriorityMap = ClusterStats['queueTimeEstimateMsByPriority'];
type StatKey = Exclude<keyof ClusterStats, 'queueTimeEstimateMsByPriority'>;

const FINITE: NumberRange = { wholeOnly: false, min: 0, max: Number.MAX_VALUE };
/** Engines count in unsigned integers; past 2^53-1 a JavaScript number no longer holds them. */
const COUNT: NumberRange = { wholeOnly: false, min: 0, max: Number.MAX_SAFE_INTEGER };
const PRIORITY_MAP = 'queue_time_estimate_ms_by_priority';

/** The numeric statistics: absent ones are 0, or stay absent where `optional`. */
const STATS: readonly Readonly<{
  key: StatKey;
  name: string;
  range: NumberRange;
  optional?: true;
}>[] = [
  { key: 'lastMeanInputTps', name: 'last_mean_input_tps', range: FINITE },
  { key: 'maxInputTps', name: 'max_input_tps', range: FINITE, optional: true },
  { key: 'outputTps', name: 'output_tps', range: FINITE },
  { key: 'maxOutputTps', name: 'max_output_tps', range: FINITE },
  { key: 'queueSize', name: 'queue_size', range: COUNT },
  { key: 'queuedInputSize', name: 'queued_input_size', range: COUNT },
  { key: 'numRunningQueries', name: 'num_running_queries', range: COUNT },
  { key: 'maxEngineConcurrency', name: 'max_engine_concurrency', range: COUNT },
  { key: 'totalQueryInputSize', name: 'total_query_input_size', range: COUNT },
  { key: 'kvCacheCapacityTokens', name: 'kv_cache_capacity_tokens', range: COUNT },
  { key: 'kvCacheUsedTokens', name: 'kv_cache_used_tokens', range: COUNT },
  { key: 'kvCacheFreeTokens', name: 'kv_cache_free_tokens', range: COUNT },
];

const NO_ESTIMATES: PriorityMap = Object.freeze({});

const priorityMapCodec = objectCodec<PriorityMap>(
  'QueueTimeEstimates',
  (json, context) => {
    const errors: t.Errors = [];
    const estimates: Record<string, number> = {};
    for (const key of Object.keys(json)) {
      const value = json[key] ?? undefined;
      const keyProblem = checkPriority(key);
      if (keyProblem) errors.push(errorAt(context, key, key, keyProblem));
      if (keyProblem || value === undefined) continue;
      const problem = checkNumber(value, COUNT);
      if (problem) errors.push(errorAt(context, key, value, problem));
      else estimates[key] = positiveZero(value as number);
    }
    return settle(errors, () => Object.freeze(estimates));
  },
  (estimates) => estimates,
);

/** Decodes the statistics of one cluster; whatever is absent gets its default. */
export const clusterStatsCodec = objectCodec<ClusterStats>(
  'ClusterStats',
  (json, context) => {
    const errors: t.Errors = [];
    const stats: Record<string, unknown> = {};
    for (const { key, name, range, optional } of STATS) {
      const value = presentMember(json, name);
      const problem = value === undefined ? undefined : checkNumber(value, range);
      if (problem) errors.push(errorAt(context, name, value, problem));
      else if (value !== undefined || !optional) stats[key] = positiveZero((value ?? 0) as number);
    }
    const map = presentMember(json, PRIORITY_MAP);
    stats['queueTimeEstimateMsByPriority'] =
      map === undefined
        ? NO_ESTIMATES
        : decodeMember(priorityMapCodec, context, PRIORITY_MAP, map, errors);
    return settle(errors, () => Object.freeze(stats) as ClusterStats);
  },
  (stats) => {
    const json: Record<string, unknown> = {};
    for (const { key, name } of STATS) {
      if (stats[key] !== undefined) json[name] = stats[key];
    }
    return { ...json, [PRIORITY_MAP]: stats.queueTimeEstimateMsByPriority };
  },
);

/** Decodes one cluster; messages name its id where that can be read. */
export const clusterCodec = objectCodec<Cluster>(
  'Cluster',
  (json, context) => {
    const errors: t.Errors = [];
    const clusterId = presentMember(json, 'cluster_id');
    const idProblem = checkId(clusterId);
    if (idProblem) errors.push(errorAt(context, 'cluster_id', clusterId, idProblem));
    const rttMs = presentMember(json, 'rtt_ms');
    const rttProblem = checkNumber(rttMs, FINITE);
    if (rttProblem) errors.push(errorAt(context, 'rtt_ms', rttMs, missingIf(rttMs, rttProblem)));
    const statsJson = presentMember(json, 'stats') ?? {};
    const stats = decodeMember(clusterStatsCodec, context, 'stats', statsJson, errors);
    return settle(
      about(errors, () => clusterLabel(clusterId)),
      () =>
        Object.freeze({
          clusterId: clusterId as string,
          rttMs: positiveZero(rttMs as number),
          stats: stats!,
        }),
    );
  },
  (cluster) => ({
    cluster_id: cluster.clusterId,
    rtt_ms: cluster.rttMs,
    stats: clusterStatsCodec.encode(cluster.stats),
  }),
);

/** How messages name a cluster whose id can be read. */
export const clusterLabel = (id: unknown): string | undefined =>
  typeof id === 'string' && id !== '' ? `cluster ${describeGiven(id)}` : undefined;

const checkPriority = (key: string): Problem | undefined =>
  /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) <= MAX_PRIORITY
    ? undefined
    : { code: 'invalid_value', expected: 'a plain decimal u32 as priority, such as "0" or "10"' };

/** JSON can spell -0, and equal snapshots should look equal. */
const positiveZero = (value: number): number => value + 0;
