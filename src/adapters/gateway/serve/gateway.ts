/**
 * The request path of a gateway, over `node:http`: who asks, for which model, in which session;
 * where was it served last; forward, stream back, remember.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  DELAY_MS,
  requireInRange,
  TIMER_MS,
  wholeFrom,
} from '../../../core/codec/option-ranges.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import type { AccessLog } from '../../servers/logging/access-log.js';
import { createRequestLog } from '../../servers/logging/request-record.js';
import { watchDeparture, type ClientDeparture } from '../../servers/client/client-departure.js';
import { ClientWatch } from '../../servers/client/client-watch.js';
import { lingerOver } from '../../servers/client/request-body.js';
import { originForm } from '../../servers/listen/request-target.js';
import { MAX_WAIT_CAP_MS } from '../../http/parse-routing-headers.js';
import { noOpTelemetry } from '../../telemetry/no-op.js';
import type { Telemetry } from '../../telemetry/port.js';
import { createOneAtATime } from '../../time/turns.js';
import type { ModelDirectory } from '../directory/port.js';
import { serverError, UNKNOWN_PATH, wrongMethod } from '../gateway-error.js';
import { createBodyBudget } from '../request/body-budget.js';
import { firstHeader } from '../request/first-header.js';
import { plainTarget, routeOf, type GatewayRoute } from '../request/gateway-route.js';
import type { SessionSettings } from '../request/prepare-request.js';
import { estimateInputTokens, type EstimateInputTokens } from '../request/prompt.js';
import { answerPage } from './cors.js';
import { freshMarks, refuse, type Exchange } from './exchange.js';
import { forwardRequest, type ForwardParts } from './forward-request.js';
import { answerModel, answerModelList, answerProbe, type OwnAnswerParts } from './own-answers.js';
import type { RouterLink } from './router-link.js';
import { createUpstreamReport } from './upstream-report.js';

/** What a gateway is built from. */
export type GatewayOptions = Readonly<{
  /** Who may use which model. */
  directory: ModelDirectory;
  /** The way to the router; the owner closes it. */
  router: RouterLink;
  /** The last-cluster memory; without it nothing is looked up or stored. */
  memory?: LastClusterTracker | undefined;
  /** Default: nothing is recorded. */
  telemetry?: Telemetry | undefined;
  /** Default: 5 + a quarter of the bytes of the prompt. */
  estimateInputTokens?: EstimateInputTokens | undefined;
  /** Longest request body, bytes from 1. Default 32 MiB. */
  maxBodyBytes?: number | undefined;
  /** How sessions are told. Default: without an id by the payload, the same for all callers. */
  sessions?: SessionSettings | undefined;
  /**
   * Longest wait for a place in the router, ms, of models without their own, 0 to 60,000;
   * 0: none. Default 30 s.
   */
  maxWaitMs?: number | undefined;
  /** Most bytes of request bodies held at once; who comes beyond it gets 503. Default 512 MiB. */
  bodyBudgetBytes?: number | undefined;
  /**
   * Longest silence of a client whose turn it is, uploading or reading, ms, 1 to 2^31-1.
   * Default 1 min.
   */
  clientIdleMs?: number | undefined;
  /** Whether clients see the cluster that answered, as `x-homeward-cluster`. Default: no. */
  isClusterExposed?: boolean | undefined;
  /** Origins whose web pages may use it, or `*`. Default: none. */
  corsOrigins?: readonly string[] | undefined;
  /** Told of every request that is over. Default: nobody is. */
  accessLog?: AccessLog | undefined;
  /** Whether `/readyz` says yes. Default: always. */
  isReady?: (() => boolean) | undefined;
  /** What `/readyz` tells besides, a line each: what is broken and can be done without. */
  remarks?: (() => readonly string[]) | undefined;
  /** Makes ids for requests without a trusted one. Default: random UUIDs. */
  newRequestId?: (() => string) | undefined;
}>;

/** A gateway that any `node:http` server can serve. */
export type Gateway = Readonly<{
  /** Answers one request; never throws. */
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Requests that are not answered in full yet. */
  openCount: () => number;
  /** Counts a request that the server answered with this status before `handle` saw it. */
  noteRefused: (status: number) => void;
}>;

/** Longest request body by default. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Bytes of request bodies held at once, by default. */
export const BODY_BUDGET_BYTES = 512 * 1024 * 1024;

/** Longest routing wait of models that set none, by default. */
export const DEFAULT_MAX_WAIT_MS = 30_000;

const CLIENT_IDLE_MS = 60_000;

const RANGES = {
  maxBodyBytes: wholeFrom(1),
  maxWaitMs: { ...DELAY_MS, max: MAX_WAIT_CAP_MS },
  bodyBudgetBytes: wholeFrom(1),
  clientIdleMs: TIMER_MS,
};

/**
 * Makes a gateway. Throws a RangeError on options out of range.
 *
 * @example
 * const gateway = createGateway({ directory, router, memory, telemetry });
 * createServer(gateway.handle).listen(8080, '127.0.0.1');
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  requireInRange('createGateway', RANGES, options);
  const parts = partsOf(options);
  let openCount = 0;
  return {
    handle: (request, response) => {
      openCount += 1;
      const departure = watchDeparture(request, response);
      departure.whenOver(() => {
        openCount -= 1;
        lingerOver(request);
      });
      if (answerPage(parts.corsOrigins, request, response)) return;
      void serve(parts, request, response, departure);
    },
    openCount: () => openCount,
    noteRefused: parts.requests.noteRefused,
  };
};

/** The options with every default in place, and what is made of them. */
type GatewayParts = OwnAnswerParts &
  ForwardParts &
  Readonly<{ [Key in Defaulted]: NonNullable<GatewayOptions[Key]> }>;

type Defaulted = 'telemetry' | 'isReady' | 'remarks' | 'newRequestId' | 'corsOrigins';

const partsOf = ({ telemetry = noOpTelemetry, ...options }: GatewayOptions): GatewayParts => ({
  directory: options.directory,
  router: options.router,
  memory: options.memory,
  telemetry,
  reportUpstreamError: createUpstreamReport(telemetry.log),
  estimateInputTokens: options.estimateInputTokens ?? estimateInputTokens,
  maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
  sessions: options.sessions ?? {},
  maxWaitMs: options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
  bodyBudget: createBodyBudget(options.bodyBudgetBytes ?? BODY_BUDGET_BYTES),
  oneAtATime: createOneAtATime(),
  watch: new ClientWatch(options.clientIdleMs ?? CLIENT_IDLE_MS),
  isClusterExposed: options.isClusterExposed ?? false,
  corsOrigins: options.corsOrigins ?? [],
  requests: createRequestLog('gateway', telemetry.metrics, options.accessLog),
  isReady: options.isReady ?? (() => true),
  remarks: options.remarks ?? (() => []),
  newRequestId: options.newRequestId ?? randomUUID,
  createdSeconds: Math.floor(Date.now() / 1_000),
});

const serve = async (
  parts: GatewayParts,
  request: IncomingMessage,
  response: ServerResponse,
  departure: ClientDeparture,
): Promise<void> => {
  const target = plainTarget(originForm(request.url!));
  const route = routeOf(request.method!, target);
  if (isProbe(route)) {
    if (route.kind === 'health') answerProbe(response, true, []);
    else answerProbe(response, parts.isReady(), parts.remarks());
    return;
  }
  const exchange = openExchange(parts, route, { request, response, target, departure });
  try {
    await answer(parts, route, exchange);
  } catch (error) {
    // A port broke its promise, or we have a bug: the client is told, the process goes on.
    exchange.span.fail(error instanceof Error ? error.name : 'error');
    if (response.headersSent) response.destroy();
    else refuse(exchange, INTERNAL_ERROR, freshMarks(exchange));
  } finally {
    departure.whenOver(exchange.span.end);
  }
};

type ProbeRoute = Readonly<{ kind: 'health' | 'readiness' }>;
type ApiRoute = Exclude<GatewayRoute, ProbeRoute>;

const isProbe = (route: GatewayRoute): route is ProbeRoute =>
  route.kind === 'health' || route.kind === 'readiness';

const INTERNAL_ERROR = serverError(500, 'internal_error', 'The gateway failed.');

const openExchange = (
  { telemetry, newRequestId, requests }: GatewayParts,
  route: ApiRoute,
  about: Pick<Exchange, 'request' | 'response' | 'target' | 'departure'>,
): Exchange => {
  const { rawHeaders } = about.request;
  const headers = {
    traceparent: firstHeader(rawHeaders, 'traceparent'),
    tracestate: firstHeader(rawHeaders, 'tracestate'),
  };
  const span = telemetry.spans.start('llm-api-gateway.request', { headers });
  // The path may hold ids of the client, so the span tells the kind of request only.
  span.set('gateway.route', route.kind);
  const record = requests.begin(about.response, about.departure);
  const freshRequestId = newRequestId();
  record.requestId = freshRequestId;
  const { request, response, target, departure } = about;
  return { request, response, target, departure, record, span, freshRequestId };
};

const answer = (parts: GatewayParts, route: ApiRoute, exchange: Exchange): Promise<void> | void => {
  switch (route.kind) {
    case 'chat':
    case 'responses':
    case 'embeddings':
    case 'completions':
    case 'messages':
    case 'pass_through':
      return forwardRequest(parts, route.kind, exchange);
    case 'list_models':
      return answerModelList(parts, exchange);
    case 'show_model':
      return answerModel(parts, exchange, route.model);
    case 'unknown_path':
      return refuse(exchange, UNKNOWN_PATH, freshMarks(exchange));
    case 'wrong_method':
      return refuse(exchange, wrongMethod(route.allowed), freshMarks(exchange));
  }
};
