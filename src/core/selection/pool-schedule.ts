/**
 * A pool laid out for many moments of one request: which bucket every cluster is in, and when each
 * bucket opens. One decision finds what is open at its moment without sorting; the timeline asks at
 * as many moments as there are buckets, and lays each pool out once.
 */
import { bucketOf, bucketOpensMs, bucketStarts } from './bucket.js';
import type { DecisionContext } from './decision-context.js';
import type { Phase } from '../decision.js';
import { hasCapacity } from '../view/estimate.js';
import { estimatePool } from './pool-estimates.js';
import type { Pool, PoolSchedule } from './pool.js';

const NEVER = 2 ** 32 - 1;

/** Buckets open at a moment; bucket 0 always is. Cost: O(log buckets). */
export const countOpen = ({ opensMs }: PoolSchedule, elapsedMs: number): number => {
  let from = Math.min(1, opensMs.length);
  let to = opensMs.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (opensMs[middle]! <= elapsedMs) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Positions that may be chosen while `openCount` buckets are open, into `eligible`; how many. */
export const keepOpen = (
  { choosableFrom }: PoolSchedule,
  openCount: number,
  eligible: Uint32Array,
): number => {
  const { length } = choosableFrom;
  let count = 0;
  for (let position = 0; position < length; position++) {
    if (choosableFrom[position]! < openCount) eligible[count++] = position;
  }
  return count;
};

/** The schedule of a pool, made when it is first needed; `kept` has one per phase. */
export const scheduleOf = (
  context: DecisionContext,
  pool: Pool,
  kept: Map<Phase, PoolSchedule>,
): PoolSchedule => {
  const known = kept.get(pool.phase);
  if (known !== undefined && isFor(known, pool, context)) return known;
  const schedule = createSchedule(context, pool);
  kept.set(pool.phase, schedule);
  return schedule;
};

/** Everything else of a pool and its context is the same for one request in one phase. */
const isFor = (
  schedule: PoolSchedule,
  { clusters }: Pool,
  { queueLimitMs }: DecisionContext,
): boolean =>
  schedule.queueLimitMs === queueLimitMs &&
  schedule.pool.clusters.order === clusters.order &&
  schedule.pool.clusters.length === clusters.length;

const createSchedule = (context: DecisionContext, pool: Pool): PoolSchedule => {
  const firstMs = estimatePool(context, pool);
  const { columns, membership, policy, queueLimitMs } = context;
  const { length } = pool.clusters;
  const clusters = membership.scratch.clusters.slice(0, length);
  const ttftMs = membership.scratch.ttftMs.slice(0, length);
  const { ttftBucketSizeMs: sizeMs, nextBucketUnlockFactor: unlockFactor } = policy;
  const rule = { sizeMs, unlockFactor, openFromMs: pool.openFromMs };
  const starts = bucketStarts(ttftMs, sizeMs);
  const choosableFrom = new Uint32Array(length).fill(NEVER);
  let choosableBuckets = 0;
  for (let position = 0; position < length; position++) {
    const ttft = ttftMs[position]!;
    if (ttft === Infinity || !hasCapacity(columns, clusters[position]!, pool.allowance)) continue;
    const bucket = bucketOf(starts, ttft);
    choosableFrom[position] = bucket;
    choosableBuckets = Math.max(choosableBuckets, bucket + 1);
  }
  const opensMs = starts.map((startMs) => bucketOpensMs(startMs, firstMs, rule));
  return { pool, queueLimitMs, clusters, ttftMs, opensMs, choosableFrom, choosableBuckets };
};
