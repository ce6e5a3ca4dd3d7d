/** Series that are found once and written to often. */
import type { CounterName, HistogramName } from './metrics.js';
import type { Labels, Metrics } from './port.js';

/** Counts so much more, or notes one duration. */
export type WriteSeries = (value: number) => void;

/** The counter with these labels. To be asked for when there is something to count. */
export const counterOf = (metrics: Metrics, metric: CounterName, labels: Labels): WriteSeries =>
  metrics.bind?.(metric, labels) ??
  ((by) => {
    metrics.count(metric, labels, by);
  });

/** The histogram with these labels. To be asked for when there is something to note. */
export const histogramOf = (metrics: Metrics, metric: HistogramName, labels: Labels): WriteSeries =>
  metrics.bind?.(metric, labels) ??
  ((value) => {
    metrics.observe(metric, labels, value);
  });

/** Series that differ in one label, each found when it is first written to. */
export class SeriesByLabel<Label> {
  readonly #known = new Map<Label, WriteSeries>();

  constructor(readonly find: (label: Label) => WriteSeries) {}

  /** The series with this label. */
  at(label: Label): WriteSeries {
    let series = this.#known.get(label);
    if (series === undefined) {
      series = this.find(label);
      this.#known.set(label, series);
    }
    return series;
  }
}
