import type { Decision, Selected } from '../../core/decision.js';
import { FIELDS, type AlgorithmName } from '../../core/config/fields.js';
import type { Policy } from '../../core/config/policy.js';
import type { View } from '../../core/view/view.js';
import { labelSelection } from '../../session/label.js';
import type { RoutingRequest } from '../../core/request.js';
import type { DecisionSeries } from './decision-series.js';
import type { Log, Span, Telemetry } from '../telemetry/port.js';

/** One decision and what it was about. */
export type DecisionReport = Readonly<{
  policy: Policy;
  view: View;
  request: RoutingRequest;
  decision: Decision;
  /** Time inside `decide`. */
  durationMs: number;
  span: Span | undefined;
  /** Where decisions of the policy for the target of the view are counted. */
  series: DecisionSeries;
}>;

/** Counts a decision, and on a selection says where the request went, and why. */
export const reportDecision = (telemetry: Telemetry, report: DecisionReport): void => {
  const { policy, decision, span, series } = report;
  const { algorithm } = policy;
  series.noteDuration(report.durationMs / 1000);
  span?.set('routing.algorithm', algorithm);
  if (decision.kind === 'rejected') {
    if (decision.code === 'input_work_limit_exceeded') {
      telemetry.metrics.count('admissionRejections', { algorithm });
    }
    return;
  }
  series.countDecision(decision.kind);
  if (decision.sessionState !== null) span?.set('routing.session_state', decision.sessionState);
  if (decision.kind === 'selected') reportSelection(telemetry.log, report, decision);
};

/** Algorithms that compare by a configured comparator. */
const COMPARING: readonly AlgorithmName[] = FIELDS.comparator.algorithms;

const reportSelection = (
  log: Log,
  { policy, view, request, span, series }: DecisionReport,
  selected: Selected,
): void => {
  const { algorithm, comparator } = policy;
  series.countSelection(selected.rankDepth > 1 ? 'fallback' : 'primary');
  if (COMPARING.includes(algorithm)) span?.set('routing.comparator', comparator);
  span?.set('routing.rank_depth', selected.rankDepth);
  span?.set('routing.phase', selected.phase);
  span?.set('selected_cluster.id', selected.clusterId);
  if (selected.sessionState === null) return;
  const selection = labelSelection(policy, view, request, selected);
  const session_state = selected.sessionState;
  series.countSession(session_state, selection);
  const { routingKey, modelId } = view.target;
  log.debug('routing_session', {
    request_id: request.requestId,
    model: modelId,
    routing_key: routingKey ?? null,
    session_state,
    promoted: selected.promoted,
    selected_cluster: selected.clusterId,
    selection,
  });
};
