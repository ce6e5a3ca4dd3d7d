import { isLeft, left, map, right, type Either } from 'fp-ts/lib/Either.js';
import { lbConfigOf, type LbConfigJson } from '../../core/config/config-input.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../core/config/config.js';
import type { Decision } from '../../core/decision.js';
import type { Explanation } from '../../core/explain.js';
import type { RoutingRequest } from '../../core/request.js';
import { snapshotOf, type SnapshotJson } from '../../core/snapshot/snapshot-input.js';
import type { Snapshot, Target } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import type { ExpressionRejection, ExpressionRejectionCode } from '../../expression/index.js';
import type { CreateView } from '../platform/view-factory.js';
import type { Given } from '../../core/codec/option-ranges.js';
import { attemptsOf } from '../telemetry/combine-telemetry.js';
import { noOpTelemetry } from '../telemetry/no-op.js';
import type { Log, Span, Telemetry } from '../telemetry/port.js';
import { startSessionSelections } from '../telemetry/series.js';
import { ExpressionAudit } from './audit.js';
import { DefinitionCache, limitsOf, type DefinitionLimits } from './definition-cache.js';
import { Route, type RecordDecision } from './route.js';
import { ServedTarget, TargetRegistry, type Instance } from './served-target.js';

/** A request with everything needed to route it. */
export type RouteRequest = RoutingRequest &
  Readonly<{
    target: Target;
    /** A routing expression; absent: the model's configured algorithm. */
    routingMethod?: string | undefined;
  }>;

/** Turned away before any look at clusters. */
export type RouteRejection = Readonly<{
  kind: 'rejected';
  /** A class of rejected expressions, or `no_eligible_candidates` for an unknown target. */
  code: ExpressionRejectionCode | 'no_eligible_candidates';
  message: string;
}>;

export type RouteDecision = Decision | RouteRejection;

export type RuntimeOptions = Readonly<{
  /**
   * Parsed, or the plain JSON of one, of which faults are thrown. Default: power-of-n for every
   * model, every algorithm selectable.
   */
  config?: LbConfig | LbConfigJson | undefined;
  /** Default: nothing is reported. */
  telemetry?: Telemetry | undefined;
  /** Milliseconds that never go back, for idle expiry and durations. Default: the process's. */
  nowMs?: (() => number) | undefined;
  limits?: Given<DefinitionLimits> | undefined;
  /** Receives every decision, for records. Default: none. */
  record?: RecordDecision | undefined;
}>;

/** How often publishing looks for idle definitions. */
const PURGE_INTERVAL_MS = 10_000;

/**
 * The routing engine of one process: its configuration, views and definitions. Made by
 * `createEngine`. All methods are synchronous.
 */
export class RoutingRuntime {
  #config: LbConfig;
  readonly telemetry: Telemetry;
  readonly #targets = new TargetRegistry();
  readonly #findServed = (target: Target) => this.#targets.get(target);
  #definitions: DefinitionCache;
  readonly #limits: DefinitionLimits;
  readonly #audit: ExpressionAudit;
  readonly #nowMs: () => number;
  readonly #record: RecordDecision | undefined;
  #purgedAtMs: number;

  constructor(
    readonly createView: CreateView,
    options: RuntimeOptions & Readonly<{ nowMs: () => number }>,
  ) {
    this.#limits = limitsOf(options.limits);
    this.#config = lbConfigOf(options.config ?? DEFAULT_LB_CONFIG);
    this.telemetry = options.telemetry ?? noOpTelemetry;
    this.#nowMs = options.nowMs;
    this.#record = options.record && unfailingRecord(options.record, this.telemetry.log);
    this.#definitions = new DefinitionCache(this.#config, this.#limits, options.nowMs);
    this.#audit = new ExpressionAudit(this.telemetry, this.#limits.maxInstances, options.nowMs);
    this.#purgedAtMs = options.nowMs();
  }

  /** The configuration that the next request is routed by. */
  get config(): LbConfig {
    return this.#config;
  }

  /**
   * Routes later requests by another configuration; those under way go on with theirs. Throws a
   * RangeError with every fault of JSON that is no configuration; the one before then stays.
   */
  reconfigure(config: LbConfig | LbConfigJson): void {
    this.#config = lbConfigOf(config);
    this.#definitions = new DefinitionCache(this.#config, this.#limits, this.#nowMs);
    for (const served of this.#targets.values()) {
      served.reconfigure(this.#definitions.configured(served.target.modelId));
      this.#startSessionCounters(served.target, served.configured);
    }
    this.#gaugeDefinitions();
  }

  /**
   * Takes in a snapshot, parsed or as plain JSON; the next decision for its target sees it. Throws
   * a RangeError when the JSON has faults or two clusters have one id; the target then stays as it
   * was.
   */
  publish(input: Snapshot | SnapshotJson): View {
    const snapshot = snapshotOf(input);
    const served = this.#targets.get(snapshot.target);
    const view = this.createView(snapshot, served?.view);
    if (served !== undefined) served.view = view;
    else this.#serve(view);
    if (this.#nowMs() - this.#purgedAtMs >= PURGE_INTERVAL_MS) this.purgeIdle();
    return view;
  }

  /** Puts a view in place as it is, such as one with reservations. Its target must be served. */
  replaceView(view: View): void {
    const served = this.#targets.get(view.target);
    if (served !== undefined) served.view = view;
  }

  /**
   * Stops serving a target. Requests that are under way keep their view until the target is
   * published again.
   */
  withdraw(target: Target): void {
    this.#targets.delete(target);
  }

  /** The latest view of a target; undefined when it is not served. */
  view(target: Target): View | undefined {
    return this.#targets.get(target)?.view;
  }

  /** Everything that is served. */
  targets(): readonly Target[] {
    return Array.from(this.#targets.values(), (served) => served.target);
  }

  /** Resolves method and target once; the route then decides as often as the request needs. */
  open(request: RouteRequest, span?: Span): Either<RouteRejection, Route> {
    const { target, routingMethod } = request;
    const served = this.#targets.get(target);
    if (routingMethod !== undefined) return this.#openWith(routingMethod, request, served, span);
    if (served === undefined) return left(unknownTarget(target));
    return right(this.#route(served, served.configured, request, span));
  }

  /**
   * One decision, `elapsedMs` after the request arrived.
   *
   * @example
   * engine.decide({ target: { modelId: 'model-a' }, requestId: 'r1' }, { elapsedMs: 0 });
   */
  decide(request: RouteRequest, { elapsedMs }: Readonly<{ elapsedMs: number }>): RouteDecision {
    const route = this.open(request);
    return isLeft(route) ? route.left : route.right.decide(elapsedMs);
  }

  /** The decision with a row per cluster. Changes nothing and reports nothing. */
  explain(
    request: RouteRequest,
    { elapsedMs }: Readonly<{ elapsedMs: number }>,
  ): Either<RouteRejection, Explanation> {
    return map((route: Route) => route.explain(elapsedMs))(this.#peek(request));
  }

  /** Drops dynamic definitions that have been idle too long. Publishing does so now and then. */
  purgeIdle(): void {
    this.#purgedAtMs = this.#nowMs();
    this.#definitions.purgeIdle();
    this.#gaugeDefinitions();
  }

  /** Dynamic (definition, target) instances held now. */
  get definitionCount(): number {
    return this.#definitions.size;
  }

  /** A route as `open` gives it, without making, counting or logging anything. */
  #peek(request: RouteRequest): Either<RouteRejection, Route> {
    const { target, routingMethod } = request;
    const served = this.#targets.get(target);
    if (routingMethod === undefined) return this.open(request);
    const understood = this.#definitions.understand(target, routingMethod);
    if (isLeft(understood)) return left(rejectionOf(understood.left));
    if (served === undefined) return left(unknownTarget(target));
    const instance = this.#definitions.peek(served, understood.right);
    return right(this.#route(served, instance, request, undefined));
  }

  #openWith(
    text: string,
    request: RouteRequest,
    served: ServedTarget | undefined,
    span: Span | undefined,
  ): Either<RouteRejection, Route> {
    const { target } = request;
    const understood = this.#definitions.understand(target, text);
    if (isLeft(understood)) {
      this.#audit.rejected(target, text, understood.left);
      return left(rejectionOf(understood.left));
    }
    if (served === undefined) {
      this.#audit.accepted(target, understood.right, 'none', span);
      return left(unknownTarget(target));
    }
    const { instance, cache } = this.#definitions.instanceOf(served, understood.right);
    if (cache === 'build') this.#noteNew(target, instance);
    this.#audit.accepted(target, understood.right, cache, span);
    return right(this.#route(served, instance, request, span));
  }

  #route(
    served: ServedTarget,
    instance: Instance,
    request: RouteRequest,
    span: Span | undefined,
  ): Route {
    return new Route(served, instance, request, {
      findServed: this.#findServed,
      telemetry: this.telemetry,
      nowMs: this.#nowMs,
      span,
      record: this.#record,
    });
  }

  #serve(view: View): void {
    const definition = this.#definitions.configured(view.target.modelId);
    const configured = { definition, cursor: 0 };
    this.#targets.set(new ServedTarget(view, configured));
    this.#startSessionCounters(view.target, configured);
  }

  #noteNew(target: Target, instance: Instance): void {
    this.#startSessionCounters(target, instance);
    this.#gaugeDefinitions();
  }

  #startSessionCounters({ routingKey, modelId }: Target, { definition }: Instance): void {
    const { lastClusterAffinity, algorithm } = definition.policy;
    if (!lastClusterAffinity) return;
    startSessionSelections(this.telemetry.metrics, { routingKey, model: modelId, algorithm });
  }

  #gaugeDefinitions(): void {
    this.telemetry.metrics.gauge('routingDefinitions', {}, this.#definitions.size);
  }
}

/** `createEngine` of one platform. */
export const runtimeFactory =
  (createView: CreateView, nowMs: () => number) =>
  (options: RuntimeOptions = {}): RoutingRuntime =>
    new RoutingRuntime(createView, { ...options, nowMs: options.nowMs ?? nowMs });

const rejectionOf = ({ code, message }: ExpressionRejection): RouteRejection => ({
  kind: 'rejected',
  code,
  message,
});

const unknownTarget = ({ routingKey, modelId }: Target): RouteRejection => {
  const scope = routingKey === undefined ? '' : ` and routing key ${JSON.stringify(routingKey)}`;
  return {
    kind: 'rejected',
    code: 'no_eligible_candidates',
    message: `no clusters are known for model ${JSON.stringify(modelId)}${scope}`,
  };
};

const unfailingRecord = (record: RecordDecision, log: Log): RecordDecision => {
  const attempt = attemptsOf('record', log);
  return (made) => attempt(() => record(made), undefined);
};
