/**
 * The rules of a picker that clients reach through the proxy alone: it authenticates them, finds
 * their model and session, looks up the last cluster, and believes no routing header they send.
 */
import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { serverError, type GatewayError } from '../../gateway/gateway-error.js';
import { firstHeader } from '../../gateway/request/first-header.js';
import { plainTarget, routeOf, type ForwardedKind } from '../../gateway/request/gateway-route.js';
import { refusePriority } from '../../gateway/request/prepare-request.js';
import { estimateInputTokens } from '../../gateway/request/prompt.js';
import {
  isReadAsJson,
  refuseEncoded,
  refuseTwoTypes,
} from '../../gateway/request/readable-body.js';
import {
  factsWithoutBody,
  readFacts,
  type RequestFacts,
} from '../../gateway/request/request-facts.js';
import { resolveContent } from '../../gateway/request/resolve-content.js';
import { DEFAULT_MAX_WAIT_MS } from '../../gateway/serve/gateway.js';
import type { ClientMarks } from '../../gateway/serve/client-headers.js';
import { HEADERS } from '../../http/header-table.js';
import type { Span } from '../../telemetry/port.js';
import { createOneAtATime } from '../../time/turns.js';
import type { InboundRequest } from '../stream/inbound.js';
import { errorAnswer, type GatewayRulesOptions, type GatewayRulesParts } from './gateway-parts.js';
import { acceptedRequest } from './gateway-request.js';
import { answerOwnPath } from './own-paths.js';
import type { AcceptResult, AcceptRules } from './port.js';

/** Does what the gateway does before it forwards a request; answers have the gateway's shape. */
export const createGatewayRules = (options: GatewayRulesOptions): AcceptRules => {
  const parts: GatewayRulesParts = {
    ...{ estimateInputTokens, newRequestId: randomUUID, sessions: {}, ...options },
    maxWaitMs: options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
    ...{ oneAtATime: createOneAtATime(), createdSeconds: Math.floor(Date.now() / 1_000) },
  };
  return {
    needsBody: (request) => needsBody(parts, request),
    accept: (request, body) => accept(parts, request, body),
    refuse: (status, code, message) => {
      const marks = { requestId: parts.newRequestId(), sessionId: undefined };
      return errorAnswer(serverError(status, code, message), marks);
    },
  };
};

const needsBody = ({ model }: GatewayRulesParts, request: InboundRequest): boolean => {
  const target = plainTarget(request.target);
  const { kind } = routeOf(request.method, target);
  if (!isForwarded(kind)) return false;
  return !isToldByHeader(model, request) && isReadAsJson(kind, request.headers, target);
};

const isForwarded = (kind: string): kind is ForwardedKind => FORWARDED_KINDS.has(kind);

const FORWARDED_KINDS: ReadonlySet<string> = new Set<ForwardedKind>([
  ...(['chat', 'responses', 'embeddings', 'pass_through'] as const),
]);

/** Whether model and session are known without the body. */
const isToldByHeader = (model: string | undefined, { headers }: InboundRequest): boolean =>
  model !== undefined && firstHeader(headers, HEADERS.sessionId.name) !== undefined;

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
  const facts = await factsOf(parts, route.kind, { ...request, target }, body)();
  const resolved = await pipe(
    TE.fromEither(facts),
    TE.flatMap((known) => {
      const about = { kind: route.kind as ForwardedKind, headers: request.headers, target };
      return resolveContent(parts, about, { facts: known, body });
    }),
  )();
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

const factsOf = (
  { model, oneAtATime, sessions }: GatewayRulesParts,
  kind: ForwardedKind,
  request: InboundRequest,
  body: Buffer | undefined,
): TE.TaskEither<GatewayError, RequestFacts> => {
  const { headers } = request;
  return pipe(
    TE.fromEither(refusePriority(headers)),
    TE.flatMapEither(() => refuseTwoTypes(headers)),
    TE.flatMap(() => {
      if (body === undefined || (kind === 'pass_through' && body.length === 0)) {
        const facts = factsWithoutBody({ kind, headers, sessions });
        return TE.right(
          isToldByHeader(model, request) ? { ...facts, ...known(model, request) } : facts,
        );
      }
      return pipe(
        TE.fromEither(refuseEncoded(headers)),
        TE.flatMap(() => () => readFacts({ kind, headers, body, sessions }, oneAtATime)),
      );
    }),
  );
};

/** What stands in for a body that is not read: its length tells the size of the prompt. */
const known = (
  model: string | undefined,
  { headers }: InboundRequest,
): Pick<RequestFacts, 'model' | 'prompt'> => {
  const bytes = Number(firstHeader(headers, 'content-length') ?? 0) || 0;
  return {
    model: E.right(model),
    prompt: { texts: [], tokenIdCount: Math.ceil(bytes / 4), imageCount: 0 },
  };
};
