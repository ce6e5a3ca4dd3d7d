import * as E from 'fp-ts/lib/Either.js';
import type { SessionState } from '../../../core/request.js';
import type { Backend } from '../../fleet/port.js';
import type { RouteRejection, RouteRequest, Route } from '../../runtime/index.js';
import type { Span } from '../../telemetry/port.js';
import type { CancelSignal } from '../../time/cancel-signal.js';
import { reportFailure } from './attempt.js';
import { answerWith, rejectionAnswer, whenEnded, type RouterAnswer } from './outcomes.js';
import { runLoop, type LoopDependencies, type LoopResult, type Sending } from './routing-loop.js';
import type { RequestContext, RoutedRequest } from './request-context.js';
import { lacksAffinityKey } from './unknown-target.js';

/** How one request is sent, and who may break it off. */
export type RouteOptions<Sent> = Sending<Sent> &
  Readonly<{
    /** Aborts when the client goes away. */
    signal?: CancelSignal | undefined;
    /** W3C headers of the caller, by lower-case name. */
    traceHeaders?: Readonly<Record<string, string | undefined>>;
    /** Time of the router's clock at which the request arrived. Default, and at most: now. */
    arrivedMs?: number | undefined;
    /** Whether a backend may serve the request; all others count as excluded. Default: any may. */
    isAllowed?: ((backend: Backend) => boolean) | undefined;
  }>;

/** A response of an engine, and the backend it came from. */
export type Routed<Sent> = Readonly<{
  sent: Sent;
  backend: Backend;
  /** Time it waited for a place, ms. */
  waitedMs: number;
  /** The class of its session; null when it has none. */
  sessionState: SessionState | null;
  /** To be told when the response breaks off on the engine's side: counts and logs it. */
  reportBroken: (message: string) => void;
}>;

/** What routing needs, and how many requests are in it. */
export type RouteDependencies = LoopDependencies & Readonly<{ routing: { count: number } }>;

/** Takes one request from its headers to the response of an engine, or says why there is none. */
export const routeRequest = async <Sent>(
  dependencies: RouteDependencies,
  request: RoutedRequest,
  options: RouteOptions<Sent>,
): Promise<E.Either<RouterAnswer, Routed<Sent>>> => {
  const { routing } = dependencies;
  routing.count += 1;
  try {
    const arrivedMs = arrivalOf(options, dependencies.clock.nowMs());
    const span = startSpan(dependencies, options);
    const opened = dependencies.runtime.open(runtimeRequest(request), span);
    if (E.isLeft(opened)) {
      const answer = openingAnswer(dependencies, request, opened.left);
      endSpan(span, answer);
      return E.left(answer);
    }
    const context = startContext(dependencies, request, opened.right, {
      arrivedMs,
      span,
      signal: options.signal,
      isAllowed: options.isAllowed,
    });
    const result = await runLoop(dependencies, context, options);
    reportWait(dependencies, context);
    return routed(dependencies, context, result);
  } finally {
    routing.count -= 1;
  }
};

/** A time that is yet to come is of another clock, and would never let a wait end. */
const arrivalOf = ({ arrivedMs }: RouteOptions<unknown>, nowMs: number): number =>
  arrivedMs !== undefined && arrivedMs < nowMs ? arrivedMs : nowMs;

const startSpan = (
  { telemetry }: LoopDependencies,
  { traceHeaders: headers = {} }: RouteOptions<unknown>,
): Span => telemetry.spans.start('stargate.request', { headers });

const routed = <Sent>(
  { telemetry }: RouteDependencies,
  context: RequestContext,
  result: LoopResult<Sent>,
): E.Either<RouterAnswer, Routed<Sent>> => {
  const { span, waitedMs, route } = context;
  if (E.isLeft(result)) {
    endSpan(span, result.left);
    return result;
  }
  const { outcome, backend } = result.right;
  whenEnded(outcome, span.end);
  const { sent } = outcome;
  const sessionState = route.sessionState ?? null;
  const reportBroken = (message: string): void => {
    reportFailure(telemetry, context, backend, { kind: 'broken', message });
  };
  return E.right({ sent, backend, waitedMs: waitedMs ?? 0, sessionState, reportBroken });
};

const runtimeRequest = (request: RoutedRequest): RouteRequest => ({
  target: targetOf(request),
  requestId: request.requestId,
  cacheAffinityKey: request.affinityKey,
  inputTokens: request.inputTokens,
  priority: request.priority ?? 0,
  requestSloMs: request.requestSloMs,
  lastClusterId: request.lastClusterId,
  routingMethod: request.routingMethod,
});

const targetOf = ({ routingKey, model }: RoutedRequest): RequestContext['target'] =>
  routingKey === undefined ? { modelId: model } : { routingKey, modelId: model };

// Written out, because spreading one object into another is slow.
const startContext = (
  dependencies: LoopDependencies,
  request: RoutedRequest,
  route: Route,
  {
    arrivedMs,
    span,
    signal,
    isAllowed,
  }: Omit<RouteOptions<unknown>, keyof Sending<unknown>> &
    Readonly<{ arrivedMs: number; span: Span }>,
): RequestContext => {
  const { target } = route;
  const barredIds = barBackends(dependencies, target, route, isAllowed);
  return {
    request,
    target,
    route,
    arrivedMs,
    signal,
    span,
    barredIds,
    hasExcluded: barredIds.size > 0,
    isClassified: false,
    waitedMs: undefined,
    waitOutcome: 'selected',
  };
};

/** Rules out the clusters none of whose backends may serve; returns the backends that may not. */
const barBackends = (
  { fleet }: LoopDependencies,
  target: RequestContext['target'],
  route: Route,
  isAllowed: ((backend: Backend) => boolean) | undefined,
): ReadonlySet<string> => {
  if (isAllowed === undefined) return NONE;
  const barredIds = new Set<string>();
  const open = new Set<string>();
  for (const backend of fleet.backends(target)) {
    if (isAllowed(backend)) open.add(backend.clusterId);
    else barredIds.add(backend.id);
  }
  for (const clusterId of route.view.clusterIds) if (!open.has(clusterId)) route.exclude(clusterId);
  return barredIds;
};

const NONE: ReadonlySet<string> = new Set();

const openingAnswer = (
  { runtime }: LoopDependencies,
  request: RoutedRequest,
  { code, message }: RouteRejection,
): RouterAnswer =>
  code === 'no_eligible_candidates' && lacksAffinityKey(runtime, request)
    ? rejectionAnswer('cache_affinity_key_required')
    : answerWith(code, message);

/** Once per request that waited, however often. */
const reportWait = ({ telemetry }: LoopDependencies, context: RequestContext): void => {
  const { waitedMs, waitOutcome: outcome, route, span } = context;
  span.set('routing.wait_ms', waitedMs ?? 0);
  if (waitedMs === undefined) return;
  const { algorithm } = route.policy;
  telemetry.metrics.observe('routingWaitDuration', { algorithm, outcome }, waitedMs / 1000);
};

const endSpan = (span: Span, answer: RouterAnswer): void => {
  span.fail(
    answer.kind === 'answer' ? `${answer.code}: ${answer.message}` : 'the client went away',
  );
  span.end();
};
