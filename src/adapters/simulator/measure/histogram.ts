/**
 * A histogram of times with buckets of equal relative width.
 *
 * Takes any number of values in constant memory; quantiles are within half a percent of the true
 * one, the mean, the least and the greatest are exact. The idea is that of DDSketch (Masson, Rim
 * and Lee, VLDB 2019), with a fixed range in place of collapsing buckets: 1 us to 11 days.
 */

/** Ratio of one bucket border to the one below. */
const GROWTH = 1.01;
const LOG_GROWTH = Math.log(GROWTH);
/** Values up to this many ms share the lowest bucket. */
const LEAST_MS = 1e-3;
const BUCKET_COUNT = 1 + Math.ceil(Math.log(1e12) / LOG_GROWTH);

export class Histogram {
  readonly #counts = new Float64Array(BUCKET_COUNT);
  count = 0;
  sum = 0;
  min = Infinity;
  max = -Infinity;

  /** Adds a value >= 0, ms. */
  add(value: number): void {
    this.#counts[bucketOf(value)]! += 1;
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** Adds all values of another. */
  merge(other: Histogram): void {
    for (let at = 0; at < BUCKET_COUNT; at++) this.#counts[at]! += other.#counts[at]!;
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
  }

  /** NaN when empty. */
  get mean(): number {
    return this.sum / this.count;
  }

  /** The value that a share of all do not exceed; NaN when empty. */
  quantile(share: number): number {
    if (this.count === 0) return NaN;
    const rank = Math.max(1, Math.ceil(share * this.count));
    let passed = 0;
    for (let at = 0; at < BUCKET_COUNT; at++) {
      passed += this.#counts[at]!;
      if (passed >= rank) return Math.min(this.max, Math.max(this.min, middleOf(at)));
    }
    return this.max;
  }

  /** How many values are greater than `value`, to the accuracy of a bucket. */
  countAbove(value: number): number {
    let count = 0;
    for (let at = bucketOf(value) + 1; at < BUCKET_COUNT; at++) count += this.#counts[at]!;
    return count;
  }
}

const bucketOf = (value: number): number => {
  if (value <= LEAST_MS) return 0;
  const at = Math.ceil(Math.log(value / LEAST_MS) / LOG_GROWTH);
  return at < BUCKET_COUNT ? at : BUCKET_COUNT - 1;
};

const middleOf = (bucket: number): number =>
  bucket === 0 ? 0 : (LEAST_MS * GROWTH ** bucket * 2) / (1 + GROWTH);
