/**
 * Bucketed selection: the step that wait-and-widen and pulsar-wait-and-widen share.
 *
 * Among the clusters of a pool: drop what may not serve, sort the rest into TTFT buckets, keep
 * of the open buckets what has capacity, sample n, take the best. Sampling a few and comparing
 * them avoids herding on stale statistics (Mitzenmacher, "The power of two choices", 2001).
 */
import { sampleToFront } from './chance.js';
import type { DecisionContext } from './decision-context.js';
import { bucketOpensMs, isWithinBucket, lastOpenStart } from './bucket.js';
import { keepLowest, scoreCluster } from './comparator.js';
import { estimateQueueMs, hasCapacity } from './estimate.js';
import { estimatePool, type Pool } from './pool-estimates.js';

/** `cluster` is -1 when none could be chosen; then `untilMs` (Infinity: never) says when to ask again. */
export type PoolChoice = Readonly<{ cluster: number; position: number; untilMs: number }>;

export const pick = (context: DecisionContext, pool: Pool): PoolChoice => {
  context.trace?.begin(pool.phase, pool.allowance);
  const leastMs = estimatePool(context, pool);
  if (leastMs === Infinity) return never;
  const { ttftBucketSizeMs: sizeMs, nextBucketUnlockFactor: unlockFactor } = context.policy;
  const rule = { sizeMs, unlockFactor, openFromMs: pool.openFromMs };
  const { scratch } = context.membership;
  const { length } = pool.clusters;
  const lastStartMs = lastOpenStart(scratch, length, leastMs, rule, context.elapsedMs);
  context.trace?.noteBuckets(rule);
  const { count, nextStartMs } =
    length <= context.policy.n && isByTtft(context, pool) && context.trace === null
      ? keepFastest(context, pool, lastStartMs, sizeMs)
      : keepEligible(context, pool, lastStartMs, sizeMs);
  const nextOpensMs = bucketOpensMs(nextStartMs, leastMs, rule);
  context.nextOpeningMs = Math.min(context.nextOpeningMs, nextOpensMs);
  if (count === 0) {
    const later = hasLaterCapacity(context, pool, lastStartMs, sizeMs);
    return later ? { cluster: -1, position: -1, untilMs: nextOpensMs } : never;
  }
  const position = chooseEligible(context, pool, count);
  const cluster = scratch.clusters[position]!;
  context.trace?.note(cluster, 'chosen');
  return { cluster, position, untilMs: Infinity };
};

const never: PoolChoice = { cluster: -1, position: -1, untilMs: Infinity };

type Kept = Readonly<{
  count: number;
  /** Least TTFT beyond the open buckets: the start of the first closed one. */
  nextStartMs: number;
}>;

/** Positions of open candidates with capacity, into `eligible`. */
const keepEligible = (
  { columns, membership, trace }: DecisionContext,
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
  { columns, membership }: DecisionContext,
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
const isByTtft = ({ policy }: DecisionContext, { compares }: Pool): boolean =>
  compares === 'comparator' && policy.comparesByBucketTtft;

const hasLaterCapacity = (
  { columns, membership }: DecisionContext,
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

/** The best of a sample of n, ties broken uniformly. Draws only if it has to. */
const chooseEligible = (context: DecisionContext, pool: Pool, count: number): number => {
  const { eligible } = context.membership.scratch;
  if (count === 1) return eligible[0]!;
  const sampled = Math.min(context.policy.n, count);
  if (count > sampled) sampleToFront(eligible, count, sampled, context);
  noteEach(context, sampled, 'worse_score');
  const best = keepBest(context, pool, sampled);
  if (best > 1) {
    noteEach(context, best, 'lost_tie');
    sampleToFront(eligible, best, 1, context);
  }
  return eligible[0]!;
};

const keepBest = (context: DecisionContext, pool: Pool, count: number): number => {
  const { clusters, eligible, scores, ttftMs } = context.membership.scratch;
  const { comparator } = context.policy;
  if (pool.compares === 'load') return keepLeastLoaded(context, count);
  if (isByTtft(context, pool)) return keepLowest(eligible, ttftMs, count);
  for (let i = 0; i < count; i++) {
    const position = eligible[i]!;
    scores[position] = scoreCluster(context, comparator, clusters[position]!, pool.scale);
  }
  return keepLowest(eligible, scores, count);
};

/** Least queue delay; among equals least utilization, or least running if any slots are unknown. */
const keepLeastLoaded = (context: DecisionContext, count: number): number => {
  const { columns, membership, priority } = context;
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

const noteEach = (
  context: DecisionContext,
  count: number,
  verdict: 'worse_score' | 'lost_tie',
): void => {
  const { trace, membership } = context;
  if (trace === null) return;
  const { clusters, eligible } = membership.scratch;
  for (let i = 0; i < count; i++) trace.note(clusters[eligible[i]!]!, verdict);
};
