/**
 * The timeline of a request: every decision it would see while it waits on one view.
 *
 * Nothing is sampled. Between two moments at which a bucket, band or phase opens, or at which
 * the sliding queue SLO admits or drops a cluster, a decision cannot change; so it is enough to
 * decide at those moments.
 */
import { createDecisionContext } from './decision-context.js';
import { decideIn } from './decide.js';
import type { Decision } from './decision.js';
import { estimateQueueMs, queueLimitMs } from './estimate.js';
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

export const timelineOf = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  plan: SessionPlan,
  cursor: number,
): readonly TimelineEntry[] => {
  const crossings = queueSloCrossings(policy, view, request);
  const entries: TimelineEntry[] = [];
  let nextCrossing = 0;
  for (let atMs = 0; atMs < Infinity;) {
    const context = createDecisionContext(policy, view, request, atMs, null);
    const decision = decideIn(context, plan, cursor);
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

/**
 * The moments, ascending, at which the sliding queue SLO first treats some cluster differently.
 * With the floor below the ceiling a cluster is admitted then, with the floor above it dropped.
 */
const queueSloCrossings = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
): readonly number[] => {
  const { queueSlo } = policy;
  const sloMs = request.requestSloMs ?? 0;
  if (queueSlo === null || sloMs <= 0) return [];
  const { floorMs, ceilMs } = queueSlo;
  const { columns, membership } = View.stateOf(view);
  const moments = new Set<number>();
  for (const cluster of membership.all.order) {
    const queueMs = estimateQueueMs(columns, cluster, request.priority ?? 0);
    const isAdmitted = (atMs: number): boolean => queueMs <= queueLimitMs(policy, sloMs, atMs);
    if (isAdmitted(0) === isAdmitted(sloMs)) continue;
    const estimateMs = ((queueMs - floorMs) / (ceilMs - floorMs)) * sloMs;
    moments.add(firstMomentOf((atMs) => isAdmitted(atMs) !== isAdmitted(0), sloMs, estimateMs));
  }
  return [...moments].sort((a, b) => a - b);
};

/**
 * The least moment in (0, endMs] at which a condition holds that, once true, stays true. Found by
 * bisection down to neighbouring numbers, starting close around an estimate.
 */
const firstMomentOf = (
  holds: (atMs: number) => boolean,
  endMs: number,
  estimateMs: number,
): number => {
  const slackMs = Math.abs(estimateMs) * 1e-12;
  const below = Math.max(0, estimateMs - slackMs);
  const above = Math.min(endMs, estimateMs + slackMs);
  let falseAt = holds(below) ? 0 : below;
  let trueAt = holds(above) ? above : endMs;
  for (;;) {
    const middle = falseAt + (trueAt - falseAt) / 2;
    if (!(middle > falseAt && middle < trueAt)) return trueAt;
    if (holds(middle)) trueAt = middle;
    else falseAt = middle;
  }
};
