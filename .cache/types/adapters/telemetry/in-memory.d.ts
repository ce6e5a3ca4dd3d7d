import type { CounterName, GaugeName, HistogramName } from './metrics.js';
import type { Labels, LogEvent, Telemetry } from './port.js';
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
export type RecordedSeries = Readonly<{
    labels: Labels;
    value: number;
}>;
/** A telemetry that can be asked what it was told; for tests, as it forgets nothing. */
export type InMemoryTelemetry = Telemetry & Readonly<{
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
export declare const createInMemoryTelemetry: (options?: Readonly<{
    maxTargets?: number;
}>) => InMemoryTelemetry;
