import type { AlgorithmName } from '../../core/config/fields.js';
import type { Decision } from '../../core/decision.js';
import type { SessionState } from '../../core/request.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import type { SelectionLabel } from '../../session/label.js';
import {
  counterOf,
  histogramOf,
  SeriesByLabel,
  type WriteSeries,
} from '../telemetry/bound-series.js';
import type { Metrics } from '../telemetry/port.js';

/** The series that decisions of one algorithm for one target are counted in, each found once. */
export class DecisionSeries {
  #duration: WriteSeries | undefined;
  readonly #kinds: SeriesByLabel<Decision['kind']>;
  readonly #selections: SeriesByLabel<SelectionLabel>;
  readonly #sessions: Readonly<Record<SessionState, SeriesByLabel<SelectionLabel>>>;

  constructor(
    readonly metrics: Metrics,
    { routingKey, modelId }: Target,
    readonly algorithm: AlgorithmName,
  ) {
    const labels = { routing_key: routingKey ?? '', model: modelId, algorithm };
    const selectionsIn = (state: SessionState) =>
      new SeriesByLabel((selection: SelectionLabel) => {
        const ofState = { ...labels, session_state: state, selection };
        return counterOf(metrics, 'routingSessionSelections', ofState);
      });
    this.#kinds = new SeriesByLabel((kind) =>
      counterOf(metrics, 'routingDecisions', { algorithm, kind }),
    );
    this.#selections = new SeriesByLabel((selection) =>
      counterOf(metrics, 'routingSelections', { ...labels, selection }),
    );
    this.#sessions = {
      new: selectionsIn('new'),
      returning: selectionsIn('returning'),
      stale: selectionsIn('stale'),
    };
  }

  /** Time inside one decision. */
  noteDuration(seconds: number): void {
    const { metrics, algorithm } = this;
    this.#duration ??= histogramOf(metrics, 'routingDecisionDuration', { algorithm });
    this.#duration(seconds);
  }

  countDecision(kind: Exclude<Decision['kind'], 'rejected'>): void {
    this.#kinds.at(kind)(1);
  }

  countSelection(selection: SelectionLabel): void {
    this.#selections.at(selection)(1);
  }

  countSession(state: SessionState, selection: SelectionLabel): void {
    this.#sessions[state].at(selection)(1);
  }
}
