import type { CounterName, GaugeName, HistogramName } from './metrics.js';

export type Labels = Readonly<Record<string, string>>;

/** Where counters, gauges and histograms go. Metric names and labels: `METRICS`. */
export type Metrics = Readonly<{
  count: (metric: CounterName, labels: Labels, by?: number) => void;
  gauge: (metric: GaugeName, labels: Labels, value: number) => void;
  /** Durations in seconds. */
  observe: (metric: HistogramName, labels: Labels, value: number) => void;
  /**
   * The series with these labels, for whoever writes to it often: the result counts, or observes.
   * The series may exist with 0 from then on. Without it every change is looked up by its labels.
   */
  bind?: (metric: CounterName | HistogramName, labels: Labels) => (value: number) => void;
}>;

/** An open span. Every method is safe to call after `end`. */
export type Span = Readonly<{
  set: (attribute: string, value: string | number | boolean) => void;
  /** Marks the span as failed. */
  fail: (message: string) => void;
  end: () => void;
  /** W3C trace context headers to pass on (`traceparent`, `tracestate`), lower-case names. */
  headers: () => Readonly<Record<string, string>>;
}>;

/** Where spans go. */
export type Spans = Readonly<{
  /** Opens a span, below `parent`, or continuing the W3C context found in `headers`. */
  start: (
    name: string,
    from?: Readonly<{ parent?: Span; headers?: Readonly<Record<string, string | undefined>> }>,
  ) => Span;
}>;

/** Stable names of structured log events. */
export type LogEvent =
  | 'routing_session'
  | 'routing_expression_accepted'
  | 'routing_expression_rejected'
  | 'routing_expression_changed'
  | 'last_cluster_store_error'
  | 'snapshot_rejected'
  | 'file_unwatched'
  | 'backend_stale'
  | 'throughput_assumed'
  | 'caches_alternate'
  | 'reports_lost'
  | 'reports_back'
  | 'hints_missing'
  | 'config_loaded'
  | 'server_listening'
  | 'server_stopped'
  | 'model_directory_rejected'
  | 'upstream_error'
  | 'decision_records_lost'
  | 'config_rejected'
  | 'server_exposed'
  | 'engine_found'
  | 'engine_unanswered'
  | 'engine_model_left_out'
  | 'log_lines_lost'
  | 'telemetry_failed';

/** Fields of a log line beside its event; what is undefined is left out. */
export type LogFields = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

/** Where structured log lines go; `event` is always the first field. */
export type Log = Readonly<
  Record<'debug' | 'info' | 'warn', (event: LogEvent, fields: LogFields) => void>
>;

/**
 * Everything the adapters report goes through this port.
 *
 * Implementations: no-op (the default), in memory (tests), prom-client, OpenTelemetry, pino. None of
 * its methods may throw: `combineTelemetry` sees to that, whatever its parts do.
 */
export type Telemetry = Readonly<{ metrics: Metrics; spans: Spans; log: Log }>;
