import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { checkFormat } from '../../../expression/index.js';
import {
  errorAnswer,
  headersForClient,
  headersForEngine,
  parseRoutingHeaders,
  type CheckMethod,
  type TrustedHeaders,
} from '../../http/index.js';
import { watchDeparture, type ClientDeparture } from '../../servers/client-departure.js';
import type { ClientWatch } from '../../servers/client-watch.js';
import type { RequestLog, RequestRecord } from '../../servers/request-record.js';
import { relayResponse } from '../../servers/relay-response.js';
import type { BodyLimits } from '../../servers/replayable-body.js';
import { BODY_TOO_SLOW, lingerOver } from '../../servers/request-body.js';
import { originForm } from '../../servers/request-target.js';
import type { Upstream } from '../../servers/upstream.js';
import type { UpstreamResponse } from '../../servers/upstream-exchange.js';
import { writeAnswer } from '../../servers/write-answer.js';
import { answerWith, type RouterAnswer, type Send } from '../routing/outcomes.js';
import { auditMalformed } from '../routing/audit-malformed.js';
import type { Router } from '../routing/create-router.js';
import { answered } from './engine-answer.js';
import { takeBody, type OutgoingBody } from './outgoing-body.js';

export type ProxyPorts = Readonly<{
  router: Router;
  upstream: Upstream;
  limits: BodyLimits;
  watch: ClientWatch;
  requests: RequestLog;
}>;

/** Answers one HTTP request: from an engine if there is one, else with what the router says. */
export const proxyRequest = async (
  ports: ProxyPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { router, limits, watch } = ports;
  const arrivedMs = router.clock.nowMs();
  const departure = watchDeparture(request, response);
  const record = ports.requests.begin(response, departure);
  const headers = parseRoutingHeaders(request.rawHeaders, checkMethod);
  if (E.isLeft(headers)) {
    const { status, code, message } = headers.left;
    if (code === 'malformed_expression') auditMalformed(router.runtime, request.rawHeaders);
    writeAnswer(response, errorAnswer(status, code, message));
    lingerOver(request);
    return;
  }
  noteRequest(router, record, headers.right);
  const body = await takeBody(request, limits, watch);
  if (body === 'gone') return;
  if (typeof body === 'string') {
    sayNo(response, body === 'too_slow' ? TOO_SLOW : tooLarge(limits));
    lingerOver(request);
    return;
  }
  const about = { request, response, departure, record };
  const exchange = { ...about, body, arrivedMs, headers: headers.right };
  await forward(ports, exchange);
};

type Exchange = Readonly<{
  request: IncomingMessage;
  response: ServerResponse;
  departure: ClientDeparture;
  record: RequestRecord;
  body: OutgoingBody;
  arrivedMs: number;
  headers: TrustedHeaders;
}>;

const forward = async (ports: ProxyPorts, exchange: Exchange): Promise<void> => {
  const { request, response, departure, record, body, arrivedMs, headers } = exchange;
  departure.whenOver(() => {
    record.requestBytes = body.receivedBytes;
    body.release();
  });
  const result = await ports.router.route(headers, {
    signal: departure,
    arrivedMs,
    traceHeaders: traceHeaders(request),
    canReplay: () => body.isReplayable,
    send: sender(ports.upstream, exchange),
  })();
  body.settle();
  if (E.isLeft(result)) {
    sayNo(response, body.isTooLarge ? tooLarge(ports.limits) : result.left);
    return;
  }
  const { sent, backend, waitedMs, sessionState } = result.right;
  record.cluster = backend.clusterId;
  record.backend = backend.id;
  record.waitMs = waitedMs;
  record.sessionState = sessionState;
  ports.requests.noteFirstByte(record);
  const ids = { clusterId: backend.clusterId, inferenceServerId: backend.id };
  const { watch } = ports;
  relayResponse(response, sent, headersForClient(sent.headers, ids), { watch, tally: record });
};

/** A model without a backend is named by the client alone, and gets no series of its own. */
const noteRequest = (
  { runtime }: Router,
  record: RequestRecord,
  { requestId, model, routingKey }: TrustedHeaders,
): void => {
  record.requestId = requestId;
  const target = routingKey === undefined ? { modelId: model } : { routingKey, modelId: model };
  if (runtime.view(target) !== undefined) record.model = model;
};

/** Sends the request to one backend, its body from the first byte. */
const sender = (
  upstream: Upstream,
  { request, departure, body }: Exchange,
): Send<UpstreamResponse> => {
  const target = originForm(request.url!);
  return async ({ backend, expectedQueueMs, trace }) => {
    const outcome = await upstream.send({
      baseUrl: backend.url,
      method: request.method!,
      target,
      headers: headersForEngine(request.rawHeaders, { expectedQueueMs, trace }),
      body: body.open(),
      cancel: departure,
    });
    return outcome.kind === 'answered' ? answered(outcome) : outcome;
  };
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

const TOO_SLOW = answerWith('request_timeout', BODY_TOO_SLOW.message);

const sayNo = (response: ServerResponse, answer: RouterAnswer): void => {
  if (answer.kind === 'aborted') response.destroy();
  else writeAnswer(response, errorAnswer(answer.status, answer.code, answer.message));
};
