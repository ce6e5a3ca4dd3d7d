import type { Decision } from '../../core/decision.js';
import type { Explanation } from '../../core/explain.js';
import type { Policy } from '../../core/config/policy.js';
import type { RoutingRequest } from '../../core/request.js';
import type { View } from '../../core/view.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import type { Instance, ServedTarget } from './served-target.js';
/** A decision and everything it was made from: the same arguments give it again. */
export type RecordedDecision = Readonly<{
    policy: Policy;
    /** As it stood, reservations included. */
    view: View;
    /** With what later attempts carry on: the classification and the clusters ruled out. */
    request: RoutingRequest;
    elapsedMs: number;
    /** Turn of round-robin before the decision. */
    cursor: number;
    decision: Decision;
}>;
/** Is told every decision, within the turn that makes it. Must not throw. */
export type RecordDecision = (made: RecordedDecision) => void;
type RoutePorts = Readonly<{
    telemetry: Telemetry;
    nowMs: () => number;
    span: Span | undefined;
    record: RecordDecision | undefined;
}>;
/**
 * One request on its way: it keeps the definition it started with and the classification of its
 * first decision, and decides on the latest view of its target.
 */
export declare class Route {
    #private;
    readonly served: ServedTarget;
    readonly instance: Instance;
    readonly request: RoutingRequest;
    readonly ports: RoutePorts;
    constructor(served: ServedTarget, instance: Instance, request: RoutingRequest, ports: RoutePorts);
    get policy(): Policy;
    get view(): View;
    /** Whether every cluster of the latest view is excluded. */
    get isExhausted(): boolean;
    /** Rules a cluster out for the rest of the request. */
    exclude(clusterId: string): void;
    decide(elapsedMs: number): Decision;
    /** What `decide` would answer, and why; changes nothing. */
    explain(elapsedMs: number): Explanation;
}
export {};
