/** A request whose model and session are known, as the picker routes it and ends it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { badRequest, type GatewayError } from '../../gateway/gateway-error.js';
import type { PreparedRequest } from '../../gateway/request/prepare-request.js';
import type { OutgoingContent } from '../../gateway/request/resolve-content.js';
import { headersForRouter } from '../../gateway/request/router-headers.js';
import { headersForCaller } from '../../gateway/serve/client-headers.js';
import { headersForClient, parseRoutingHeaders } from '../../http/index.js';
import type { RouterAnswer } from '../../router/routing/outcomes.js';
import type { Span } from '../../telemetry/port.js';
import type { InboundRequest } from '../stream/inbound.js';
import { errorAnswer, type GatewayRulesParts } from './gateway-parts.js';
import type { AcceptedRequest } from './port.js';
import { shedStatus } from './shed-status.js';

/** A request as far as it is known. */
export type KnownExchange = Readonly<{
  request: InboundRequest;
  span: Span;
  requestId: string;
  prepared: PreparedRequest;
  outgoing: OutgoingContent<Buffer | undefined>;
}>;

/** Looks up the last cluster, and puts together what the router is told; left if it is no request. */
export const acceptedRequest = async (
  { memory, maxWaitMs }: GatewayRulesParts,
  exchange: KnownExchange,
): Promise<E.Either<GatewayError, AcceptedRequest>> => {
  const { request, span, requestId, prepared, outgoing } = exchange;
  const { entry, session } = prepared;
  span.set('request.id', requestId);
  span.set('routing.model', entry.model);
  if (entry.routingKey !== undefined) span.set('routing.key', entry.routingKey);
  const context = { requestId, model: entry.model, routingKey: entry.routingKey, span };
  const isRemembered = memory !== undefined && O.isSome(session);
  const lastClusterId = isRemembered ? await memory.lookup(session.value, context) : O.none;
  const marks = {
    requestId,
    sessionId: O.isSome(session) ? session.value.sessionId : undefined,
  };
  const { isBodyRewritten } = outgoing;
  const trace = span.headers();
  const headers = headersForRouter(request.headers, prepared, {
    requestId,
    lastClusterId,
    trace,
    isBodyRewritten,
    maxWaitMs,
  });
  const trusted = parseRoutingHeaders(headers);
  if (E.isLeft(trusted)) return E.left(badRequest(trusted.left.code, null, trusted.left.message));
  return E.right({
    trusted: trusted.right,
    traceHeaders: trace,
    headers,
    target: outgoing.target,
    rewrittenBody: isBodyRewritten ? outgoing.body : undefined,
    renderAnswer: (answer) => renderAnswer(answer, marks, span),
    responseHeaders: (response, { clusterId, id }) => {
      const isSuccess = response.status >= 200 && response.status <= 299;
      if (isRemembered && isSuccess) memory.remember(session.value, clusterId, context);
      span.set('http.response.status_code', response.status);
      const served = { clusterId, inferenceServerId: id };
      return headersForCaller(headersForClient(response.headers, served), marks);
    },
    end: span.end,
  });
};

const renderAnswer = (
  answer: Extract<RouterAnswer, { kind: 'answer' }>,
  marks: Parameters<typeof errorAnswer>[1],
  span: Span,
) => {
  const { status, headers } = shedStatus(answer);
  const { code, message } = answer;
  const param = code === 'no_eligible_candidates' ? 'model' : null;
  span.set('http.response.status_code', status);
  span.set('error.code', code);
  return errorAnswer({ status, code, message, param, headers }, marks);
};
