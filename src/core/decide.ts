import { exceedsInputWork, missingRequirement } from './admission.js';
import { algorithmOf } from './algorithms/table.js';
import type { DecisionContext } from './selection/decision-context.js';
import type { Decision } from './decision.js';
import { unavailable, unclassified } from './outcome.js';
import type { SessionPlan } from './session-plan.js';

/**
 * One decision: checks, then the algorithm of the policy. `decide`, `explain` and `timeline` all
 * come through here.
 */
export const decideIn = (context: DecisionContext, plan: SessionPlan, cursor: number): Decision =>
  checkRequest(context) ?? algorithmOf(context.policy).decide(context, plan, cursor);

/** The answer where no algorithm is asked, which then holds at every moment. */
export const checkRequest = (context: DecisionContext): Decision | undefined => {
  const missing = missingRequirement(context);
  if (missing !== undefined) return { kind: 'rejected', code: missing };
  if (context.membership.size === 0) return unavailable(context, unclassified, null);
  if (exceedsInputWork(context)) return { kind: 'rejected', code: 'input_work_limit_exceeded' };
  return undefined;
};
