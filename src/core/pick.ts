/**
 * Bucketed selection: the step that wait-and-widen and pulsar-wait-and-widen share.
 *
 * Among the clusters of a pool: drop what may not serve, sort the rest into TTFT buckets, keep
 * of the open buckets what has capacity, sample n, take the best. Sampling a few and comparing
 * them avoids herding on stale statistics (Mitzenmacher, "The power of two choices", 2001).
 */
import { sampleToFront, type Attempt } from './attempt.js';
import { bucketOpensMs, isWithinBucket, lastOpenStart } from './bucket.js';
import { keepLowest, scoreCluster } from './comparator.js';
import type { Phase } from './decision.js';
import { estimateBucketTtftMs, estimateQueueMs, hasCapacity, isKvFeasible } from './estimate.js';
import type { Policy } from './config/policy.js';
import type { PlannedOrder } from './orders/planned-order.js';

/** The pool of one pick and the terms it is held on. */
export type Pool = Readonly<{
  phase: Phase;
  clusters: PlannedOrder;
  /** Prefill discount. */
  scale: number;
  /** Requests allowed above the engine slots. */
  allowance: number;
  /** Elapsed time at which bucket 0 opens. */
  openFromMs: number;
}>;

/** `cluster` is -1 when none could be chosen; then `untilMs` (Infinity: never) says when to ask again. */
export type Pick = Readonly<{ cluster: number; position: number; untilMs: number }>;

export const pick = (attempt: Attempt, pool: Pool): Pick => {
  attempt.trace?.begin(pool.phase);
  const leastMs = isPlain(attempt, pool)
    ? estimatePlain(attempt, pool)
    : estimateEach(attempt, pool);
  if (leastMs === Infinity) return never;
  const { ttftBucketSizeMs: sizeMs, nextBucketUnlockFactor: unlockFactor } = attempt.policy;
  const rule = { sizeMs, unlockFactor, openFromMs: pool.openFromMs };
  const { scratch } = attempt.membership;
  const { length } = pool.clusters;
  const lastStartMs = lastOpenStart(scratch, length, leastMs, rule, attempt.elapsedMs);
  attempt.trace?.noteBuckets(rule);
  const { count, nextStartMs } =
    length <= attempt.policy.n && isByTtft(attempt.policy) && attempt.trace === null
      ? keepFastest(attempt, pool, lastStartMs, sizeMs)
      : keepEligible(attempt, pool, lastStartMs, sizeMs);
  const nextOpensMs = bucketOpensMs(nextStartMs, leastMs, rule);
  attempt.nextOpeningMs = Math.min(attempt.nextOpeningMs, nextOpensMs);
  if (count === 0) {
    const later = hasLaterCapacity(attempt, pool, lastStartMs, sizeMs);
    return later ? { cluster: -1, position: -1, untilMs: nextOpensMs } : never;
  }
  const position = chooseEligible(attempt, pool, count);
  const cluster = scratch.clusters[position]!;
  attempt.trace?.note(cluster, 'chosen');
  return { cluster, position, untilMs: Infinity };
};

const never: Pick = { cluster: -1, position: -1, untilMs: Infinity };

/**
 * Step 1 and 2: cluster and TTFT of every position, into the scratch arrays; Infinity where a
 * cluster may not serve. Returns the least TTFT.
 *
 * `estimateBucketTtftMs` says the same for one cluster. Here it is written out over local
 * arrays, because this loop is what a decision over many clusters costs.
 */
const estimateEach = (attempt: Attempt, pool: Pool): number => {
  const { columns, excluded, neededKvTokens, queueLimitMs, priority, trace, policy } = attempt;
  const { rttMs, queueMs: fixedQueueMs, meanInputTps } = columns;
  const { clusters, ttftMs } = attempt.membership.scratch;
  const { order, length, first, movedFrom } = pool.clusters;
  const { ignoreQueueTime } = policy;
  const hasPrefill = attempt.inputTokens > 0 && !policy.ignoreInputProcessingTime;
  const work = attempt.inputTokens * pool.scale;
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
const isPlain = (attempt: Attempt, pool: Pool): boolean =>
  attempt.trace === null &&
  attempt.excluded === null &&
  attempt.queueLimitMs === Infinity &&
  attempt.neededKvTokens < 0 &&
  attempt.inputTokens > 0 &&
  !attempt.policy.ignoreQueueTime &&
  !attempt.policy.ignoreInputProcessingTime &&
  pool.clusters.movedFrom === 0;

/** What `estimateEach` does, for the plain case: the loop that most decisions spend their time in. */
const estimatePlain = (attempt: Attempt, pool: Pool): number => {
  const { rttMs, queueMs, meanInputTps } = attempt.columns;
  const { clusters, ttftMs } = attempt.membership.scratch;
  const { order, length, first } = pool.clusters;
  const work = attempt.inputTokens * pool.scale;
  let leastMs = Infinity;
  for (let position = 0; position < length; position++) {
    const cluster = position === 0 ? first : order[position]!;
    const tps = meanInputTps[cluster]!;
    let ttft = rttMs[cluster]! + queueMs[cluster]! + (tps === 0 ? Infinity : (work / tps) * 1000);
    // The queue delay depends on the request's priority.
    if (Number.isNaN(ttft)) ttft = estimateBucketTtftMs(attempt, cluster, pool.scale);
    clusters[position] = cluster;
    ttftMs[position] = ttft;
    if (ttft < leastMs) leastMs = ttft;
  }
  return leastMs;
};

type Kept = Readonly<{
  count: number;
  /** Least TTFT beyond the open buckets: the start of the first closed one. */
  nextStartMs: number;
}>;

/** Step 4: positions of open candidates with capacity, into `eligible`. */
const keepEligible = (
  { columns, membership, trace }: Attempt,
  pool: Pool,
  lastStartMs: number,
  sizeMs: number,
): Kept => {
  const { clusters, ttftMs, eligible } = membership.scratch;
  const { length } = pool.clusters;
  const { allowance } = pool;
  let nextStartMs = Infinity;
  let count = 0;
  for (let position = 0; position < length; position++) {
    const ttft = ttftMs[position]!;
    if (!isWithinBucket(ttft, lastStartMs, sizeMs)) {
      if (ttft < nextStartMs) nextStartMs = ttft;
      continue;
    }
    const cluster = clusters[position]!;
    const free = hasCapacity(columns, cluster, allowance);
    trace?.note(cluster, free ? 'not_sampled' : 'no_capacity');
    if (free) eligible[count++] = position;
  }
  return { count, nextStartMs };
};

/**
 * What `keepEligible` and the comparison by TTFT do together, when all would be sampled. Looks at
 * the capacity of few: most clusters are slower than the best so far.
 */
const keepFastest = (
  { columns, membership }: Attempt,
  { clusters: { length }, allowance }: Pool,
  lastStartMs: number,
  sizeMs: number,
): Kept => {
  const { clusters, ttftMs, eligible } = membership.scratch;
  let nextStartMs = Infinity;
  let bestMs = Infinity;
  let count = 0;
  for (let position = 0; position < length; position++) {
    const ttft = ttftMs[position]!;
    if (!isWithinBucket(ttft, lastStartMs, sizeMs)) {
      if (ttft < nextStartMs) nextStartMs = ttft;
    } else if (ttft <= bestMs && hasCapacity(columns, clusters[position]!, allowance)) {
      if (ttft < bestMs) count = 0;
      bestMs = ttft;
      eligible[count++] = position;
    }
  }
  return { count, nextStartMs };
};

/** Whether sampled clusters are compared by the very TTFT that buckets are formed by. */
const isByTtft = (policy: Policy): boolean =>
  policy.algorithm === 'wait-and-widen' &&
  policy.comparator === 'ttft' &&
  !policy.ignoreQueueTime &&
  !policy.ignoreInputProcessingTime;

const hasLaterCapacity = (
  { columns, membership }: Attempt,
  pool: Pool,
  lastStartMs: number,
  sizeMs: number,
): boolean => {
  const { clusters, ttftMs } = membership.scratch;
  for (let position = 0; position < pool.clusters.length; position++) {
    const ttft = ttftMs[position]!;
    if (ttft === Infinity || isWithinBucket(ttft, lastStartMs, sizeMs)) continue;
    if (hasCapacity(columns, clusters[position]!, pool.allowance)) return true;
  }
  return false;
};

/** Step 5: the best of a sample of n, ties broken uniformly. Draws only if it has to. */
const chooseEligible = (attempt: Attempt, pool: Pool, count: number): number => {
  const { eligible } = attempt.membership.scratch;
  if (count === 1) return eligible[0]!;
  const sampled = Math.min(attempt.policy.n, count);
  if (count > sampled) sampleToFront(eligible, count, sampled, attempt);
  noteEach(attempt, sampled, 'worse_score');
  const best = keepBest(attempt, pool, sampled);
  if (best > 1) {
    noteEach(attempt, best, 'lost_tie');
    sampleToFront(eligible, best, 1, attempt);
  }
  return eligible[0]!;
};

const keepBest = (attempt: Attempt, pool: Pool, count: number): number => {
  const { clusters, eligible, scores, ttftMs } = attempt.membership.scratch;
  const { algorithm, comparator } = attempt.policy;
  if (algorithm === 'pulsar-wait-and-widen') return keepLeastLoaded(attempt, count);
  if (isByTtft(attempt.policy)) return keepLowest(eligible, ttftMs, count);
  for (let i = 0; i < count; i++) {
    const position = eligible[i]!;
    scores[position] = scoreCluster(attempt, comparator, clusters[position]!, pool.scale);
  }
  return keepLowest(eligible, scores, count);
};

/** Least queue delay; among equals least utilization, or least running if any slots are unknown. */
const keepLeastLoaded = (attempt: Attempt, count: number): number => {
  const { columns, membership, priority } = attempt;
  const { clusters, eligible, scores } = membership.scratch;
  const { running, slots } = columns;
  for (let i = 0; i < count; i++) {
    const position = eligible[i]!;
    scores[position] = estimateQueueMs(columns, clusters[position]!, priority);
  }
  const equal = keepLowest(eligible, scores, count);
  if (equal === 1) return 1;
  let slotsKnown = true;
  for (let i = 0; i < equal; i++) {
    if (slots[clusters[eligible[i]!]!] === 0) slotsKnown = false;
  }
  for (let i = 0; i < equal; i++) {
    const position = eligible[i]!;
    const cluster = clusters[position]!;
    scores[position] = slotsKnown ? running[cluster]! / slots[cluster]! : running[cluster]!;
  }
  return keepLowest(eligible, scores, equal);
};

const noteEach = (attempt: Attempt, count: number, verdict: 'worse_score' | 'lost_tie'): void => {
  const { trace, membership } = attempt;
  if (trace === null) return;
  const { clusters, eligible } = membership.scratch;
  for (let i = 0; i < count; i++) trace.note(clusters[eligible[i]!]!, verdict);
};
