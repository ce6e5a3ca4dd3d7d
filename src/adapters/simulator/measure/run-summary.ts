import type { Totals } from '../run/conservation.js';
import type { Engine } from '../engine/engine.js';
import type { Histogram } from './histogram.js';
import type { Recorder } from './recorder.js';

/** A distribution of times, ms; NaN where there was none. */
export type TimeSummary = Readonly<{
  count: number;
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}>;

/** One cluster over a run. */
export type ClusterSummary = Readonly<{
  clusterId: string;
  /** Requests it gave a first token. */
  served: number;
  /** Prompt tokens it computed. */
  computedTokens: number;
  /** Mean requests that ran, and that queued at the engine. */
  meanRunning: number;
  meanQueued: number;
}>;

/** What one run came to. Counts and times are of requests that arrived after the warm-up. */
export type RunSummary = Readonly<{
  policy: string;
  seed: string;
  /** Virtual time from the end of the warm-up to the end of the run, ms. */
  measuredMs: number;
  requests: number;
  done: number;
  refused: number;
  failed: number;
  /** All requests of the run, warm-up included. */
  totals: Readonly<Totals>;
  ttftMs: TimeSummary;
  /** Of second and later turns. */
  returningTtftMs: TimeSummary;
  /** Time in the router. */
  waitMs: TimeSummary;
  /** Time in the queue of the engine. */
  engineWaitMs: TimeSummary;
  durationMs: TimeSummary;
  /** Share of prompt tokens found in a cache, of all and of second and later turns. */
  reuse: number;
  returningReuse: number;
  /** Requests per second that met the TTFT objective. */
  goodput: number;
  /** Requests of sessions that some cluster had answered before. */
  returning: number;
  /** Share of them that another cluster served. */
  leftShare: number;
  /** Greatest mean load of a cluster over the mean of all; 1 is even. */
  imbalance: number;
  clusters: readonly ClusterSummary[];
  /** What pictures are drawn from. */
  pictures: Pictures;
}>;

/** What the pictures of a report are drawn from. */
export type Pictures = Readonly<{
  /** TTFT at the shares 0.01, 0.02, ... 1. */
  ttftCurveMs: readonly number[];
  waitCurveMs: readonly number[];
  sliceMs: number;
  /** Share of prompt tokens found in a cache, slice by slice; null where there was no prompt. */
  reuse: readonly (number | null)[];
  /** Mean requests on each cluster, slice by slice. */
  load: readonly (readonly number[])[];
  /** Returning requests by last cluster (row) and present one (column). */
  moves: readonly (readonly number[])[];
}>;

/** What a finished run is summed up from. */
export type Finished = Readonly<{
  recorder: Recorder;
  engines: readonly Engine[];
  totals: Readonly<Totals>;
  nowMs: number;
}>;

/** Sums a finished run up. */
export const summarize = (run: Finished, policy: string, seed: string): RunSummary => {
  const { recorder, nowMs, totals } = run;
  const measuredMs = Math.max(0, nowMs - recorder.warmupMs);
  const returning = sumOf(recorder.moves);
  const clusters = clusterSummaries(run);
  return {
    policy,
    seed,
    measuredMs,
    requests: recorder.measuredCount,
    done: recorder.doneCount,
    refused: recorder.refusedCount,
    failed: recorder.failedCount,
    totals: { ...totals },
    ttftMs: timeSummary(recorder.ttftMs),
    returningTtftMs: timeSummary(recorder.returningTtftMs),
    waitMs: timeSummary(recorder.waitMs),
    engineWaitMs: timeSummary(recorder.engineWaitMs),
    durationMs: timeSummary(recorder.durationMs),
    reuse: shareOf(recorder.reusedTokens, recorder.inputTokens),
    returningReuse: shareOf(recorder.returningReusedTokens, recorder.returningInputTokens),
    goodput: shareOf(recorder.goodCount, measuredMs / 1000),
    returning,
    leftShare: shareOf(returning - stayedCount(recorder), returning),
    imbalance: imbalanceOf(clusters),
    clusters,
    pictures: picturesOf(run),
  };
};

const timeSummary = (histogram: Histogram): TimeSummary => ({
  count: histogram.count,
  mean: histogram.mean,
  p50: histogram.quantile(0.5),
  p90: histogram.quantile(0.9),
  p99: histogram.quantile(0.99),
  max: histogram.count === 0 ? NaN : histogram.max,
});

const clusterSummaries = ({ engines, recorder, nowMs }: Finished): readonly ClusterSummary[] =>
  engines.map(({ model: { clusterId }, meter }, at) => ({
    clusterId,
    served: recorder.served[at]!,
    computedTokens: recorder.computedTokens[at]!,
    meanRunning: shareOf(meter.runningMs, nowMs),
    meanQueued: shareOf(meter.queuedMs, nowMs),
  }));

const imbalanceOf = (clusters: readonly ClusterSummary[]): number => {
  const loads = clusters.map(({ meanRunning, meanQueued }) => meanRunning + meanQueued);
  const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
  return shareOf(Math.max(...loads), mean);
};

const stayedCount = ({ moves, clusterCount }: Recorder): number => {
  let count = 0;
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    count += moves[cluster * (clusterCount + 1)]!;
  }
  return count;
};

const CURVE_SHARES = Array.from({ length: 100 }, (_, at) => (at + 1) / 100);

const picturesOf = ({ recorder, nowMs }: Finished): Pictures => {
  const { grid, promptTokens, cachedTokens, load, moves, clusterCount } = recorder;
  const { sliceMs } = grid;
  const sliceCount = Math.min(promptTokens.sums.length, Math.ceil(nowMs / sliceMs));
  const slices = Array.from({ length: sliceCount }, (_, at) => at);
  const lengthOf = (at: number): number => Math.min(sliceMs, nowMs - at * sliceMs);
  return {
    ttftCurveMs: curveOf(recorder.ttftMs),
    waitCurveMs: curveOf(recorder.waitMs),
    sliceMs,
    reuse: slices.map((at) => {
      const tokens = promptTokens.sums[at]!;
      return tokens === 0 ? null : cachedTokens.sums[at]! / tokens;
    }),
    load: load.map((series) => slices.map((at) => series.sums[at]! / lengthOf(at))),
    moves: Array.from({ length: clusterCount }, (_, from) => [
      ...moves.slice(from * clusterCount, (from + 1) * clusterCount),
    ]),
  };
};

const curveOf = (histogram: Histogram): readonly number[] =>
  histogram.count === 0 ? [] : CURVE_SHARES.map((share) => histogram.quantile(share));

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** NaN where there is nothing to divide by. */
const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : NaN);
