import type { RouterErrorCode } from '../../http/index.js';
import type { Telemetry } from '../../telemetry/port.js';
import { answerWith, type RouterAnswer } from './answer.js';
import type { SearchPorts } from './cluster-search.js';
import type { ReservationHandle } from '../reservations/reservation-ledger.js';
import { isRefusal } from './retry-rules.js';
import type { Send, SendOrder, SendOutcome } from './send.js';
import type { Trip } from './trip.js';

export type AttemptPorts = Pick<SearchPorts, 'fleet'> & Readonly<{ telemetry: Telemetry }>;

/** Where one attempt goes, and why. */
export type Attempt = Pick<SendOrder, 'backend' | 'expectedQueueMs' | 'reason'> &
  Readonly<{ reservation: ReservationHandle }>;

export type Failed = Extract<SendOutcome<unknown>, { kind: 'not_connected' | 'broken' }>;

/** Sends a request once; accounts for its reservation, its backend and its failure. */
export const attemptOnce = async <Sent>(
  { fleet, telemetry }: AttemptPorts,
  trip: Trip,
  send: Send<Sent>,
  { reservation, ...attempt }: Attempt,
): Promise<SendOutcome<Sent>> => {
  const { target, signal, span } = trip;
  const { backend, reason } = attempt;
  const model = target.modelId;
  telemetry.metrics.count('proxyAttempts', { model, reason });
  if (reason !== 'first') telemetry.metrics.count('proxyRetries', { model, reason });
  const outcome = await sendSafely(send, { ...attempt, trace: span.headers(), signal });
  if (isRefusal(outcome)) reservation.refused();
  else if (outcome.kind === 'answered') void outcome.ended.then(reservation.requestEnded);
  else reservation.requestEnded();
  // An attempt that its client broke off says nothing about the backend.
  if (signal?.aborted) return outcome;
  fleet.noteConnect(target, backend, outcome.kind === 'not_connected' ? 'failed' : 'connected');
  if (outcome.kind !== 'answered') logFailure(telemetry, trip, backend.id, outcome);
  return outcome;
};

/** What a client is told of a failure that is not tried again. */
export const failureAnswer = ({ isTimeout, message, kind }: Failed): RouterAnswer => {
  const code: RouterErrorCode = isTimeout ? 'upstream_timeout' : 'upstream_error';
  const what = kind === 'not_connected' ? 'the engine was not reached' : 'the engine broke off';
  return answerWith(code, `${what}: ${message}`);
};

/** A sender that throws has done nobody knows what. */
const sendSafely = async <Sent>(send: Send<Sent>, order: SendOrder): Promise<SendOutcome<Sent>> => {
  try {
    return await send(order);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'broken', isTimeout: false, message };
  }
};

const logFailure = (telemetry: Telemetry, trip: Trip, backendId: string, failed: Failed): void => {
  telemetry.log.warn('upstream_error', {
    request_id: trip.request.requestId,
    model: trip.target.modelId,
    routing_key: trip.target.routingKey ?? null,
    backend: backendId,
    kind: failed.kind,
    message: failed.message,
  });
};
