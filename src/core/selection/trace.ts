import { bucketOf, bucketOpensMs, bucketStarts, type BucketRule } from './bucket.js';
import type { Phase } from '../decision.js';

/** The rule that kept a cluster out of a pick, or how it fared among the eligible. */
export type Verdict =
  | 'chosen'
  | 'excluded'
  | 'not_ranked'
  | 'outside_group'
  | 'band_closed'
  | 'kv_infeasible'
  | 'over_queue_slo'
  | 'no_finite_estimate'
  | 'bucket_closed'
  | 'no_capacity'
  | 'not_sampled'
  | 'worse_score'
  | 'lost_tie'
  | 'lower_rank'
  | 'not_its_turn'
  | 'not_considered';

/** What one pick saw of one cluster. */
export type TraceRow = {
  verdict: Verdict;
  ttftMs?: number;
  bucket?: number;
  opensMs?: number;
};

/** What one pick did, cluster by cluster (by index). */
export type PickTrace = Readonly<{
  phase: Phase;
  /** Requests it allowed above the engine slots. */
  allowance: number;
  rows: Map<number, TraceRow>;
}>;

/** Written by the very steps that decide, when `explain` asks; null otherwise. */
export class Trace {
  readonly picks: PickTrace[] = [];

  begin(phase: Phase, allowance = 0): void {
    this.picks.push({ phase, allowance, rows: new Map() });
  }

  /** Notes how a cluster fares; what is noted later in the same pick stands. */
  note(cluster: number, verdict: Verdict, ttftMs?: number): void {
    const rows = this.picks.at(-1)?.rows;
    const row = rows?.get(cluster);
    if (row !== undefined) row.verdict = verdict;
    else rows?.set(cluster, ttftMs === undefined ? { verdict } : { verdict, ttftMs });
  }

  /** Numbers the buckets of the candidates noted so far. */
  noteBuckets(rule: BucketRule): void {
    const rows = [...(this.picks.at(-1)?.rows.values() ?? [])];
    const candidates = rows.filter((row) => row.ttftMs !== undefined && row.ttftMs < Infinity);
    const starts = bucketStarts(
      candidates.map((row) => row.ttftMs!),
      rule.sizeMs,
    );
    for (const row of candidates) {
      row.bucket = bucketOf(starts, row.ttftMs!);
      row.opensMs = bucketOpensMs(starts[row.bucket]!, starts[0]!, rule);
    }
  }
}
