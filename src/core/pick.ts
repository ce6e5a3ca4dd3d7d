/**
 * Bucketed selection: the step that wait-and-widen and pulsar-wait-and-widen share.
 *
 * Among the clusters of a pool: drop what may not serve, sort the rest into TTFT buckets, keep
 * of the open buckets what has capacity, sample n, take the best. Sampling a few and comparing
 * them avoids herding on stale statistics (Mitzenmacher, "The power of two choices", 2001).
 */
import { draw, type Attempt } from './attempt.js';
import { isWithinBucket, openBuckets, type BucketRule, type OpenBuckets } from './bucket.js';
import { sampleToFront } from './chance.js';
import { keepLowest, scoreCluster } from './comparator.js';
import type { Phase } from './decision.js';
import { estimateBucketTtftMs, estimateQueueMs, hasCapacity, isKvFeasible } from './estimate.js';
import { clusterAt, type PlannedOrder } from './planned-order.js';

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
  const gathered = gatherCandidates(attempt, pool);
  if (gathered.count === 0) return never;
  const { ttftBucketSizeMs: sizeMs, nextBucketUnlockFactor: unlockFactor } = attempt.policy;
  const rule = { sizeMs, unlockFactor, openFromMs: pool.openFromMs };
  const buckets = findOpenBuckets(attempt, gathered, rule);
  attempt.nextOpeningMs = Math.min(attempt.nextOpeningMs, buckets.nextOpensMs);
  attempt.trace?.noteBuckets(rule);
  const eligible = keepEligible(attempt, pool, gathered.count, buckets.lastStartMs, sizeMs);
  if (eligible === 0) {
    const later = hasLaterCapacity(attempt, pool, gathered.count, buckets.lastStartMs, sizeMs);
    return later ? { ...never, untilMs: buckets.nextOpensMs } : never;
  }
  const slot = chooseEligible(attempt, pool, eligible);
  const { clusters, positions } = attempt.membership.scratch;
  attempt.trace?.note(clusters[slot]!, 'chosen');
  return { cluster: clusters[slot]!, position: positions[slot]!, untilMs: Infinity };
};

const never: Pick = { cluster: -1, position: -1, untilMs: Infinity };

type Gathered = Readonly<{ count: number; leastMs: number; greatestMs: number }>;

/** Step 1 and 2: candidates that may serve and have a finite TTFT, into the scratch arrays. */
const gatherCandidates = (attempt: Attempt, pool: Pool): Gathered => {
  const { columns, excluded, neededKvTokens, queueLimitMs, priority, trace } = attempt;
  const { clusters, positions, ttftMs } = attempt.membership.scratch;
  const { scale } = pool;
  const { length } = pool.clusters;
  let count = 0;
  let leastMs = Infinity;
  let greatestMs = -Infinity;
  for (let position = 0; position < length; position++) {
    const cluster = clusterAt(pool.clusters, position);
    if (excluded !== null && excluded[cluster] === 1) {
      trace?.note(cluster, 'excluded');
      continue;
    }
    if (!isKvFeasible(columns, cluster, neededKvTokens)) {
      trace?.note(cluster, 'kv_infeasible');
      continue;
    }
    const queueMs = estimateQueueMs(columns, cluster, priority);
    if (queueMs > queueLimitMs) {
      trace?.note(cluster, 'over_queue_slo');
      continue;
    }
    const ttft = estimateBucketTtftMs(attempt, cluster, scale);
    if (ttft === Infinity) {
      trace?.note(cluster, 'no_finite_estimate');
      continue;
    }
    trace?.note(cluster, 'bucket_closed', ttft);
    clusters[count] = cluster;
    positions[count] = position;
    ttftMs[count++] = ttft;
    if (ttft < leastMs) leastMs = ttft;
    if (ttft > greatestMs) greatestMs = ttft;
  }
  return { count, leastMs, greatestMs };
};

/** Step 3. All within one bucket is the common case and needs no scan. */
const findOpenBuckets = (
  { membership, elapsedMs }: Attempt,
  { count, leastMs, greatestMs }: Gathered,
  rule: BucketRule,
): OpenBuckets => {
  if (isWithinBucket(greatestMs, leastMs, rule.sizeMs)) {
    return { lastStartMs: leastMs, nextOpensMs: Infinity };
  }
  const { ttftMs, sortedMs } = membership.scratch;
  return openBuckets(ttftMs, count, leastMs, rule, elapsedMs, sortedMs);
};

/** Step 4: slots of open candidates with capacity, into `eligible`; returns how many. */
const keepEligible = (
  { columns, membership, trace }: Attempt,
  pool: Pool,
  count: number,
  lastStartMs: number,
  sizeMs: number,
): number => {
  const { clusters, ttftMs, eligible } = membership.scratch;
  let kept = 0;
  for (let slot = 0; slot < count; slot++) {
    if (!isWithinBucket(ttftMs[slot]!, lastStartMs, sizeMs)) continue;
    const cluster = clusters[slot]!;
    const free = hasCapacity(columns, cluster, pool.allowance);
    trace?.note(cluster, free ? 'not_sampled' : 'no_capacity');
    if (free) eligible[kept++] = slot;
  }
  return kept;
};

const hasLaterCapacity = (
  { columns, membership }: Attempt,
  pool: Pool,
  count: number,
  lastStartMs: number,
  sizeMs: number,
): boolean => {
  const { clusters, ttftMs } = membership.scratch;
  for (let slot = 0; slot < count; slot++) {
    if (isWithinBucket(ttftMs[slot]!, lastStartMs, sizeMs)) continue;
    if (hasCapacity(columns, clusters[slot]!, pool.allowance)) return true;
  }
  return false;
};

/** Step 5: the best of a sample of n, ties broken uniformly. Draws only if it has to. */
const chooseEligible = (attempt: Attempt, pool: Pool, count: number): number => {
  const { eligible } = attempt.membership.scratch;
  if (count === 1) return eligible[0]!;
  const { n } = attempt.policy;
  const next = (): number => draw(attempt);
  if (count > n) sampleToFront(eligible, count, n, next);
  noteEach(attempt, Math.min(n, count), 'worse_score');
  const best = keepBest(attempt, pool, Math.min(n, count));
  if (best > 1) {
    noteEach(attempt, best, 'lost_tie');
    sampleToFront(eligible, best, 1, next);
  }
  return eligible[0]!;
};

const keepBest = (attempt: Attempt, pool: Pool, count: number): number => {
  const { clusters, eligible } = attempt.membership.scratch;
  if (attempt.policy.algorithm === 'pulsar-wait-and-widen') return keepLeastLoaded(attempt, count);
  const { comparator } = attempt.policy;
  return keepLowest(eligible, count, (slot) =>
    scoreCluster(attempt, comparator, clusters[slot]!, pool.scale),
  );
};

/** Least queue delay; among equals least utilization, or least running if any slots are unknown. */
const keepLeastLoaded = (attempt: Attempt, count: number): number => {
  const { columns, membership, priority } = attempt;
  const { clusters, eligible } = membership.scratch;
  const equal = keepLowest(eligible, count, (slot) =>
    estimateQueueMs(columns, clusters[slot]!, priority),
  );
  if (equal === 1) return 1;
  let slotsKnown = true;
  for (let i = 0; i < equal; i++) {
    if (columns.slots[clusters[eligible[i]!]!] === 0) slotsKnown = false;
  }
  return keepLowest(eligible, equal, (slot) => {
    const cluster = clusters[slot]!;
    return slotsKnown
      ? columns.running[cluster]! / columns.slots[cluster]!
      : columns.running[cluster]!;
  });
};

const noteEach = (attempt: Attempt, count: number, verdict: 'worse_score' | 'lost_tie'): void => {
  const { trace, membership } = attempt;
  if (trace === null) return;
  const { clusters, eligible } = membership.scratch;
  for (let i = 0; i < count; i++) trace.note(clusters[eligible[i]!]!, verdict);
};
