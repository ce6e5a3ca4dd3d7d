import type { Backend } from '../../fleet/port.js';
import type { RouterErrorCode } from '../../http/index.js';
import type { Telemetry } from '../../telemetry/port.js';
import { toAbortSignal, type CancelSignal } from '../../time/cancel-signal.js';
import {
  answerWith,
  letGo,
  whenEnded,
  type RouterAnswer,
  type Send,
  type SendOrder,
  type SendOutcome,
} from './outcomes.js';
import type { BackendSeries } from './backend-series.js';
import { placeOn, type SearchDependencies } from './cluster-search.js';
import type { ReservationHandle } from '../reservations/reservation-ledger.js';
import { isRefusal, retryReasonOf } from './retry-rules.js';
import type { RequestContext } from './request-context.js';

export type AttemptDependencies = Pick<SearchDependencies, 'fleet' | 'ledger'> &
  Readonly<{ telemetry: Telemetry; series: BackendSeries }>;

/** Where one attempt goes, and why. */
export type Attempt = Pick<SendOrder, 'backend' | 'expectedQueueMs' | 'reason' | 'fallbacks'> &
  Readonly<{ reservation: ReservationHandle }>;

export type Failed = Extract<SendOutcome<unknown>, { kind: 'not_connected' | 'broken' }>;

/** Sends a request once; accounts for its reservation, its backend and its failure. */
export const attemptOnce = async <Sent>(
  dependencies: AttemptDependencies,
  context: RequestContext,
  send: Send<Sent>,
  attempt: Attempt,
): Promise<SendOutcome<Sent>> => {
  const { target, signal, span } = context;
  dependencies.series.countAttempt(target.modelId, attempt.backend, attempt.reason);
  let outcome: SendOutcome<Sent>;
  try {
    outcome = await send(new Order(attempt, span.headers(), signal));
    requireWhole(outcome);
  } catch (error) {
    outcome = brokenBy(error);
  }
  settle(dependencies, context, attempt, outcome);
  return outcome;
};

/** Accounts for what became of an attempt. */
const settle = (
  dependencies: AttemptDependencies,
  context: RequestContext,
  attempt: Attempt,
  outcome: SendOutcome<unknown>,
): void => {
  const { fleet, telemetry, series } = dependencies;
  const { target, signal } = context;
  const model = target.modelId;
  const backend = (outcome.kind === 'answered' && outcome.servedBy) || attempt.backend;
  const reservation = reservationOn(dependencies, context, attempt, backend);
  series.countArrival(model, backend, attempt.reason);
  if (isRefusal(outcome)) reservation.refused();
  else if (outcome.kind === 'answered') whenEnded(outcome, reservation.requestEnded);
  else reservation.requestEnded();
  // An attempt that its client broke off says nothing about the backend.
  if (signal?.aborted) return;
  const failure = failureOf(outcome);
  if (failure !== undefined) countFailure(telemetry, model, backend, failure);
  // What this process could not do says nothing about it either.
  if (outcome.kind !== 'not_connected' || outcome.isOwnFault !== true) {
    fleet.noteConnect(target, backend, outcome.kind === 'not_connected' ? 'failed' : 'connected');
  }
  if (outcome.kind !== 'answered') logFailure(telemetry, context, backend.id, outcome);
};

/** Moves the reservation where the sender itself went to another backend than it was sent to. */
const reservationOn = (
  dependencies: AttemptDependencies,
  context: RequestContext,
  { backend, reservation }: Attempt,
  servedBy: Backend,
): ReservationHandle => {
  if (servedBy === backend) return reservation;
  reservation.refused();
  dependencies.fleet.noteConnect(context.target, backend, 'failed');
  return placeOn(dependencies, context, servedBy);
};

/** What a sender gets to see of an attempt. */
class Order implements SendOrder {
  readonly backend: SendOrder['backend'];
  readonly expectedQueueMs: number;
  readonly reason: SendOrder['reason'];
  readonly fallbacks: SendOrder['fallbacks'];

  constructor(
    attempt: Attempt,
    readonly trace: SendOrder['trace'],
    readonly cancel: CancelSignal | undefined,
  ) {
    this.backend = attempt.backend;
    this.expectedQueueMs = attempt.expectedQueueMs;
    this.reason = attempt.reason;
    this.fallbacks = attempt.fallbacks;
  }

  /** Made only for senders that ask for it. */
  get signal(): AbortSignal | undefined {
    return this.cancel && toAbortSignal(this.cancel);
  }
}

/** How an attempt failed; undefined where it did not, or where the request was at fault. */
const failureOf = (outcome: SendOutcome<unknown>): string | undefined => {
  if (outcome.kind !== 'answered') return outcome.kind;
  if (retryReasonOf(outcome) !== undefined) return 'refused';
  return outcome.status >= 500 ? 'server_error' : undefined;
};

/** What a client is told of a failure that is not tried again. */
export const failureAnswer = ({ isTimeout, message, kind }: Failed): RouterAnswer => {
  const code: RouterErrorCode = isTimeout ? 'upstream_timeout' : 'upstream_error';
  const what = kind === 'not_connected' ? 'the engine was not reached' : 'the engine broke off';
  return answerWith(code, `${what}: ${message}`);
};

/** What a sender that throws has done before is not known. */
const brokenBy = (error: unknown): Failed => {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'broken', isTimeout: false, message };
};

/** Throws where a sender without types has left out what its reservation ends by. */
const requireWhole = (
  outcome: Partial<Exclude<SendOutcome<unknown>, Failed> | Failed> | null | undefined,
): void => {
  if (outcome?.kind === undefined) throw new TypeError('the sender told no outcome');
  if (outcome.kind !== 'answered' || typeof outcome.ended?.then === 'function') return;
  letGo(outcome);
  throw new TypeError('the sender told no end of the response');
};

/** Counts and logs a failure that is no outcome of an attempt: the response broke off later. */
export const reportFailure = (
  telemetry: Telemetry,
  context: RequestContext,
  backend: Backend,
  failed: Pick<Failed, 'kind' | 'message'>,
): void => {
  countFailure(telemetry, context.target.modelId, backend, failed.kind);
  logFailure(telemetry, context, backend.id, failed);
};

const countFailure = (
  { metrics }: Telemetry,
  model: string,
  { clusterId, id }: Backend,
  kind: string,
): void => {
  metrics.count('backendFailures', { model, cluster: clusterId, backend: id, kind });
};

const logFailure = (
  telemetry: Telemetry,
  context: RequestContext,
  backendId: string,
  failed: Pick<Failed, 'kind' | 'message'>,
): void => {
  telemetry.log.warn('upstream_error', {
    request_id: context.request.requestId,
    model: context.target.modelId,
    routing_key: context.target.routingKey ?? null,
    backend: backendId,
    kind: failed.kind,
    message: failed.message,
  });
};
