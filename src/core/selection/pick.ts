/**
 * Bucketed selection: the step that wait-and-widen and pulsar-wait-and-widen share.
 *
 * Among the clusters of a pool: drop what may not serve, sort the rest into TTFT buckets, keep
 * of the open buckets what has capacity, sample n, take the best. Sampling a few and comparing
 * them avoids herding on stale statistics (Mitzenmacher, "The power of two choices", 2001).
 */
import { bucketOpensMs, isWithinBucket, lastOpenStart } from './bucket.js';
import { chooseEligible, isByTtft } from './choose.js';
import type { DecisionContext } from './decision-context.js';
import { hasCapacity } from '../view/estimate.js';
import { estimatePool } from './pool-estimates.js';
import { countOpen, keepOpen, scheduleOf } from './pool-schedule.js';
import type { Pool, PoolSchedule } from './pool.js';

/** `cluster` is -1 when none could be chosen; then `untilMs` (Infinity: never) says when to ask again. */
export type PoolChoice = Readonly<{ cluster: number; position: number; untilMs: number }>;

export const pick = (context: DecisionContext, pool: Pool): PoolChoice =>
  context.schedules === null
    ? pickNow(context, pool)
    : pickFrom(context, scheduleOf(context, pool, context.schedules));

const pickNow = (context: DecisionContext, pool: Pool): PoolChoice => {
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
  const position = chooseEligible(context, pool, scratch, count);
  const cluster = scratch.clusters[position]!;
  context.trace?.note(cluster, 'chosen');
  return { cluster, position, untilMs: Infinity };
};

/** What `pickNow` does, where one request is looked at at very many moments. */
const pickFrom = (context: DecisionContext, schedule: PoolSchedule): PoolChoice => {
  const openCount = countOpen(schedule, context.elapsedMs);
  const nextOpensMs = schedule.opensMs[openCount] ?? Infinity;
  context.nextOpeningMs = Math.min(context.nextOpeningMs, nextOpensMs);
  const count = keepOpen(schedule, openCount, context.membership.scratch.eligible);
  if (count === 0) {
    const later = schedule.choosableBuckets > openCount;
    return later ? { cluster: -1, position: -1, untilMs: nextOpensMs } : never;
  }
  const position = chooseEligible(context, schedule.pool, schedule, count);
  return { cluster: schedule.clusters[position]!, position, untilMs: Infinity };
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
