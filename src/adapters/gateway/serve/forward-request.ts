/** A request that goes to the router, and the response on its way back. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { LastClusterContext } from '../last-cluster/report.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import { HEADERS } from '../../http/header-table.js';
import { describeError } from '../../node/error-text.js';
import type { RequestLog } from '../../servers/logging/request-record.js';
import { relayResponse } from '../../servers/upstream/relay-response.js';
import { readClusterId } from '../../http/header-text.js';
import { bodyTooLarge, CLIENT_GONE, serverError, type GatewayError } from '../gateway-error.js';
import { firstHeader } from '../request/first-header.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import type { PreparedRequest } from '../request/prepare-request.js';
import { responseKeyOf } from '../request/join-response.js';
import { headersForRouter } from '../request/router-headers.js';
import { headersForCaller, type ClientMarks } from './client-headers.js';
import { isRouterRefusal, translateRefusal } from './router-refusal.js';
import type { BodyBudget, BodyHold } from '../request/body-budget.js';
import { resolveRequest, type AcceptParts, type Outgoing } from './accept-request.js';
import { FormBody } from './form-body.js';
import { freshMarks, refuse, type Exchange } from './exchange.js';
import { watchResponseId } from './response-id.js';
import { readShortBody } from './short-body.js';
import type { RouterLink, RouterLinkError, RouterResponse } from './router-link.js';
import type { ReportUpstreamError } from './upstream-report.js';

/** What forwarding needs. */
export type ForwardParts = AcceptParts &
  Readonly<{
    router: RouterLink;
    bodyBudget: BodyBudget;
    maxWaitMs: number;
    requests: RequestLog;
    isClusterExposed: boolean;
    reportUpstreamError: ReportUpstreamError;
  }>;

/** Answers a request with what the router says to it, or with why it may not go there. */
export const forwardRequest = async (
  parts: ForwardParts,
  kind: ForwardedKind,
  exchange: Exchange,
): Promise<void> => {
  const sent = await holdingBody(parts, kind, exchange);
  if (E.isRight(sent)) return answerWith(parts, exchange, sent.right);
  refuse(exchange, sent.left.error, sent.left.marks);
};

/** In a function of its own, so that the body is not kept while the response streams. */
const holdingBody = async (
  parts: ForwardParts,
  kind: ForwardedKind,
  exchange: Exchange,
): Promise<E.Either<Refused, Sent>> => {
  const hold = parts.bodyBudget.open();
  try {
    return await acceptAndSend(parts, kind, exchange, hold);
  } finally {
    hold.release();
  }
};

/** A request that was sent, and what came back. */
type Sent = Readonly<{ marks: ClientMarks; context: LastClusterContext; reply: RouterResponse }>;

/** A request that was not sent, or got no response. */
type Refused = Readonly<{ marks: ClientMarks; error: GatewayError }>;

const acceptAndSend = async (
  parts: ForwardParts,
  kind: ForwardedKind,
  exchange: Exchange,
  hold: BodyHold,
): Promise<E.Either<Refused, Sent>> => {
  const { request, target, freshRequestId, span, record } = exchange;
  const about = { hold, tally: record, requestId: freshRequestId, span };
  const resolved = await resolveRequest(parts, kind, request, target, about);
  if (E.isLeft(resolved)) return E.left({ marks: freshMarks(exchange), error: resolved.left });
  const requestId = resolved.right.requestId ?? exchange.freshRequestId;
  const { prepared } = resolved.right;
  if (E.isLeft(prepared)) {
    return E.left({ marks: { requestId, sessionId: undefined }, error: prepared.left });
  }
  const call = openCall(exchange, prepared.right, resolved.right.outgoing, requestId);
  const { marks, context } = call;
  const { session } = call.prepared;
  const { memory } = parts;
  const lastClusterId =
    memory !== undefined && O.isSome(session)
      ? await memory.lookup(session.value, context)
      : O.none;
  if (exchange.departure.aborted) return E.left({ marks, error: CLIENT_GONE });
  const reply = await parts.router.send(routerRequest(parts.maxWaitMs, call, lastClusterId));
  if (reply.kind !== 'answered') return E.left({ marks, error: linkError(parts, call, reply) });
  remember(parts.memory, call, reply);
  if (kind !== 'responses') return E.right({ marks, context, reply });
  const { model } = resolved.right;
  return E.right({ marks, context, reply: rememberingItsId(parts, call, model, reply) });
};

/** A request on its way to the router. */
type Call = Readonly<{
  exchange: Exchange;
  prepared: PreparedRequest;
  outgoing: Outgoing;
  marks: ClientMarks;
  context: LastClusterContext;
}>;

const openCall = (
  exchange: Exchange,
  prepared: PreparedRequest,
  outgoing: Outgoing,
  requestId: string,
): Call => {
  const { span, record } = exchange;
  const { model, routingKey } = prepared.entry;
  record.requestId = requestId;
  record.model = model;
  record.sessionSource = O.isSome(prepared.session) ? prepared.session.value.source : null;
  const sessionId = O.isSome(prepared.session) ? prepared.session.value.sessionId : undefined;
  span.set('request.id', requestId);
  span.set('routing.model', model);
  if (routingKey !== undefined) span.set('routing.key', routingKey);
  return {
    exchange,
    prepared,
    outgoing,
    marks: { requestId, sessionId },
    context: { requestId, model, routingKey, span },
  };
};

const routerRequest = (
  maxWaitMs: number,
  { exchange, prepared, outgoing, marks }: Call,
  lastClusterId: O.Option<string>,
) => {
  const { request, span, departure } = exchange;
  const { target, body, isBodyRewritten } = outgoing;
  const headers = headersForRouter(request.rawHeaders, prepared, {
    requestId: marks.requestId,
    lastClusterId,
    trace: span.headers(),
    maxWaitMs,
    isBodyRewritten,
  });
  const bytes = body === null || Buffer.isBuffer(body) ? body : body.open();
  return { method: request.method!, target, headers, body: bytes, cancel: departure };
};

/** A response that the engine keeps can be asked for by its id, or gone on from. */
const rememberingItsId = (
  { memory, sessions }: ForwardParts,
  { exchange, prepared: { session }, context }: Call,
  model: string,
  reply: RouterResponse,
): RouterResponse => {
  const clusterId = servingCluster(reply);
  if (memory === undefined || O.isNone(session) || clusterId === undefined) return reply;
  const { affinityKey } = session.value;
  const headers = exchange.request.rawHeaders;
  return watchResponseId(reply, (id) => {
    const key = responseKeyOf(id, { headers, sessions });
    memory.rememberResponse(key, { model, affinityKey, clusterId }, context);
  });
};

/** Before any of the body has come: the session's prefill is on that cluster already. */
const remember = (
  memory: LastClusterTracker | undefined,
  { prepared: { session }, context }: Call,
  reply: RouterResponse,
): void => {
  if (memory === undefined || O.isNone(session)) return;
  const clusterId = servingCluster(reply);
  if (clusterId !== undefined) memory.remember(session.value, clusterId, context);
};

/** The cluster that has answered with success. */
const servingCluster = ({ status, headers }: RouterResponse): string | undefined => {
  if (status < 200 || status > 299) return undefined;
  const raw = firstHeader(headers, HEADERS.clusterId.name);
  return raw === undefined ? undefined : readClusterId(raw);
};

const answerWith = async (
  parts: ForwardParts,
  exchange: Exchange,
  { marks, context, reply }: Sent,
): Promise<void> => {
  const { reportUpstreamError, requests, watch } = parts;
  const { response, span, departure, record } = exchange;
  const { status, headers } = reply;
  if (isRouterRefusal(status, headers)) {
    const refusal = translateRefusal(status, headers, await readShortBody(reply));
    return refuse(exchange, refusal, marks);
  }
  span.set('http.response.status_code', status);
  requests.noteFirstByte(record);
  const cluster = firstHeader(headers, HEADERS.clusterId.name);
  record.cluster = cluster === undefined ? null : (readClusterId(cluster) ?? null);
  const lines = headersForCaller(headers, marks, parts.isClusterExposed ? cluster : undefined);
  const onBroken = (message: string): void => {
    if (departure.aborted) return;
    record.isBroken = true;
    reportUpstreamError(context, 'broken', message);
  };
  try {
    relayResponse(response, reply, lines, { watch, onBroken, tally: record });
  } catch (error) {
    // What no client could be sent, such as a header that node refuses to write.
    reply.discard();
    onBroken(describeError(error));
    refuse(exchange, UNREADABLE, marks);
  }
};

const linkError = (
  { reportUpstreamError, maxBodyBytes }: ForwardParts,
  { exchange, outgoing: { body }, context }: Call,
  { isTimeout, message }: RouterLinkError,
): GatewayError => {
  if (exchange.departure.aborted) return CLIENT_GONE;
  if (body instanceof FormBody && body.fault !== undefined) return body.fault;
  if (body !== null && !Buffer.isBuffer(body) && body.isTooLarge) return bodyTooLarge(maxBodyBytes);
  reportUpstreamError(context, isTimeout ? 'timeout' : 'failed', message);
  return isTimeout ? TIMEOUT : UNREACHABLE;
};

const UNREACHABLE: GatewayError = serverError(
  502,
  'upstream_error',
  'The router could not be reached.',
);

const TIMEOUT: GatewayError = serverError(
  504,
  'upstream_timeout',
  'The router did not answer in time.',
);

const UNREADABLE: GatewayError = serverError(
  502,
  'upstream_error',
  'The answer of the router could not be passed on.',
);
