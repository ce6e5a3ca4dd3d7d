/** What becomes of a request: of one sending, of one search for a cluster, and for its client. */
import type { RejectionCode, Selected, UnavailableReason } from '../../../core/decision.js';
import { ERROR_CODES, type RouterErrorCode } from '../../http/index.js';
import type { Backend } from '../../fleet/port.js';
import type { ReservationHandle } from '../reservations/reservation-ledger.js';
import { waitLimitMs, type RequestContext } from './request-context.js';
import type { RETRY_REASONS } from '../../telemetry/label-values.js';

/** What the router itself has to say to a request that no engine answered. */
export type RouterAnswer =
  | Readonly<{
      kind: 'answer';
      status: number;
      code: RouterErrorCode;
      message: string;
      /** The engines are there, and too busy: the request is shed. */
      isOverload: boolean;
    }>
  /** The client is gone; no answer is written. */
  | Readonly<{ kind: 'aborted' }>;

/** The answer with a code; the code tells the status. */
export const answerWith = (
  code: RouterErrorCode,
  message: string,
  isOverload = code === 'input_work_limit_exceeded',
): RouterAnswer => ({
  kind: 'answer',
  status: ERROR_CODES[code].status,
  code,
  message,
  isOverload,
});

export const ABORTED: RouterAnswer = { kind: 'aborted' };

/** The answer to a request that its policy turns away. */
export const rejectionAnswer = (code: RejectionCode): RouterAnswer =>
  answerWith(code, REJECTION_MESSAGES[code]);

const REJECTION_MESSAGES: Readonly<Record<RejectionCode, string>> = {
  cache_affinity_key_required: 'the routing policy requires x-cache-affinity-key',
  input_tokens_required: 'the routing policy requires x-input-tokens',
  input_work_limit_exceeded: 'the clusters have more queued prefill work than the policy allows',
};

/** What a further attempt answers. */
export type RetryReason = (typeof RETRY_REASONS)[number];

/** One request to one engine. */
export type SendOrder = Readonly<{
  backend: Backend;
  /** Queue estimate at selection, ms; for `x-stargate-expected-queue-ms`. */
  expectedQueueMs: number;
  /** W3C headers of the request span, to pass on. */
  trace: Readonly<Record<string, string>>;
  /** `first`, or what this attempt answers. */
  reason: 'first' | RetryReason;
  /** Aborts when the client goes away. */
  signal: AbortSignal | undefined;
  /**
   * Where the request would be tried next if it did not arrive at `backend`, in that order: for a
   * sender that tries again by itself. At most `maxCount`; none of them is reserved.
   */
  fallbacks: (maxCount: number) => readonly Backend[];
}>;

/** What became of an order. */
export type SendOutcome<Sent> =
  | Readonly<{
      kind: 'answered';
      status: number;
      /** `x-stargate-retryable: true` stood on the response. */
      isRetryable: boolean;
      /** `x-stargate-retry-reason`, if any. */
      retryReason?: string | undefined;
      /** The fallback it came from, where the sender tried again by itself. Default: `backend`. */
      servedBy?: Backend | undefined;
      /** The response, to be relayed by the caller of the router. */
      sent: Sent;
      /** Lets go of a response that is not relayed. What it throws is of no account. */
      discard: () => void;
      /** Settles when the response is over or broken off; whether it rejects makes no difference. */
      ended: Promise<unknown>;
    }>
  /** The engine was not reached: it has seen nothing of the request. */
  | Readonly<{
      kind: 'not_connected';
      isTimeout: boolean;
      /** This process is at fault, not the engine: it has no descriptors or dependencies left. */
      isOwnFault?: boolean;
      message: string;
    }>
  /** It broke after the engine may have seen a byte of it. */
  | Readonly<{ kind: 'broken'; isTimeout: boolean; message: string }>;

/** Sends a request to an engine; resolves when response headers arrive or it failed. */
export type Send<Sent> = (order: SendOrder) => Promise<SendOutcome<Sent>>;

type Answer = Extract<SendOutcome<unknown>, { kind: 'answered' }>;

/** Calls `run` when a response is over, however it ended. */
export const whenEnded = ({ ended }: Answer, run: () => void): void => {
  void ended.then(run, run);
};

/** Lets go of a response, if there is one. */
export const letGo = (outcome: Partial<Answer> | undefined): void => {
  try {
    outcome?.discard?.();
  } catch {
    // Nobody waits for it any more.
  }
};

/** A backend that has been chosen, and the place reserved on it. */
export type ReservedPlace = Readonly<{
  kind: 'reserved';
  selected: Selected;
  backend: Backend;
  reservation: ReservationHandle;
}>;

/** How a search ends. */
export type SearchResult =
  | ReservedPlace
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
export const noCapacity = (context: RequestContext, reason: NoCapacityReason): RouterAnswer => {
  const hasWaited = (context.request.maxWaitMs ?? 0) > 0;
  const after = hasWaited ? AFTER_WAIT[reason] : undefined;
  const why = `${after === undefined ? WHY[reason] : afterWait(context, after)} (${reason})`;
  const message = `no cluster can take the request for ${nameOf(context)}: ${why}`;
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

/** What was missing when a request had used up its `x-max-wait-ms`, and what would help. */
type AfterWait = Readonly<{ what: string; raise?: string }>;

const LONGER_WAIT = 'x-max-wait-ms (at most 60000)';

const AFTER_WAIT: Readonly<Partial<Record<NoCapacityReason, AfterWait>>> = {
  no_clusters: { what: 'it had no clusters' },
  kv_infeasible: {
    what: 'no cluster had enough free KV cache for its prompt',
    raise: LONGER_WAIT,
  },
  over_queue_slo: {
    what: 'every queue was longer than its policy allows',
    raise: `max_queue_time_floor_ms and max_queue_time_ceil_ms of the policy, or ${LONGER_WAIT}`,
  },
  no_capacity: {
    what: 'all slots were taken',
    raise: `max_queued of the policy, max_engine_concurrency of the backends, or ${LONGER_WAIT}`,
  },
  wait_limit_reached: { what: 'it had found no place', raise: LONGER_WAIT },
};

/** For the client first, who can set nothing where a gateway stands before the router. */
const afterWait = (context: RequestContext, { what, raise }: AfterWait): string => {
  const waited = `${what} when its wait of ${String(waitLimitMs(context) / 1000)} s was over`;
  const advice = raise === undefined ? '' : `; an operator may raise ${raise}`;
  return `${waited}: try again later${advice}`;
};

/** How messages name the target. */
export const nameOf = ({ target }: RequestContext): string =>
  `model ${JSON.stringify(target.modelId)}`;

/** What is reported of a wait that ended so. */
export const waitOutcome = (result: SearchResult): RequestContext['waitOutcome'] => {
  switch (result.kind) {
    case 'reserved':
      return 'selected';
    case 'refused':
      return result.outcome;
    case 'budget_over':
      return 'timeout';
    case 'aborted':
      return 'aborted';
  }
};
