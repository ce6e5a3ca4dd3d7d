import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { counted } from '../../../core/codec/counted.js';
import { checkFormat } from '../../../expression/index.js';
import {
  errorAnswer,
  headersForClient,
  headersForEngine,
  parseRoutingHeaders,
  type CheckMethod,
  type TrustedHeaders,
} from '../../http/index.js';
import { watchDeparture, type ClientDeparture } from '../../servers/client/client-departure.js';
import type { ClientWatch } from '../../servers/client/client-watch.js';
import type { RequestLog, RequestRecord } from '../../servers/logging/request-record.js';
import { relayResponse } from '../../servers/upstream/relay-response.js';
import type { BodyLimits } from '../../servers/client/replayable-body.js';
import { BODY_TOO_SLOW, lingerOver } from '../../servers/client/request-body.js';
import { originForm } from '../../servers/listen/request-target.js';
import type { Upstream } from '../../servers/upstream/upstream.js';
import type {
  UpstreamOutcome,
  UpstreamResponse,
} from '../../servers/upstream/upstream-exchange.js';
import { writeAnswer } from '../../servers/listen/write-answer.js';
import { answerWith, type RouterAnswer, type Send, type SendOutcome } from '../routing/outcomes.js';
import { auditMalformed } from '../routing/audit-malformed.js';
import type { Router } from '../routing/create-router.js';
import type { Routed } from '../routing/route-request.js';
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
  const exchange = new Exchange(ports, request, response);
  const headers = acceptHeaders(exchange);
  if (headers === undefined) return;
  const taking = takeBody(request, ports.limits, ports.watch, exchange.record);
  const body = taking instanceof Promise ? await taking : taking;
  if (body === 'gone') return;
  if (typeof body === 'string') {
    sayNo(response, body === 'too_slow' ? TOO_SLOW : tooLarge(ports.limits));
    lingerOver(request);
    return;
  }
  exchange.carry(body);
  const result = await ports.router.route(headers, {
    signal: exchange.departure,
    arrivedMs: exchange.arrivedMs,
    traceHeaders: traceHeaders(request),
    canReplay: () => body.isReplayable,
    send: sender(exchange, body),
  })();
  body.settle();
  if (E.isRight(result)) relay(exchange, result.right);
  else sayNo(response, body.isTooLarge ? tooLarge(ports.limits) : result.left);
};

/** One request and what belongs to it. */
class Exchange {
  readonly arrivedMs: number;
  readonly departure: ClientDeparture;
  readonly record: RequestRecord;

  constructor(
    readonly ports: ProxyPorts,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.arrivedMs = ports.router.clock.nowMs();
    this.departure = watchDeparture(request, response);
    this.record = ports.requests.begin(response, this.departure);
  }

  /** The body is held until the exchange is over. */
  carry(body: OutgoingBody): void {
    this.departure.whenOver(() => {
      body.release();
    });
  }
}

/** The trusted headers; undefined when they are refused, and that has been said. */
const acceptHeaders = ({
  ports,
  request,
  response,
  record,
}: Exchange): TrustedHeaders | undefined => {
  const headers = parseRoutingHeaders(request.rawHeaders, checkMethod);
  if (E.isRight(headers)) {
    noteRequest(ports.router, record, headers.right);
    return headers.right;
  }
  const { status, code, message } = headers.left;
  if (code === 'malformed_expression') auditMalformed(ports.router.runtime, request.rawHeaders);
  writeAnswer(response, errorAnswer(status, code, message));
  lingerOver(request);
  return undefined;
};

const relay = (
  { ports, response, record, departure }: Exchange,
  { sent, backend, waitedMs, sessionState, reportBroken }: Routed<UpstreamResponse>,
): void => {
  record.cluster = backend.clusterId;
  record.backend = backend.id;
  record.waitMs = waitedMs;
  record.sessionState = sessionState;
  ports.requests.noteFirstByte(record);
  const ids = { clusterId: backend.clusterId, inferenceServerId: backend.id };
  const headers = headersForClient(sent.headers, ids);
  const onBroken = (message: string): void => {
    if (departure.aborted) return;
    record.isBroken = true;
    reportBroken(message);
  };
  relayResponse(response, sent, headers, { watch: ports.watch, onBroken, tally: record });
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
  { ports, request, departure }: Exchange,
  body: OutgoingBody,
): Send<UpstreamResponse> => {
  const target = originForm(request.url!);
  return ({ backend, expectedQueueMs, trace }) =>
    ports.upstream
      .send({
        baseUrl: backend.url,
        method: request.method!,
        target,
        headers: headersForEngine(request.rawHeaders, { expectedQueueMs, trace }),
        body: body.open(),
        cancel: departure,
      })
      .then(outcomeOf);
};

const outcomeOf = (outcome: UpstreamOutcome): SendOutcome<UpstreamResponse> =>
  outcome.kind === 'answered' ? answered(outcome) : outcome;

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
  answerWith('body_too_large', `the body is larger than ${counted(maxBytes, 'byte')}`);

const TOO_SLOW = answerWith('request_timeout', BODY_TOO_SLOW.message);

const sayNo = (response: ServerResponse, answer: RouterAnswer): void => {
  if (answer.kind === 'aborted') response.destroy();
  else writeAnswer(response, errorAnswer(answer.status, answer.code, answer.message));
};
