import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { checkFormat } from '../../../expression/index.js';
import {
  errorAnswer,
  headersForClient,
  headersForEngine,
  parseRoutingHeaders,
  type CheckMethod,
  type ErrorAnswer,
  type TrustedHeaders,
} from '../../http/index.js';
import { answerWith, type RouterAnswer } from '../routing/answer.js';
import { auditMalformed } from '../routing/audit-malformed.js';
import type { Router } from '../routing/create-router.js';
import type { EngineResponse } from './engine-exchange.js';
import { relayResponse } from './relay-response.js';
import { declaredBytes, hasBody, ReplayableBody, type BodyLimits } from './replayable-body.js';
import type { Send } from '../routing/send.js';
import type { Upstream } from './upstream.js';

export type ProxyPorts = Readonly<{ router: Router; upstream: Upstream; limits: BodyLimits }>;

/** Answers one HTTP request: from an engine if there is one, else with what the router says. */
export const proxyRequest = async (
  ports: ProxyPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { router, limits } = ports;
  const arrivedMs = router.clock.nowMs();
  const body = hasBody(request) ? new ReplayableBody(request, limits) : undefined;
  response.once('close', () => {
    body?.release();
  });
  const headers = parseRoutingHeaders(request.rawHeaders, checkMethod);
  if (E.isLeft(headers)) {
    const { status, code, message } = headers.left;
    if (code === 'malformed_expression') auditMalformed(router.runtime, request.rawHeaders);
    writeAnswer(response, errorAnswer(status, code, message));
    return;
  }
  if (declaredBytes(request) > limits.maxBytes) {
    sayNo(response, tooLarge(limits));
    return;
  }
  await forward(ports, { request, response, body, arrivedMs, headers: headers.right });
};

type Exchange = Readonly<{
  request: IncomingMessage;
  response: ServerResponse;
  body: ReplayableBody | undefined;
  arrivedMs: number;
  headers: TrustedHeaders;
}>;

const forward = async (ports: ProxyPorts, exchange: Exchange): Promise<void> => {
  const { request, response, body, arrivedMs, headers } = exchange;
  const signal = departureOf(response);
  const result = await ports.router.route(headers, {
    signal,
    arrivedMs,
    traceHeaders: traceHeaders(request),
    canReplay: () => body?.isReplayable ?? true,
    send: sender(ports.upstream, request, body),
  })();
  body?.settle();
  if (E.isLeft(result)) {
    sayNo(response, body?.isTooLarge ? tooLarge(ports.limits) : result.left);
    return;
  }
  const { sent, backend } = result.right;
  const ids = { clusterId: backend.clusterId, inferenceServerId: backend.id };
  relayResponse(response, sent, headersForClient(sent.headers, ids), ports.limits);
};

/** Sends the request to one backend, its body from the first byte. */
const sender =
  (
    upstream: Upstream,
    request: IncomingMessage,
    body: ReplayableBody | undefined,
  ): Send<EngineResponse> =>
  ({ backend, expectedQueueMs, trace, signal }) =>
    upstream.send({
      baseUrl: backend.url,
      method: request.method ?? 'GET',
      target: originForm(request.url ?? '/'),
      headers: headersForEngine(request.rawHeaders, { expectedQueueMs, trace }),
      body: body?.open(),
      signal,
    });

/** Aborts when the client leaves before its response is complete. */
const departureOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  return controller.signal;
};

/** Path and query, also of a request line that names the whole URL. */
const originForm = (url: string): string => {
  if (url.startsWith('/')) return url;
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : `/${url}`;
};

const traceHeaders = ({ headers }: IncomingMessage): Record<string, string | undefined> => ({
  traceparent: firstOf(headers['traceparent']),
  tracestate: firstOf(headers['tracestate']),
});

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

const checkMethod: CheckMethod = (text) => {
  const checked = checkFormat(text);
  return E.isLeft(checked) ? checked.left.message : undefined;
};

const tooLarge = ({ maxBytes }: BodyLimits): RouterAnswer =>
  answerWith('body_too_large', `the body is larger than ${String(maxBytes)} bytes`);

const sayNo = (response: ServerResponse, answer: RouterAnswer): void => {
  if (answer.kind === 'aborted') {
    response.destroy();
    return;
  }
  writeAnswer(response, errorAnswer(answer.status, answer.code, answer.message));
};

const writeAnswer = (response: ServerResponse, { status, headers, body }: ErrorAnswer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};
