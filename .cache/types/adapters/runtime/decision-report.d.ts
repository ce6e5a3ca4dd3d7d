import type { Decision } from '../../core/decision.js';
import type { Policy } from '../../core/config/policy.js';
import type { View } from '../../core/view.js';
import type { RoutingRequest } from '../../core/request.js';
import type { Span, Telemetry } from '../telemetry/port.js';
/** One decision and what it was about. */
export type DecisionReport = Readonly<{
    policy: Policy;
    view: View;
    request: RoutingRequest;
    decision: Decision;
    /** Time inside `decide`. */
    durationMs: number;
    span?: Span | undefined;
}>;
/** Counts a decision, and on a selection says where the request went, and why. */
export declare const reportDecision: (telemetry: Telemetry, report: DecisionReport) => void;
