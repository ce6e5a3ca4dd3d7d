import {
  counterOf,
  histogramOf,
  SeriesByLabel,
  type WriteSeries,
} from '../../telemetry/bound-series.js';
import { STATUS_LABELS } from '../../telemetry/label-values.js';
import type { CounterName, GaugeName, HistogramName } from '../../telemetry/metrics.js';
import type { Metrics } from '../../telemetry/port.js';

/** What the metrics of the requests of one server are called. */
export type RequestMetrics = Readonly<{
  requests: CounterName;
  duration: HistogramName;
  firstByte: HistogramName;
  inFlight: GaugeName;
  requestBytes: CounterName;
  responseBytes: CounterName;
}>;

/** One request that is over. */
export type CountedRequest = Readonly<{
  status: number;
  durationMs: number;
  /** Undefined where nothing came from behind. */
  firstByteMs: number | undefined;
  requestBytes: number;
  responseBytes: number;
}>;

/** Counts the requests of a server by model; the series of a model are found once. */
export class RequestSeries {
  readonly #models = new Map<string, ModelSeries>();

  constructor(
    readonly metrics: Metrics,
    readonly names: RequestMetrics,
  ) {}

  /** `model`: one that is served, or "". */
  count(model: string, request: CountedRequest): void {
    this.#of(model).count(request);
  }

  /** One of which nothing else is known: it took no time, and has no model. */
  countRefused(status: number): void {
    this.#of('').countStatus(status);
  }

  #of(model: string): ModelSeries {
    const known = this.#models.get(model);
    if (known !== undefined) return known;
    const series = new ModelSeries(this.metrics, this.names, model);
    if (this.#models.size < MAX_MODELS) this.#models.set(model, series);
    return series;
  }
}

/** Models whose series are remembered; they come and go with documents. */
const MAX_MODELS = 1_024;

class ModelSeries {
  readonly #statuses: SeriesByLabel<number>;
  readonly #duration: WriteSeries;
  readonly #requestBytes: WriteSeries;
  readonly #responseBytes: WriteSeries;
  #firstByte: WriteSeries | undefined;

  constructor(
    readonly metrics: Metrics,
    readonly names: RequestMetrics,
    readonly model: string,
  ) {
    this.#statuses = new SeriesByLabel((status) =>
      counterOf(metrics, names.requests, { model, status: statusLabel(status) }),
    );
    this.#duration = histogramOf(metrics, names.duration, { model });
    this.#requestBytes = counterOf(metrics, names.requestBytes, { model });
    this.#responseBytes = counterOf(metrics, names.responseBytes, { model });
  }

  countStatus(status: number): void {
    this.#statuses.at(status)(1);
  }

  count(request: CountedRequest): void {
    this.countStatus(request.status);
    this.#duration(request.durationMs / 1_000);
    if (request.firstByteMs !== undefined) this.#noteFirstByte(request.firstByteMs / 1_000);
    this.#requestBytes(request.requestBytes);
    this.#responseBytes(request.responseBytes);
  }

  #noteFirstByte(seconds: number): void {
    const { metrics, names, model } = this;
    this.#firstByte ??= histogramOf(metrics, names.firstByte, { model });
    this.#firstByte(seconds);
  }
}

const KNOWN_STATUSES: ReadonlySet<string> = new Set(STATUS_LABELS);

const statusLabel = (status: number): string => {
  const text = String(status);
  return KNOWN_STATUSES.has(text) ? text : `${text.charAt(0)}xx`;
};
