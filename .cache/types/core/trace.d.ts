import { type BucketRule } from './bucket.js';
import type { Phase } from './decision.js';
/** The rule that kept a cluster out of a pick, or how it fared among the eligible. */
export type Verdict = 'chosen' | 'excluded' | 'not_ranked' | 'outside_group' | 'band_closed' | 'kv_infeasible' | 'over_queue_slo' | 'no_finite_estimate' | 'bucket_closed' | 'no_capacity' | 'not_sampled' | 'worse_score' | 'lost_tie' | 'lower_rank' | 'not_its_turn' | 'not_considered';
/** What one pick saw of one cluster. */
export type TraceRow = {
    verdict: Verdict;
    ttftMs?: number;
    bucket?: number;
    opensMs?: number;
};
/** What one pick did, cluster by cluster (by index). */
export type PickTrace = {
    readonly phase: Phase;
    readonly rows: Map<number, TraceRow>;
};
/** Written by the very steps that decide, when `explain` asks; null otherwise. */
export declare class Trace {
    readonly picks: PickTrace[];
    begin(phase: Phase): void;
    /** Notes how a cluster fares; what is noted later in the same pick stands. */
    note(cluster: number, verdict: Verdict, ttftMs?: number): void;
    /** Numbers the buckets of the candidates noted so far. */
    noteBuckets(rule: BucketRule): void;
}
