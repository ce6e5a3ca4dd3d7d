import type { Selected, UnavailableReason } from '../../../core/decision.js';
import type { Backend } from '../../fleet/port.js';
import { answerWith, type RouterAnswer } from './answer.js';
import type { ReservationHandle } from '../reservations/reservation-ledger.js';
import type { Trip } from './trip.js';

/** A backend that has been chosen, and the place reserved on it. */
export type Found = Readonly<{
  kind: 'found';
  selected: Selected;
  backend: Backend;
  reservation: ReservationHandle;
}>;

/** How a search ends. */
export type SearchResult =
  | Found
  | Readonly<{ kind: 'refused'; answer: RouterAnswer; outcome: 'timeout' | 'unavailable' }>
  /** The retry budget ended while it waited. */
  | Readonly<{ kind: 'budget_over' }>
  | Readonly<{ kind: 'aborted' }>;

/** The end of a search that found nothing. */
export const refuse = (
  answer: RouterAnswer,
  outcome: 'timeout' | 'unavailable' = 'unavailable',
): SearchResult => ({ kind: 'refused', answer, outcome });

/** Why nothing could be chosen: what a decision says, or that the request has waited out its limit. */
export type NoCapacityReason = UnavailableReason | 'wait_limit_reached';

/** 503: what was missing, and what can be done about it. */
export const noCapacity = (trip: Trip, reason: NoCapacityReason): RouterAnswer => {
  const why = `${WHY[reason]} (${reason})`;
  const message = `no cluster can take the request for ${nameOf(trip)}: ${why}`;
  return answerWith('no_capacity', message, OVERLOADS.has(reason));
};

/** Reasons that are over when the engines have done some of their work. */
const OVERLOADS: ReadonlySet<NoCapacityReason> = new Set<NoCapacityReason>([
  'no_capacity',
  'over_queue_slo',
  'kv_infeasible',
  'wait_limit_reached',
]);

const WHY: Readonly<Record<NoCapacityReason, string>> = {
  no_clusters:
    'it has no clusters at the moment; a request with x-max-wait-ms waits until there are some',
  all_excluded: 'every cluster failed or refused it',
  no_ranked_cluster:
    'no cluster has a throughput to rank it by; set last_mean_input_tps or max_input_tps in the ' +
    'stats of its backends',
  kv_infeasible:
    'no cluster has enough free KV cache for its prompt; a request with x-max-wait-ms waits for it',
  over_queue_slo:
    'every queue is longer than max_queue_time_floor_ms and max_queue_time_ceil_ms of the policy ' +
    'allow; raise them, or set x-max-wait-ms to wait',
  no_finite_estimate:
    'no time to first token can be estimated for any cluster, as its throughput is not known; set ' +
    'last_mean_input_tps in the stats of its backends, or --assumed-input-tps',
  no_capacity:
    'all slots are taken; set x-max-wait-ms to wait for one, or raise max_queued of the policy or ' +
    'max_engine_concurrency of the backends',
  wait_limit_reached:
    'it has waited as long as it may; raise x-max-wait-ms (at most 60000) to wait longer',
};

/** How messages name the target. */
export const nameOf = ({ target }: Trip): string => `model ${JSON.stringify(target.modelId)}`;

/** What is reported of a wait that ended so. */
export const waitOutcome = (result: SearchResult): Trip['waitOutcome'] => {
  switch (result.kind) {
    case 'found':
      return 'selected';
    case 'refused':
      return result.outcome;
    case 'budget_over':
      return 'timeout';
    case 'aborted':
      return 'aborted';
  }
};
