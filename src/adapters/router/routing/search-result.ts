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

/** 503, and why. */
export const noCapacity = (trip: Trip, why: string): RouterAnswer =>
  answerWith(
    'no_capacity',
    `no cluster can take the request for ${nameOf(trip)}: ${why}`,
    OVERLOADS.has(why),
  );

/** Said when a request has waited as long as it may. */
export const WAIT_LIMIT_REACHED = 'the wait limit is reached';

/** Reasons that are over when the engines have done some of their work. */
const OVERLOADS: ReadonlySet<string> = new Set<UnavailableReason | typeof WAIT_LIMIT_REACHED>([
  ...(['no_capacity', 'over_queue_slo', 'kv_infeasible'] as const),
  WAIT_LIMIT_REACHED,
]);

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
