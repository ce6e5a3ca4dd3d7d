import type { Attempt } from './attempt.js';
import type { Decision } from './decision.js';
import type { SessionPlan } from './session-plan.js';
/**
 * One decision: checks, then the algorithm of the policy. `decide`, `explain` and `timeline` all
 * come through here.
 */
export declare const decideAttempt: (attempt: Attempt, plan: SessionPlan, cursor: number) => Decision;
