import type { JsonObject } from '../../../core/codec/codec.js';
import type { RunSummary, TimeSummary } from '../measure/run-summary.js';
import type { Report } from './report.js';

/** The JSON of a report; what there is no figure for is null. */
export const encodeReport = ({ scenario, seeds, policies, skippedRows }: Report): JsonObject => ({
  scenario: scenario.name,
  description: scenario.description,
  seeds,
  ttft_objective_ms: scenario.ttftObjectiveMs,
  skipped_rows: skippedRows,
  policies: policies.map(({ name, runs, estimates }) => ({
    name,
    metrics: Object.fromEntries(
      Object.entries(estimates).map(([key, { mean, halfWidth }]) => [
        key,
        { mean: orNull(mean), half_width_95: orNull(halfWidth) },
      ]),
    ),
    runs: runs.map(encodeRun),
  })),
});

const encodeRun = (run: RunSummary): JsonObject => ({
  seed: run.seed,
  measured_ms: run.measuredMs,
  requests: run.requests,
  done: run.done,
  refused: run.refused,
  failed: run.failed,
  ttft_ms: encodeTimes(run.ttftMs),
  ttft_later_turns_ms: encodeTimes(run.returningTtftMs),
  routing_wait_ms: encodeTimes(run.waitMs),
  engine_wait_ms: encodeTimes(run.engineWaitMs),
  duration_ms: encodeTimes(run.durationMs),
  kv_reuse: orNull(run.reuse),
  kv_reuse_later_turns: orNull(run.returningReuse),
  goodput_per_second: orNull(run.goodput),
  returning: run.returning,
  left_last_cluster: orNull(run.leftShare),
  imbalance: orNull(run.imbalance),
  conservation: {
    arrived: run.totals.arrived,
    done: run.totals.done,
    refused: run.totals.refused,
    failed: run.totals.failed,
    open: run.totals.open,
    input_tokens: run.totals.inputTokens,
    cached_tokens: run.totals.cachedTokens,
  },
  clusters: run.clusters.map((cluster) => ({
    cluster_id: cluster.clusterId,
    served: cluster.served,
    computed_tokens: cluster.computedTokens,
    mean_running: orNull(cluster.meanRunning),
    mean_queued: orNull(cluster.meanQueued),
  })),
  moves: run.pictures.moves,
  slice_ms: run.pictures.sliceMs,
  kv_reuse_by_slice: run.pictures.reuse,
  load_by_slice: run.pictures.load,
});

const encodeTimes = ({ count, mean, p50, p90, p99, max }: TimeSummary): JsonObject => ({
  count,
  mean: orNull(mean),
  p50: orNull(p50),
  p90: orNull(p90),
  p99: orNull(p99),
  max: orNull(max),
});

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
