import type { Backend } from '../../fleet/port.js';
import { counterOf, type WriteSeries } from '../../telemetry/bound-series.js';
import type { Metrics } from '../../telemetry/port.js';
import type { SendOrder } from './outcomes.js';

/** The counters that every request writes for the backend it is sent to. */
type Counters = Readonly<{
  model: string;
  selections: WriteSeries;
  firstAttempts: WriteSeries;
  firstAttemptsHere: WriteSeries;
}>;

/** Counts selections and attempts by backend; what is not a retry without looking series up. */
export class BackendSeries {
  readonly #known = new WeakMap<Backend, Counters>();

  constructor(readonly metrics: Metrics) {}

  /** The cluster of the backend was selected. */
  countSelection(model: string, backend: Backend): void {
    this.#of(model, backend).selections(1);
  }

  /** A request was sent for this reason, to whichever backend. */
  countAttempt(model: string, backend: Backend, reason: SendOrder['reason']): void {
    if (reason === 'first') {
      this.#of(model, backend).firstAttempts(1);
      return;
    }
    this.metrics.count('proxyAttempts', { model, reason });
    this.metrics.count('proxyRetries', { model, reason });
  }

  /** The backend had the request, as far as is known. */
  countArrival(model: string, backend: Backend, reason: SendOrder['reason']): void {
    if (reason === 'first') this.#of(model, backend).firstAttemptsHere(1);
    else {
      const labels = { model, cluster: backend.clusterId, backend: backend.id, reason };
      this.metrics.count('backendAttempts', labels);
    }
  }

  #of(model: string, backend: Backend): Counters {
    const known = this.#known.get(backend);
    // A fleet may have one backend for several models.
    if (known?.model === model) return known;
    const { metrics } = this;
    const place = { model, cluster: backend.clusterId };
    const here = { ...place, backend: backend.id, reason: 'first' };
    const counters = {
      model,
      selections: counterOf(metrics, 'clusterSelections', place),
      firstAttempts: counterOf(metrics, 'proxyAttempts', { model, reason: 'first' }),
      firstAttemptsHere: counterOf(metrics, 'backendAttempts', here),
    };
    this.#known.set(backend, counters);
    return counters;
  }
}
