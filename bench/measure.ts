/**
 * Times two loops against each other on a machine that does other work, too.
 *
 * Batches of the two sides alternate, so that drift and interference fall on both alike. A round
 * gives one ratio, of the median batch of one side to that of the other; the ratio of a row is
 * the median of the ratios of its rounds.
 */
import { build } from 'hdr-histogram-js';
import { bytesPerOperation } from './allocation.js';
import { sink } from './sink.js';
import type { Baseline, Subject } from './subject.js';

/** How long to measure. */
export type Effort = Readonly<{ warmUpMs: number; rowMs: number; leastRounds: number }>;

/** One side of a row. `bytes` are allocated per operation, on the heap and in array buffers. */
export type Side = Readonly<{ p50Ns: number; p99Ns: number; longestNs: number; bytes: number }>;

export type Measurement = Readonly<{
  ours: Side;
  /** null when the baseline is a published figure. */
  baseline: Side | null;
  /** Ours over baseline. */
  ratio: number;
  roundCount: number;
}>;

/** A batch this long makes the clock's own cost and resolution small. */
const BATCH_NS = 25_000;

/** A round this long is short against the machine's moods. */
const ROUND_NS = 1_500_000;

/** Histograms count whole tenths of a nanosecond. */
const UNITS_PER_NS = 10;

/** Compares `ours` with `baseline`. */
export const compare = (ours: Subject, baseline: Baseline, effort: Effort): Measurement => {
  if (baseline.kind === 'published')
    return compareWithFigure(ours, baseline.nsPerOperation, effort);
  const a = new Stopwatch(ours, effort.warmUpMs);
  const b = new Stopwatch(baseline.subject, effort.warmUpMs);
  const ratios = repeat(effort, (round) => {
    runRound(round % 2 === 0 ? [a, b] : [b, a]);
    return a.medianNs() / b.medianNs();
  });
  const sides = { ours: a.side(), baseline: b.side() };
  return { ...sides, ratio: median(ratios), roundCount: ratios.length };
};

const compareWithFigure = (ours: Subject, figureNs: number, effort: Effort): Measurement => {
  const watch = new Stopwatch(ours, effort.warmUpMs);
  const ratios = repeat(effort, () => {
    runRound([watch]);
    return watch.medianNs() / figureNs;
  });
  const ratio = median(ratios);
  return { ours: watch.side(), baseline: null, ratio, roundCount: ratios.length };
};

const runRound = (watches: readonly Stopwatch[]): void => {
  for (const watch of watches) watch.beginRound();
  for (let left = watches; left.length > 0; left = left.filter((watch) => watch.hasMore)) {
    for (const watch of left) watch.runBatch();
  }
};

const repeat = (effort: Effort, round: (index: number) => number): number[] => {
  const results: number[] = [];
  const startMs = performance.now();
  while (results.length < effort.leastRounds || performance.now() - startMs < effort.rowMs) {
    results.push(round(results.length));
  }
  return results;
};

export const median = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Runs one side batch by batch, and keeps the times. */
class Stopwatch {
  readonly #histogram = build({
    highestTrackableValue: Number.MAX_SAFE_INTEGER,
    numberOfSignificantValueDigits: 3,
  });
  readonly #batchSize: number;
  readonly #roundSize: number;
  /** Operations of this round that are done, and ns per operation of its batches. */
  #done = 0;
  #batchesNs: number[] = [];
  #longestNs = 0;

  constructor(
    readonly subject: Subject,
    warmUpMs: number,
  ) {
    const nsPerOperation = exercise(subject, warmUpMs);
    const batchSize = Math.max(1, Math.ceil(BATCH_NS / nsPerOperation));
    this.#roundSize = subject.operationCount ?? Math.ceil(ROUND_NS / nsPerOperation);
    this.#batchSize = subject.isClockedSingly ? 1 : Math.min(batchSize, this.#roundSize);
  }

  get hasMore(): boolean {
    return this.#done < this.#roundSize;
  }

  beginRound(): void {
    this.subject.prepare?.();
    this.#done = 0;
    this.#batchesNs = [];
  }

  runBatch(): void {
    const from = this.#done;
    const to = Math.min(from + this.#batchSize, this.#roundSize);
    const startMs = performance.now();
    sink.value += this.subject.run(from, to);
    const ns = ((performance.now() - startMs) * 1e6) / (to - from);
    this.#done = to;
    this.#batchesNs.push(ns);
    this.#histogram.recordValue(Math.max(1, Math.round(ns * UNITS_PER_NS)));
    this.#longestNs = Math.max(this.#longestNs, ns);
  }

  /** The median batch of this round. */
  medianNs(): number {
    return median(this.#batchesNs);
  }

  side(): Side {
    const percentileNs = (percentile: number): number =>
      this.#histogram.getValueAtPercentile(percentile) / UNITS_PER_NS;
    return {
      p50Ns: percentileNs(50),
      p99Ns: percentileNs(99),
      longestNs: this.#longestNs,
      bytes: bytesPerOperation(this.subject),
    };
  }
}

/** Runs for a while, so that compiled code settles; returns ns per operation towards the end. */
export const exercise = (subject: Subject, durationMs: number): number => {
  let count = subject.operationCount ?? 1;
  const startMs = performance.now();
  for (;;) {
    subject.prepare?.();
    const lapMs = performance.now();
    sink.value += subject.run(0, count);
    const endMs = performance.now();
    const ns = Math.max(1, ((endMs - lapMs) * 1e6) / count);
    if (endMs - startMs >= durationMs) return ns;
    if (subject.operationCount === undefined) count = Math.max(count, Math.ceil(ROUND_NS / ns / 4));
  }
};
