/**
 * What a pool of clusters promises: the cluster and the TTFT of every position.
 */
import type { DecisionContext } from './decision-context.js';
import { estimatePrefillMs, estimateQueueMs, isKvFeasible } from '../view/estimate.js';
import type { Pool } from './pool.js';

/**
 * Writes cluster and TTFT of every position of the pool into the scratch arrays; Infinity where a
 * cluster may not serve. Returns the least TTFT.
 */
export const estimatePool = (context: DecisionContext, pool: Pool): number =>
  isUnrestricted(context, pool) ? estimateUnrestricted(context, pool) : estimateEach(context, pool);

/**
 * Cluster and TTFT of every position, into the scratch arrays; Infinity where a cluster may not
 * serve. Returns the least TTFT.
 *
 * `estimateBucketTtftMs` says the same for one cluster. Here it is written out over local
 * arrays, because this loop is what a decision over many clusters costs.
 */
const estimateEach = (context: DecisionContext, pool: Pool): number => {
  const { columns, excluded, neededKvTokens, queueLimitMs, priority, trace, policy } = context;
  const { rttMs, queueMs: fixedQueueMs, meanInputTps } = columns;
  const { clusters, ttftMs } = context.membership.scratch;
  const { order, length, first, movedFrom } = pool.clusters;
  const { ignoreQueueTime } = policy;
  const hasPrefill = context.inputTokens > 0 && !policy.ignoreInputProcessingTime;
  const work = context.inputTokens * pool.scale;
  let leastMs = Infinity;
  for (let position = 0; position < length; position++) {
    const cluster =
      position === 0 ? first : order[position <= movedFrom ? position - 1 : position]!;
    clusters[position] = cluster;
    ttftMs[position] = Infinity;
    if (excluded !== null && excluded[cluster] === 1) {
      trace?.note(cluster, 'excluded');
      continue;
    }
    if (neededKvTokens >= 0 && !isKvFeasible(columns, cluster, neededKvTokens)) {
      trace?.note(cluster, 'kv_infeasible');
      continue;
    }
    let queueMs = fixedQueueMs[cluster]!;
    if (Number.isNaN(queueMs)) queueMs = estimateQueueMs(columns, cluster, priority);
    if (queueMs > queueLimitMs) {
      trace?.note(cluster, 'over_queue_slo');
      continue;
    }
    let ttft = rttMs[cluster]! + (ignoreQueueTime ? 0 : queueMs);
    if (hasPrefill) {
      const tps = meanInputTps[cluster]!;
      ttft += tps === 0 ? Infinity : (work / tps) * 1000;
    }
    if (ttft === Infinity) {
      trace?.note(cluster, 'no_finite_estimate');
      continue;
    }
    trace?.note(cluster, 'bucket_closed', ttft);
    ttftMs[position] = ttft;
    if (ttft < leastMs) leastMs = ttft;
  }
  return leastMs;
};

/** Whether every cluster of the pool may serve, and its TTFT is a plain sum. */
const isUnrestricted = (context: DecisionContext, pool: Pool): boolean =>
  context.trace === null &&
  context.excluded === null &&
  context.queueLimitMs === Infinity &&
  context.neededKvTokens < 0 &&
  context.inputTokens > 0 &&
  !context.policy.ignoreQueueTime &&
  !context.policy.ignoreInputProcessingTime &&
  pool.clusters.movedFrom === 0;

/** What `estimateEach` does, where nothing restricts the pool: the loop of most decisions. */
const estimateUnrestricted = (context: DecisionContext, pool: Pool): number => {
  const { rttMs, queueMs, meanInputTps } = context.columns;
  const { clusters, ttftMs } = context.membership.scratch;
  const { order, length, first } = pool.clusters;
  const work = context.inputTokens * pool.scale;
  let leastMs = Infinity;
  for (let position = 0; position < length; position++) {
    const cluster = position === 0 ? first : order[position]!;
    const tps = meanInputTps[cluster]!;
    let ttft = rttMs[cluster]! + queueMs[cluster]! + (tps === 0 ? Infinity : (work / tps) * 1000);
    // The queue delay depends on the request's priority.
    if (Number.isNaN(ttft)) ttft = estimateBucketTtftMs(context, cluster, pool.scale);
    clusters[position] = cluster;
    ttftMs[position] = ttft;
    if (ttft < leastMs) leastMs = ttft;
  }
  return leastMs;
};

/** TTFT as buckets see it: the policy may leave queue delay or prefill out. */
export const estimateBucketTtftMs = (
  context: DecisionContext,
  cluster: number,
  scale: number,
): number => {
  const { columns, policy, priority, inputTokens } = context;
  const queueMs = policy.ignoreQueueTime ? 0 : estimateQueueMs(columns, cluster, priority);
  const prefillMs = policy.ignoreInputProcessingTime
    ? 0
    : estimatePrefillMs(columns, cluster, inputTokens, scale);
  return columns.rttMs[cluster]! + queueMs + prefillMs;
};
