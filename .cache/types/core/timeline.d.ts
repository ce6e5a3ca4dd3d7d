import type { Decision } from './decision.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import type { SessionPlan } from './session-plan.js';
import { View } from './view.js';
export type TimelineEntry = Readonly<{
    /** Elapsed time from which the decision holds. */
    fromMs: number;
    /** As made at `fromMs`. */
    decision: Decision;
}>;
export declare const timelineOf: (policy: Policy, view: View, request: RoutingRequest, plan: SessionPlan, cursor: number) => readonly TimelineEntry[];
/** Whether two decisions say the same; a wait is the same wait until the same moment. */
export declare const isSameDecision: (a: Decision, b: Decision) => boolean;
