import type { AlgorithmName } from '../../core/config/fields.js';
import type { Decision } from '../../core/decision.js';
import type { SessionState } from '../../core/request.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import type { SelectionLabel } from '../../session/label.js';
import { counterOf, histogramOf, type WriteSeries } from '../telemetry/bound-series.js';
import type { Labels, Metrics } from '../telemetry/port.js';

/** The series that decisions of one algorithm for one target are counted in, each found once. */
export class DecisionSeries {
  #duration: WriteSeries | undefined;
  readonly #kinds = new Map<Decision['kind'], WriteSeries>();
  readonly #selections = new Map<SelectionLabel, WriteSeries>();
  readonly #sessions: Readonly<Record<SessionState, Map<SelectionLabel, WriteSeries>>> = {
    new: new Map(),
    returning: new Map(),
    stale: new Map(),
  };
  readonly #labels: Labels;

  constructor(
    readonly metrics: Metrics,
    { routingKey, modelId }: Target,
    readonly algorithm: AlgorithmName,
  ) {
    this.#labels = { routing_key: routingKey ?? '', model: modelId, algorithm };
  }

  /** Time inside one decision. */
  noteDuration(seconds: number): void {
    const { metrics, algorithm } = this;
    this.#duration ??= histogramOf(metrics, 'routingDecisionDuration', { algorithm });
    this.#duration(seconds);
  }

  countDecision(kind: Exclude<Decision['kind'], 'rejected'>): void {
    const { metrics, algorithm } = this;
    const labels = { algorithm, kind };
    countIn(this.#kinds, kind, () => counterOf(metrics, 'routingDecisions', labels));
  }

  countSelection(selection: SelectionLabel): void {
    countIn(this.#selections, selection, () =>
      counterOf(this.metrics, 'routingSelections', { ...this.#labels, selection }),
    );
  }

  countSession(state: SessionState, selection: SelectionLabel): void {
    countIn(this.#sessions[state], selection, () => {
      const labels = { ...this.#labels, session_state: state, selection };
      return counterOf(this.metrics, 'routingSessionSelections', labels);
    });
  }
}

const countIn = <K>(known: Map<K, WriteSeries>, key: K, find: () => WriteSeries): void => {
  let series = known.get(key);
  if (series === undefined) {
    series = find();
    known.set(key, series);
  }
  series(1);
};
