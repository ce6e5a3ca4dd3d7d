/**
 * TTFT buckets: clusters whose estimates lie close together count as equally fast.
 *
 * Sorted by TTFT, the first cluster starts bucket 0; a cluster within `ttft_bucket_size_ms` of
 * its bucket's start joins it, one beyond starts the next. A bucket opens after a share of the
 * gap between its start and bucket 0's, so that a request waits for a much faster cluster a
 * little while before it takes a slower one. Open buckets form a prefix.
 */

/** How the buckets of one pick open. */
export type BucketRule = Readonly<{
  sizeMs: number;
  /** Share of the TTFT gap to wait. */
  unlockFactor: number;
  /** Elapsed time at which bucket 0 opens. */
  openFromMs: number;
}>;

export type OpenBuckets = Readonly<{
  /** Start of the last open bucket; a TTFT at most `sizeMs` above it is open. */
  lastStartMs: number;
  /** Elapsed time at which the next bucket opens; Infinity when all are open. */
  nextOpensMs: number;
}>;

/** After this many buckets, sorting once is cheaper than scanning for each next start. */
const MAX_SCANS = 8;

/**
 * Which buckets are open at `elapsedMs`. `firstMs` is the least of the first `count` TTFTs,
 * `sortedMs` is working memory. Cost: O(count) per open bucket, at most a sort.
 */
export const openBuckets = (
  ttftMs: Float64Array,
  count: number,
  firstMs: number,
  rule: BucketRule,
  elapsedMs: number,
  sortedMs: Float64Array,
): OpenBuckets => {
  let lastStartMs = firstMs;
  let sorted: Float64Array | null = null;
  for (let scans = 1; ; scans++) {
    const nextStartMs: number =
      sorted === null
        ? nextStartByScan(ttftMs, count, lastStartMs, rule.sizeMs)
        : nextStartInSorted(sorted, lastStartMs, rule.sizeMs);
    const nextOpensMs = bucketOpensMs(nextStartMs, firstMs, rule);
    if (!(elapsedMs >= nextOpensMs)) return { lastStartMs, nextOpensMs };
    lastStartMs = nextStartMs;
    if (scans === MAX_SCANS) sorted = sortInto(sortedMs, ttftMs, count);
  }
};

/** The starts of all buckets, ascending. */
export const bucketStarts = (ttftMs: readonly number[], sizeMs: number): readonly number[] => {
  const sorted = Float64Array.from(ttftMs).sort();
  const starts: number[] = [];
  let start = sorted[0] ?? Infinity;
  while (start !== Infinity) {
    starts.push(start);
    start = nextStartInSorted(sorted, start, sizeMs);
  }
  return starts;
};

/** Elapsed time at which the bucket that starts at `startMs` opens; Infinity for no bucket. */
export const bucketOpensMs = (startMs: number, firstMs: number, rule: BucketRule): number =>
  startMs === Infinity
    ? Infinity
    : rule.openFromMs + Math.max(0, (startMs - firstMs) * rule.unlockFactor);

/** Whether a TTFT belongs to the bucket that starts at `startMs` or to an earlier one. */
export const isWithinBucket = (ttftMs: number, startMs: number, sizeMs: number): boolean =>
  ttftMs - startMs <= sizeMs;

const nextStartByScan = (
  ttftMs: Float64Array,
  count: number,
  startMs: number,
  sizeMs: number,
): number => {
  let next = Infinity;
  for (let i = 0; i < count; i++) {
    const ttft = ttftMs[i]!;
    if (ttft < next && !isWithinBucket(ttft, startMs, sizeMs)) next = ttft;
  }
  return next;
};

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

const sortInto = (target: Float64Array, source: Float64Array, count: number): Float64Array => {
  target.set(source.subarray(0, count));
  return target.subarray(0, count).sort();
};
