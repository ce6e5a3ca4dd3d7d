import { type Either } from 'fp-ts/lib/Either.js';
import { type LbConfig } from '../../core/config/config.js';
import type { Decision } from '../../core/decision.js';
import type { Explanation } from '../../core/explain.js';
import type { RoutingRequest } from '../../core/request.js';
import type { Snapshot, Target } from '../../core/snapshot.js';
import type { View } from '../../core/view.js';
import type { RejectionClass } from '../../expression/index.js';
import type { CreateView } from '../platform/view-factory.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import { type DefinitionLimits } from './definition-cache.js';
import { Route, type RecordDecision } from './route.js';
/** A request with everything needed to route it. */
export type EngineRequest = RoutingRequest & Readonly<{
    target: Target;
    /** A routing expression; absent: the model's configured algorithm. */
    routingMethod?: string | undefined;
}>;
/** Turned away before any look at clusters. */
export type EngineRejection = Readonly<{
    kind: 'rejected';
    /** A class of rejected expressions, or `no_eligible_candidates` for an unknown target. */
    code: RejectionClass | 'no_eligible_candidates';
    message: string;
}>;
export type EngineDecision = Decision | EngineRejection;
export type EngineOptions = Readonly<{
    /** Default: power-of-n for every model, every algorithm selectable. */
    config?: LbConfig;
    /** Default: nothing is reported. */
    telemetry?: Telemetry;
    /** Milliseconds that never go back, for idle expiry and durations. Default: the process's. */
    nowMs?: () => number;
    limits?: Partial<DefinitionLimits>;
    /** Is told every decision, for records. Default: nobody is. */
    record?: RecordDecision | undefined;
}>;
/** Configuration, views and definitions of one process. All methods are synchronous. */
export declare class Engine {
    #private;
    readonly createView: CreateView;
    readonly config: LbConfig;
    readonly telemetry: Telemetry;
    constructor(createView: CreateView, options: EngineOptions & Readonly<{
        nowMs: () => number;
    }>);
    /** Takes in a snapshot; the next decision for its target sees it. */
    publish(snapshot: Snapshot): View;
    /** Puts a view in place as it is, such as one with reservations. Its target must be served. */
    replaceView(view: View): void;
    /** Stops serving a target. Requests that are under way keep their view. */
    withdraw(target: Target): void;
    /** The latest view of a target; undefined when it is not served. */
    view(target: Target): View | undefined;
    /** Everything that is served. */
    targets(): readonly Target[];
    /** Resolves method and target once; the route then decides as often as the request needs. */
    open(request: EngineRequest, span?: Span): Either<EngineRejection, Route>;
    /**
     * One decision, `elapsedMs` after the request arrived.
     *
     * @example
     * engine.decide({ target: { modelId: 'model-a' }, requestId: 'r1' }, { elapsedMs: 0 });
     */
    decide(request: EngineRequest, { elapsedMs }: Readonly<{
        elapsedMs: number;
    }>): EngineDecision;
    /** The decision with a row per cluster. Changes nothing and reports nothing. */
    explain(request: EngineRequest, { elapsedMs }: Readonly<{
        elapsedMs: number;
    }>): Either<EngineRejection, Explanation>;
    /** Drops dynamic definitions that have been idle too long. Publishing does so now and then. */
    purgeIdle(): void;
    /** Dynamic (definition, target) instances held now. */
    get definitionCount(): number;
}
/** `createEngine` of one platform. */
export declare const engineFactory: (createView: CreateView, nowMs: () => number) => (options?: EngineOptions) => Engine;
