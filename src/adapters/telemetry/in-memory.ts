import { loggableFields } from './log-fields.js';
import type { CounterName, GaugeName, HistogramName, MetricName } from './metrics.js';
import { passedThrough } from './no-op.js';
import type { Labels, Log, LogEvent, Metrics, Span, Spans, Telemetry } from './port.js';
import { COUNTERS_FROM_CREATION, createSeriesOf, isCountable, labelSets } from './series.js';

export type RecordedSpan = Readonly<{
  name: string;
  /** Name of the span it lies in. */
  parent: string | undefined;
  attributes: ReadonlyMap<string, string | number | boolean>;
  /** Why it failed, if it did. */
  failure: string | undefined;
  hasEnded: boolean;
}>;

export type RecordedLine = Readonly<{
  level: 'debug' | 'info' | 'warn';
  event: LogEvent;
  fields: Readonly<Record<string, unknown>>;
}>;

export type RecordedSeries = Readonly<{ labels: Labels; value: number }>;

/** A telemetry that can be asked what it was told; for tests, as it forgets nothing. */
export type InMemoryTelemetry = Telemetry &
  Readonly<{
    /** Sum of the series that carry these labels; undefined when there is none. */
    counter: (metric: CounterName, labels?: Labels) => number | undefined;
    /** The value of the one series with these labels; undefined when there is none. */
    gaugeValue: (metric: GaugeName, labels: Labels) => number | undefined;
    /** Everything observed by the series that carry these labels, in order. */
    observations: (metric: HistogramName, labels?: Labels) => readonly number[];
    /** The series of a counter or gauge, in order of appearance. */
    series: (metric: CounterName | GaugeName) => readonly RecordedSeries[];
    /** Spans in order of their start. */
    recordedSpans: () => readonly RecordedSpan[];
    lines: (event?: LogEvent) => readonly RecordedLine[];
  }>;

/** Makes one; `maxTargets` caps (routing_key, model) pairs as in every adapter, default 1,000. */
export const createInMemoryTelemetry = (
  options: Readonly<{ maxTargets?: number }> = {},
): InMemoryTelemetry => {
  const metrics = recordMetrics(options.maxTargets);
  const spans = recordSpans();
  const lines: RecordedLine[] = [];
  return {
    metrics: metrics.port,
    spans: spans.port,
    log: recordLog(lines),
    counter: (metric, labels = {}) => {
      const matching = metrics.find(metric, labels);
      return matching.length === 0
        ? undefined
        : matching.reduce((sum, { value }) => sum + value, 0);
    },
    gaugeValue: (metric, labels) => metrics.find(metric, labels)[0]?.value,
    observations: (metric, labels = {}) =>
      metrics.find(metric, labels).flatMap(({ observed }) => observed),
    series: (metric) => metrics.find(metric, {}).map(({ labels, value }) => ({ labels, value })),
    recordedSpans: () => [...spans.recorded],
    lines: (event) => lines.filter((line) => event === undefined || line.event === event),
  };
};

type Entry = { labels: Labels; value: number; observed: number[] };

const recordMetrics = (maxTargets?: number) => {
  const seriesOf = createSeriesOf(maxTargets);
  const entries = new Map<MetricName, Map<string, Entry>>();
  const change = (metric: MetricName, given: Labels, by: (entry: Entry) => void): void => {
    const labels = seriesOf(metric, given);
    const series = entries.get(metric) ?? new Map<string, Entry>();
    entries.set(metric, series);
    const key = JSON.stringify(labels);
    const entry = series.get(key) ?? { labels, value: 0, observed: [] };
    series.set(key, entry);
    by(entry);
  };
  const port: Metrics = {
    count: (metric, labels, by = 1) => {
      if (isCountable(by)) change(metric, labels, (entry) => (entry.value += by));
    },
    gauge: (metric, labels, value) => {
      if (Number.isFinite(value)) change(metric, labels, (entry) => (entry.value = value));
    },
    observe: (metric, labels, value) => {
      if (isCountable(value)) change(metric, labels, (entry) => entry.observed.push(value));
    },
  };
  for (const metric of COUNTERS_FROM_CREATION) {
    for (const labels of labelSets(metric)) port.count(metric, labels, 0);
  }
  const find = (metric: MetricName, labels: Labels): readonly Entry[] =>
    [...(entries.get(metric)?.values() ?? [])].filter((entry) => carries(entry.labels, labels));
  return { port, find };
};

const carries = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([label, value]) => labels[label] === value);

const recordSpans = () => {
  type Mutable = { -readonly [K in keyof RecordedSpan]: RecordedSpan[K] } & {
    attributes: Map<string, string | number | boolean>;
  };
  const recorded: RecordedSpan[] = [];
  const names = new WeakMap<Span, string>();
  const start: Spans['start'] = (name, from = {}) => {
    const parent = from.parent === undefined ? undefined : names.get(from.parent);
    const record: Mutable = {
      name,
      parent,
      attributes: new Map(),
      failure: undefined,
      hasEnded: false,
    };
    recorded.push(record);
    const headers = from.headers === undefined ? {} : passedThrough(from.headers);
    const span: Span = {
      set: (attribute, value) => void (record.hasEnded || record.attributes.set(attribute, value)),
      fail: (message) => void (record.hasEnded || (record.failure = message)),
      end: () => void (record.hasEnded = true),
      headers: from.parent?.headers ?? (() => headers),
    };
    names.set(span, name);
    return span;
  };
  return { port: { start }, recorded };
};

const recordLog = (lines: RecordedLine[]): Log => {
  const at =
    (level: RecordedLine['level']): Log['info'] =>
    (event, fields) =>
      void lines.push({ level, event, fields: loggableFields(fields) });
  return { debug: at('debug'), info: at('info'), warn: at('warn') };
};
