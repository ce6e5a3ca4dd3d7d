/**
 * The series of one metric, kept here and read when a page is written.
 *
 * A registry of prom-client asks a metric for its values and for nothing else. Its own metrics look
 * their series up by a text of all labels at every change; a series here is found once and then
 * costs an addition.
 */
import type { MetricSpec } from './metrics.js';
import type { Labels } from './port.js';

/** One series. */
export type SeriesCell = Readonly<{
  /** Counts so much more, sets a gauge, or notes one duration. */
  record: (value: number) => void;
}>;

/** One line of a page. */
type Value = Readonly<{ metricName?: string; labels: Labels; value: number }>;

type Cell = SeriesCell &
  Readonly<{
    values: (name: string, labels: Labels) => readonly Value[];
    reset: () => void;
  }>;

/** All series of one metric. */
export class MetricFamily {
  readonly help: string;
  readonly type: MetricSpec['type'];
  /** How a cluster of processes adds it up. */
  readonly aggregator = 'sum';
  readonly #cells = new Map<string, Readonly<{ labels: Labels; cell: Cell }>>();
  readonly #newCell: () => Cell;

  constructor(
    /** Not read-only: a registry that writes OpenMetrics renames its counters. */
    public name: string,
    { help, type, labels, buckets = [] }: MetricSpec,
  ) {
    this.help = help;
    this.type = type;
    this.#newCell = () => (type === 'histogram' ? new Histogram(buckets) : new Scalar(type));
    // The only series there can be is there from the start.
    if (Object.keys(labels).length === 0) this.cell({});
  }

  /** The series with these labels, all of them and in their order; made when there is none. */
  cell(labels: Labels): SeriesCell {
    const key = JSON.stringify(Object.values(labels));
    let found = this.#cells.get(key);
    if (found === undefined) {
      found = { labels, cell: this.#newCell() };
      this.#cells.set(key, found);
    }
    return found.cell;
  }

  /** Its description and values, as a registry wants them. */
  readonly get = (): Promise<
    Pick<MetricFamily, 'name' | 'help' | 'type' | 'aggregator'> & Readonly<{ values: Value[] }>
  > => {
    const { name, help, type, aggregator } = this;
    const values = Array.from(this.#cells.values(), ({ labels, cell }) =>
      cell.values(name, labels),
    ).flat();
    return Promise.resolve({ name, help, type, aggregator, values });
  };

  /** Sets every series to 0. */
  reset(): void {
    for (const { cell } of this.#cells.values()) cell.reset();
  }
}

class Scalar implements Cell {
  #value = 0;
  readonly #isGauge: boolean;

  constructor(type: 'counter' | 'gauge') {
    this.#isGauge = type === 'gauge';
  }

  record(value: number): void {
    this.#value = this.#isGauge ? value : this.#value + value;
  }

  values(_name: string, labels: Labels): readonly Value[] {
    return [{ labels, value: this.#value }];
  }

  reset(): void {
    this.#value = 0;
  }
}

class Histogram implements Cell {
  /** Of each bucket alone, and of what is above all. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.#counts = new Float64Array(bounds.length + 1);
  }

  record(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at += 1;
    this.#counts[at]! += 1;
    this.#sum += value;
  }

  values(name: string, labels: Labels): readonly Value[] {
    const metricName = `${name}_bucket`;
    let count = 0;
    const buckets = [...this.bounds.map(String), '+Inf'].map((le, at): Value => {
      count += this.#counts[at]!;
      return { metricName, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }

  reset(): void {
    this.#counts.fill(0);
    this.#sum = 0;
  }
}
