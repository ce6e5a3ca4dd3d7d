/**
 * The timeline of a request: every decision it would see while it waits on one view.
 *
 * Nothing is sampled. Between two moments at which a bucket, band or phase opens, or at which
 * the sliding queue SLO admits or drops a cluster, a decision cannot change; so it is enough to
 * decide at those moments.
 */
import { algorithmOf } from './algorithms/table.js';
import { createDecisionContext, moveTo } from './selection/decision-context.js';
import { checkRequest } from './decide.js';
import type { Decision } from './decision.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import type { SessionPlan } from './session-plan.js';
import { queueSloCrossings } from './selection/queue-slo.js';
import type { View } from './view/view.js';

/** A decision, and from when on it holds, in ms since arrival. */
export type TimelineEntry = Readonly<{
  /** Elapsed time from which the decision holds. */
  fromMs: number;
  /** As made at `fromMs`. */
  decision: Decision;
}>;

export const timelineOf = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  plan: SessionPlan,
  cursor: number,
): readonly TimelineEntry[] => {
  const crossings = queueSloCrossings(policy, view, request);
  const entries: TimelineEntry[] = [];
  const context = createDecisionContext(policy, view, request, 0, null);
  context.schedules = new Map();
  const settled = checkRequest(context);
  if (settled !== undefined) return [{ fromMs: 0, decision: settled }];
  const algorithm = algorithmOf(policy);
  let nextCrossing = 0;
  for (let atMs = 0; atMs < Infinity;) {
    moveTo(context, atMs);
    const decision = algorithm.decide(context, plan, cursor);
    const last = entries.at(-1);
    if (last === undefined || !isSameDecision(last.decision, decision)) {
      entries.push({ fromMs: atMs, decision });
    }
    while (nextCrossing < crossings.length && crossings[nextCrossing]! <= atMs) nextCrossing++;
    atMs = Math.min(context.nextOpeningMs, crossings[nextCrossing] ?? Infinity);
  }
  return entries;
};

/** Whether two decisions say the same; a wait is the same wait until the same moment. */
export const isSameDecision = (a: Decision, b: Decision): boolean => {
  if (a.kind === 'selected' && b.kind === 'selected') {
    return a.clusterId === b.clusterId && a.phase === b.phase && a.rankDepth === b.rankDepth;
  }
  if (a.kind === 'wait' && b.kind === 'wait') return a.untilMs === b.untilMs;
  if (a.kind === 'unavailable' && b.kind === 'unavailable') return a.reason === b.reason;
  return a.kind === 'rejected' && b.kind === 'rejected' && a.code === b.code;
};
