/**
 * TTFT buckets: clusters whose estimates lie close together count as equally fast.
 *
 * Sorted by TTFT, the first cluster starts bucket 0; a cluster within `ttft_bucket_size_ms` of
 * its bucket's start joins it, one beyond starts the next. A bucket opens after a share of the
 * gap between its start and bucket 0's, so that a request waits for a much faster cluster a
 * little while before it takes a slower one. Open buckets form a prefix.
 */

import type { Scratch } from '../orders/scratch.js';

/** How the buckets of one pick open. */
export type BucketRule = Readonly<{
  sizeMs: number;
  /** Share of the TTFT gap to wait. */
  unlockFactor: number;
  /** Elapsed time at which bucket 0 opens. */
  openFromMs: number;
}>;

/** After this many buckets, sorting what is left is cheaper than scanning for each next start. */
const MAX_SCANS = 32;

/**
 * The start of the last bucket open at `elapsedMs`, or a TTFT that tells open from closed as
 * well: one at most `sizeMs` above it is open. `firstMs` is the least of the first `count` TTFTs.
 *
 * Cost: O(count), and O(open) for every open bucket where TTFTs lie close, at most a sort.
 */
export const lastOpenStart = (
  { ttftMs, startsMs }: Scratch,
  count: number,
  firstMs: number,
  rule: BucketRule,
  elapsedMs: number,
): number => {
  const { sizeMs } = rule;
  // The next bucket starts more than `sizeMs` above the first, so it opens no earlier than this.
  if (elapsedMs < bucketOpensMs(sizeMs, 0, rule)) return firstMs;
  let left = 0;
  let greatestMs = firstMs;
  let closedMs = Infinity;
  for (let i = 0; i < count; i++) {
    const ttft = ttftMs[i]!;
    if (isWithinBucket(ttft, firstMs, sizeMs)) continue;
    if (ttft < closedMs && elapsedMs >= bucketOpensMs(ttft, firstMs, rule)) {
      startsMs[left++] = ttft;
      if (ttft > greatestMs) greatestMs = ttft;
    } else if (ttft < closedMs) closedMs = ttft;
  }
  // Open however buckets are cut: their own start lies even lower. Nothing else may join them.
  if (!isWithinBucket(closedMs, greatestMs, sizeMs)) return greatestMs;
  return lastStartOf(startsMs, left, firstMs, sizeMs);
};

/** Cuts the first `count` of `startsMs` into buckets, after the one at `firstMs`. */
const lastStartOf = (
  startsMs: Float64Array,
  count: number,
  firstMs: number,
  sizeMs: number,
): number => {
  let startMs = firstMs;
  let left = count;
  let nextMs = leastOf(startsMs, count);
  for (let scans = 0; left > 0; scans++) {
    if (scans === MAX_SCANS) return lastStartInSorted(startsMs.subarray(0, left).sort(), sizeMs);
    startMs = nextMs;
    nextMs = Infinity;
    let kept = 0;
    for (let i = 0; i < left; i++) {
      const ttft = startsMs[i]!;
      if (isWithinBucket(ttft, startMs, sizeMs)) continue;
      startsMs[kept++] = ttft;
      if (ttft < nextMs) nextMs = ttft;
    }
    left = kept;
  }
  return startMs;
};

const leastOf = (values: Float64Array, count: number): number => {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (values[i]! < least) least = values[i]!;
  return least;
};

const lastStartInSorted = (sorted: Float64Array, sizeMs: number): number => {
  let startMs = sorted[0]!;
  for (const ttft of sorted) if (!isWithinBucket(ttft, startMs, sizeMs)) startMs = ttft;
  return startMs;
};

/** The starts of all buckets, ascending; infinite TTFTs are in none. */
export const bucketStarts = (ttftMs: ArrayLike<number>, sizeMs: number): readonly number[] => {
  const sorted = Float64Array.from(ttftMs).sort();
  const starts: number[] = [];
  let start = sorted[0] ?? Infinity;
  while (start !== Infinity) {
    starts.push(start);
    start = nextStartInSorted(sorted, start, sizeMs);
  }
  return starts;
};

/** The bucket of a finite TTFT among those that start at `starts`. Cost: O(log buckets). */
export const bucketOf = (starts: readonly number[], ttftMs: number): number => {
  let from = 0;
  let to = starts.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (starts[middle]! <= ttftMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
};

/** Elapsed time at which the bucket that starts at `startMs` opens; Infinity for no bucket. */
export const bucketOpensMs = (startMs: number, firstMs: number, rule: BucketRule): number =>
  startMs === Infinity
    ? Infinity
    : rule.openFromMs + Math.max(0, (startMs - firstMs) * rule.unlockFactor);

/** Whether a TTFT belongs to the bucket that starts at `startMs` or to an earlier one. */
export const isWithinBucket = (ttftMs: number, startMs: number, sizeMs: number): boolean =>
  ttftMs - startMs <= sizeMs;

const nextStartInSorted = (sorted: Float64Array, startMs: number, sizeMs: number): number => {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isWithinBucket(sorted[middle]!, startMs, sizeMs)) from = middle + 1;
    else to = middle;
  }
  return sorted[from] ?? Infinity;
};
