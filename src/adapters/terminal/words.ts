/** The engine's reasons in the words of people. */
import { shortened } from '../../core/codec/fault.js';
import type { RejectionCode, UnavailableReason } from '../../core/decision.js';
import type { Verdict } from '../../core/selection/trace.js';

/** Why a cluster was not chosen, in at most 18 characters. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  chosen: 'chosen',
  excluded: 'excluded',
  not_ranked: 'no ranking weight',
  outside_group: 'outside the group',
  band_closed: 'band not open yet',
  kv_infeasible: 'too little free KV',
  over_queue_slo: 'over the queue SLO',
  no_finite_estimate: 'no finite estimate',
  bucket_closed: 'bucket closed',
  no_capacity: 'no capacity',
  not_sampled: 'not sampled',
  worse_score: 'worse score',
  lost_tie: 'lost the tie',
  lower_rank: 'lower rank',
  not_its_turn: 'not its turn',
  not_considered: 'not considered',
};

/** Why no cluster can be chosen, as the end of a sentence. */
export const REASONS: Readonly<Record<UnavailableReason, string>> = {
  no_clusters: 'the snapshot has no clusters',
  all_excluded: 'every cluster in reach is excluded',
  no_ranked_cluster: 'no cluster has a valid ranking weight',
  kv_infeasible: 'no cluster has enough free KV cache for the prompt',
  over_queue_slo: 'every cluster is over the queue SLO',
  no_finite_estimate: 'no cluster has a finite TTFT estimate',
  no_capacity: 'no cluster has capacity, and waiting on this snapshot gives it none',
};

/** Why a request is turned away, as the end of a sentence. */
export const REJECTIONS: Readonly<Record<RejectionCode, string>> = {
  cache_affinity_key_required: 'the policy demands an affinity key',
  input_tokens_required: 'the policy demands the number of input tokens',
  input_work_limit_exceeded: 'the queued prefill work exceeds max_input_work_seconds',
};

/** A time in at most 6 characters: `225`, `0.5`, `12.3 s`; `never` when it is not finite. */
export const formatMs = (ms: number): string => {
  if (!Number.isFinite(ms)) return 'never';
  if (ms < 9999.95) return String(Math.round(ms * 10) / 10);
  if (ms < 99_950) return `${String(Math.round(ms / 100) / 10)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 10_000
    ? `${String(seconds)} s`
    : `${seconds.toExponential(0).replace('+', '')} s`;
};

/** The same with its unit, for sentences. */
export const inWords = (ms: number): string => {
  const text = formatMs(ms);
  return /\d$/.test(text) ? `${text} ms` : text;
};

/** Text from outside: quoted, at most 40 characters, control characters escaped. */
export const quoted = (text: string): string => `"${shortened(text, 40)}"`;
