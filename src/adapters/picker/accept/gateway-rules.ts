/**
 * The rules of a picker that clients reach through the proxy alone: it authenticates them, finds
 * their model and session, looks up the last cluster, and believes no routing header they send.
 */
import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { serverError, type GatewayError } from '../../gateway/gateway-error.js';
import { firstHeader } from '../../gateway/request/first-header.js';
import { plainTarget, routeOf, type ForwardedKind } from '../../gateway/request/gateway-route.js';
import { estimateInputTokens } from '../../gateway/request/prompt.js';
import { resolveContent } from '../../gateway/request/resolve-content.js';
import { isLargeForStrangers, refuseStranger } from '../../gateway/request/strangers-body.js';
import { DEFAULT_MAX_WAIT_MS } from '../../gateway/serve/gateway.js';
import type { ClientMarks } from '../../gateway/serve/client-headers.js';
import type { Span } from '../../telemetry/port.js';
import { createOneAtATime } from '../../time/turns.js';
import type { InboundRequest } from '../stream/inbound.js';
import { errorAnswer, type GatewayRulesOptions, type GatewayRulesParts } from './gateway-parts.js';
import { factsOf, isForwarded, needsBody } from './gateway-facts.js';
import { acceptedRequest } from './gateway-request.js';
import { answerOwnPath } from './own-paths.js';
import type { AcceptResult, AcceptRules, OwnAnswer } from './port.js';

/** Does what the gateway does before it forwards a request; answers have the gateway's shape. */
export const createGatewayRules = (options: GatewayRulesOptions): AcceptRules => {
  const parts: GatewayRulesParts = {
    ...{ estimateInputTokens, newRequestId: randomUUID, sessions: {}, ...options },
    maxWaitMs: options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
    ...{ oneAtATime: createOneAtATime(), createdSeconds: Math.floor(Date.now() / 1_000) },
  };
  return {
    needsBody: (request) => needsBody(parts, request),
    admit: (request) => admit(parts, request),
    accept: (request, body) => accept(parts, request, body),
    refuse: (status, code, message) => {
      const marks = { requestId: parts.newRequestId(), sessionId: undefined };
      return errorAnswer(serverError(status, code, message), marks);
    },
  };
};

/** Turns strangers away before their large bodies are read. */
const admit = (
  { directory, newRequestId }: GatewayRulesParts,
  { headers, declaredBytes }: InboundRequest,
): Promise<OwnAnswer | undefined> | undefined => {
  if (directory.admit === undefined || !isLargeForStrangers(declaredBytes)) return undefined;
  return refuseStranger(directory, headers).then(
    (error) => error && errorAnswer(error, { requestId: newRequestId(), sessionId: undefined }),
  );
};

const accept = async (
  parts: GatewayRulesParts,
  request: InboundRequest,
  body: Buffer | undefined,
): Promise<AcceptResult> => {
  const target = plainTarget(request.target);
  const route = routeOf(request.method, target);
  const requestId = parts.newRequestId();
  if (!isForwarded(route.kind)) {
    return { kind: 'answered', answer: await answerOwnPath(parts, route, request, requestId) };
  }
  const span = startSpan(parts, route.kind, request);
  const facts = await factsOf(parts, route.kind, { ...request, target }, body);
  if (E.isLeft(facts)) return refused(span, facts.left, { requestId, sessionId: undefined });
  const about = { kind: route.kind, headers: request.headers, target };
  const resolved = await resolveContent(parts, about, { facts: facts.right, body })();
  if (E.isLeft(resolved)) return refused(span, resolved.left, { requestId, sessionId: undefined });
  const { prepared, requestId: kept = requestId, outgoing } = resolved.right;
  if (E.isLeft(prepared)) {
    return refused(span, prepared.left, { requestId: kept, sessionId: undefined });
  }
  const exchange = { request, span, requestId: kept, prepared: prepared.right, outgoing };
  const accepted = await acceptedRequest(parts, exchange);
  if (E.isRight(accepted)) return { kind: 'accepted', request: accepted.right };
  return refused(span, accepted.left, { requestId: kept, sessionId: undefined });
};

const startSpan = (
  { telemetry }: GatewayRulesParts,
  kind: ForwardedKind,
  { headers }: InboundRequest,
): Span => {
  const span = telemetry.spans.start('llm-api-gateway.request', {
    headers: {
      traceparent: firstHeader(headers, 'traceparent'),
      tracestate: firstHeader(headers, 'tracestate'),
    },
  });
  span.set('gateway.route', kind);
  return span;
};

const refused = (span: Span, error: GatewayError, marks: ClientMarks): AcceptResult => {
  span.set('http.response.status_code', error.status);
  span.set('error.code', error.code);
  span.end();
  return { kind: 'answered', answer: errorAnswer(error, marks) };
};
