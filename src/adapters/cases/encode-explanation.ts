import type { JsonObject } from '../../core/codec/codec.js';
import type { Explanation, ExplanationRow } from '../../core/explain.js';
import { encodeDecision } from './encode-decision.js';

/** The JSON of an explanation. Estimates that are not finite become null. */
export const encodeExplanation = (explanation: Explanation): JsonObject => {
  const { decision, waitMs, scale, order, planned, loweredVirtualNodes, rows } = explanation;
  return {
    decision: encodeDecision(decision, order),
    affinity_wait_ms: waitMs,
    affinity_input_tokens_scale: scale,
    ...(planned && { planned_order: planned }),
    ...(loweredVirtualNodes !== undefined && { lowered_virtual_nodes: loweredVirtualNodes }),
    clusters: rows.map(encodeRow),
  };
};

const encodeRow = (row: ExplanationRow): JsonObject => ({
  cluster_id: row.clusterId,
  position: row.position,
  planned_position: row.plannedPosition,
  phase: row.phase,
  rtt_ms: row.rttMs,
  queue_ms: finite(row.queueMs),
  prefill_ms: finite(row.prefillMs),
  discounted_prefill_ms: finite(row.discountedPrefillMs),
  ttft_ms: finite(row.ttftMs),
  discounted_ttft_ms: finite(row.discountedTtftMs),
  bucket: row.bucket,
  opens_ms: row.opensMs === null ? null : finite(row.opensMs),
  has_capacity: row.hasCapacity,
  is_kv_feasible: row.isKvFeasible,
  verdict: row.verdict,
  picks: row.picks.map(({ phase, verdict, bucket, opensMs }) => ({
    phase,
    verdict,
    bucket,
    opens_ms: opensMs === null ? null : finite(opensMs),
  })),
});

const finite = (ms: number): number | null => (Number.isFinite(ms) ? ms : null);
