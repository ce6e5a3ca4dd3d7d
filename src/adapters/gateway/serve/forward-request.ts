/** A request that goes to the router, and the response on its way back. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { LastClusterContext } from '../last-cluster/report.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import { HEADERS } from '../../http/header-table.js';
import { readClusterId } from '../../http/header-text.js';
import { bodyTooLarge, CLIENT_GONE, serverError, type GatewayError } from '../gateway-error.js';
import { firstHeader } from '../request/first-header.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import type { PreparedRequest } from '../request/prepare-request.js';
import { headersForRouter } from '../request/router-headers.js';
import { headersForCaller, type ClientMarks } from './client-headers.js';
import { isRouterRefusal, translateRefusal } from './router-refusal.js';
import {
  prepareResolved,
  resolveRequest,
  type AcceptParts,
  type Outgoing,
} from './accept-request.js';
import { freshMarks, refuse, type Exchange } from './exchange.js';
import { readShortBody, relayResponse } from './relay-response.js';
import type { RouterLink, RouterLinkError, RouterResponse } from './router-link.js';
import type { ReportUpstreamError } from './upstream-report.js';

/** What forwarding needs. */
export type ForwardParts = AcceptParts &
  Readonly<{
    router: RouterLink;
    memory: LastClusterTracker | undefined;
    reportUpstreamError: ReportUpstreamError;
  }>;

/** Answers a request with what the router says to it, or with why it may not go there. */
export const forwardRequest = async (
  parts: ForwardParts,
  kind: ForwardedKind,
  exchange: Exchange,
): Promise<void> => {
  // In a function of its own, so that the body is not kept while the response streams.
  const sent = await acceptAndSend(parts, kind, exchange);
  if (E.isRight(sent)) return answerWith(parts, exchange, sent.right);
  refuse(exchange, sent.left.error, sent.left.marks);
};

/** A request that was sent, and what came back. */
type Sent = Readonly<{ marks: ClientMarks; context: LastClusterContext; reply: RouterResponse }>;

/** A request that was not sent, or got no response. */
type Refused = Readonly<{ marks: ClientMarks; error: GatewayError }>;

const acceptAndSend = async (
  parts: ForwardParts,
  kind: ForwardedKind,
  exchange: Exchange,
): Promise<E.Either<Refused, Sent>> => {
  const resolved = await resolveRequest(parts, kind, exchange.request)();
  if (E.isLeft(resolved)) return E.left({ marks: freshMarks(exchange), error: resolved.left });
  const requestId = resolved.right.requestId ?? exchange.freshRequestId;
  const prepared = prepareResolved(parts, resolved.right);
  if (E.isLeft(prepared)) {
    return E.left({ marks: { requestId, sessionId: undefined }, error: prepared.left });
  }
  const call = openCall(exchange, prepared.right, resolved.right.outgoing, requestId);
  const { marks, context } = call;
  const lastClusterId = await lookUp(parts.memory, call);
  if (exchange.signal.aborted) return E.left({ marks, error: CLIENT_GONE });
  const sent = await parts.router.send(routerRequest(call, lastClusterId))();
  if (E.isLeft(sent)) return E.left({ marks, error: linkError(parts, call, sent.left) });
  remember(parts.memory, call, sent.right);
  return E.right({ marks, context, reply: sent.right });
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
  const { span } = exchange;
  const { model, routingKey } = prepared.entry;
  const sessionId = O.isSome(prepared.session) ? prepared.session.value.sessionId : undefined;
  span.set('request.id', requestId);
  span.set('routing.model', model);
  if (routingKey !== undefined) span.set('routing.key', routingKey);
  return {
    ...{ exchange, prepared, outgoing },
    marks: { requestId, sessionId },
    context: { requestId, model, routingKey, span },
  };
};

const lookUp = async (
  memory: LastClusterTracker | undefined,
  { prepared: { session }, context }: Call,
): Promise<O.Option<string>> =>
  memory !== undefined && O.isSome(session) ? memory.lookup(session.value, context) : O.none;

const routerRequest = (
  { exchange, prepared, outgoing, marks }: Call,
  lastClusterId: O.Option<string>,
) => {
  const { request, span, signal } = exchange;
  const { target, body, isBodyRewritten } = outgoing;
  const headers = headersForRouter(request.rawHeaders, prepared, {
    ...{ requestId: marks.requestId, lastClusterId, isBodyRewritten },
    trace: span.headers(),
  });
  const bytes = body !== null && 'chunks' in body ? body.chunks : body;
  return { method: request.method!, target, headers, body: bytes, signal };
};

/** Before any of the body has come: the session's prefill is on that cluster already. */
const remember = (
  memory: LastClusterTracker | undefined,
  { prepared: { session }, context }: Call,
  { status, headers }: RouterResponse,
): void => {
  if (memory === undefined || O.isNone(session) || status < 200 || status > 299) return;
  const raw = firstHeader(headers, HEADERS.clusterId.name);
  const clusterId = raw === undefined ? undefined : readClusterId(raw);
  if (clusterId !== undefined) memory.remember(session.value, clusterId, context);
};

const answerWith = async (
  { reportUpstreamError, bodyLimits }: ForwardParts,
  exchange: Exchange,
  { marks, context, reply: { status, headers, body } }: Sent,
): Promise<void> => {
  const { response, span, signal } = exchange;
  if (isRouterRefusal(status, headers)) {
    const refusal = translateRefusal(status, headers, await readShortBody(body));
    return refuse(exchange, refusal, marks);
  }
  span.set('http.response.status_code', status);
  const answer = { status, headers: headersForCaller(headers, marks), body };
  const end = await relayResponse(response, answer, signal, bodyLimits.idleMs);
  if (end.kind !== 'broken') return;
  reportUpstreamError(context, 'broken', end.message);
  if (!response.headersSent) refuse(exchange, UNREADABLE, marks);
};

const linkError = (
  { reportUpstreamError, bodyLimits }: ForwardParts,
  { exchange, outgoing: { body }, context }: Call,
  { kind, message }: RouterLinkError,
): GatewayError => {
  if (exchange.signal.aborted) return CLIENT_GONE;
  if (body !== null && 'isTooLarge' in body && body.isTooLarge()) {
    return bodyTooLarge(bodyLimits.maxBytes);
  }
  reportUpstreamError(context, kind, message);
  return kind === 'timeout' ? TIMEOUT : UNREACHABLE;
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
