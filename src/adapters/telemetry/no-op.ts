import type { Log, Metrics, Span, Spans, Telemetry } from './port.js';
import { parseTraceContext, traceHeaders, type TraceHeaders } from './w3c-trace-context.js';

const nothing = (): void => undefined;

export const noOpMetrics: Metrics = {
  count: nothing,
  gauge: nothing,
  observe: nothing,
  bind: () => nothing,
};

export const noOpLog: Log = { debug: nothing, info: nothing, warn: nothing };

/** The caller's W3C headers, to be passed on as they came; empty when malformed. */
export const passedThrough = (headers: TraceHeaders): Readonly<Record<string, string>> => {
  const context = parseTraceContext(headers);
  return context === undefined ? {} : traceHeaders(context);
};

const spanWith = (headers: Span['headers']): Span => ({
  set: nothing,
  fail: nothing,
  end: nothing,
  headers,
});

const SPAN_WITHOUT_CALLER = spanWith(() => ({}));

/** Records nothing; the caller's trace context is still passed on to the next server. */
export const noOpSpans: Spans = {
  start: (_name, from) => {
    if (from?.parent !== undefined) return spanWith(from.parent.headers);
    if (from?.headers === undefined) return SPAN_WITHOUT_CALLER;
    const headers = passedThrough(from.headers);
    return spanWith(() => headers);
  },
};

/** The default: nothing is recorded. */
export const noOpTelemetry: Telemetry = { metrics: noOpMetrics, spans: noOpSpans, log: noOpLog };
