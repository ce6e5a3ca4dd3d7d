/**
 * TTFT buckets: clusters whose estimates lie close together count as equally fast.
 *
 * Sorted by TTFT, the first cluster starts bucket 0; a cluster within `ttft_bucket_size_ms` of
 * its bucket's start joins it, one beyond starts the next. A bucket opens after a share of the
 * gap between its start and bucket 0's, so that a request waits for a much faster cluster a
 * little while before it takes a slower one. Open buckets form a prefix.
 */
import type { Scratch } from './scratch.js';
/** How the buckets of one pick open. */
export type BucketRule = Readonly<{
    sizeMs: number;
    /** Share of the TTFT gap to wait. */
    unlockFactor: number;
    /** Elapsed time at which bucket 0 opens. */
    openFromMs: number;
}>;
/**
 * The start of the last bucket open at `elapsedMs`, or a TTFT that tells open from closed as
 * well: one at most `sizeMs` above it is open. `firstMs` is the least of the first `count` TTFTs.
 *
 * Cost: O(count), and O(open) for every open bucket where TTFTs lie close, at most a sort.
 */
export declare const lastOpenStart: ({ ttftMs, startsMs }: Scratch, count: number, firstMs: number, rule: BucketRule, elapsedMs: number) => number;
/** The starts of all buckets, ascending. */
export declare const bucketStarts: (ttftMs: readonly number[], sizeMs: number) => readonly number[];
/** Elapsed time at which the bucket that starts at `startMs` opens; Infinity for no bucket. */
export declare const bucketOpensMs: (startMs: number, firstMs: number, rule: BucketRule) => number;
/** Whether a TTFT belongs to the bucket that starts at `startMs` or to an earlier one. */
export declare const isWithinBucket: (ttftMs: number, startMs: number, sizeMs: number) => boolean;
