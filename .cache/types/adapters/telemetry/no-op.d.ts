import type { Log, Metrics, Spans, Telemetry } from './port.js';
import { type TraceHeaders } from './w3c-trace-context.js';
export declare const noOpMetrics: Metrics;
export declare const noOpLog: Log;
/** The caller's W3C headers, to be passed on as they came; empty when malformed. */
export declare const passedThrough: (headers: TraceHeaders) => Readonly<Record<string, string>>;
/** Records nothing; the caller's trace context still reaches whoever is called next. */
export declare const noOpSpans: Spans;
/** The default: nothing is recorded. */
export declare const noOpTelemetry: Telemetry;
/** A telemetry of the given parts; what is not given is not recorded. */
export declare const combineTelemetry: (parts: Partial<Telemetry>) => Telemetry;
