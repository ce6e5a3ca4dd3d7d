/** Spans for `@opentelemetry/api`. */
import type * as OpenTelemetryApi from '@opentelemetry/api';
import type { Context, Span as OpenTelemetrySpan, Tracer } from '@opentelemetry/api';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { shortened } from '../../core/codec/fault.js';
import { LOG_TEXT_MAX_LENGTH } from './log-fields.js';
import { loadPackage } from '../node/load-package.js';
import type { Span, Spans } from './port.js';
import { parseTraceContext, traceHeaders, type TraceHeaders } from './w3c-trace-context.js';

type Api = Pick<
  typeof OpenTelemetryApi,
  'context' | 'createTraceState' | 'isSpanContextValid' | 'propagation' | 'trace'
>;

/** What `createOpenTelemetrySpans` may be told; nothing is required. */
export type OpenTelemetryOptions = Readonly<{
  /** Default: the tracer `homeward` of the global provider. */
  tracer?: Tracer | undefined;
}>;

/**
 * Reports spans to OpenTelemetry, given as the module `@opentelemetry/api`.
 *
 * A span lies in its parent, else in the span that is active (the service's own instrumentation has
 * continued the caller's trace then), else it continues the trace in the headers. Headers are read
 * and written by the registered propagator; where none is registered, as W3C trace context.
 *
 * @example
 * const spans = createOpenTelemetrySpans(await import('@opentelemetry/api'));
 */
export const createOpenTelemetrySpans = (api: Api, options: OpenTelemetryOptions = {}): Spans => {
  const tracer = options.tracer ?? api.trace.getTracer('homeward');
  const contexts = new WeakMap<Span, Context>();
  return {
    start: (name, from = {}) => {
      const outer =
        (from.parent && contexts.get(from.parent)) ?? callerContext(api, from.headers ?? {});
      const opened = tracer.startSpan(name, {}, outer);
      // Nobody records, and there is no trace to continue: as everywhere without a provider.
      if (!opened.isRecording() && !api.isSpanContextValid(opened.spanContext())) {
        return hasPropagator(api) ? passing(() => outgoingHeaders(api, outer, opened)) : SILENT;
      }
      const inner = api.trace.setSpan(outer, opened);
      const span = toSpan(opened, () => outgoingHeaders(api, inner, opened));
      contexts.set(span, inner);
      return span;
    },
  };
};

/** The same with the package loaded now; a fault names it when it is not installed. */
export const loadOpenTelemetrySpans = (
  options: OpenTelemetryOptions = {},
): TE.TaskEither<Fault, Spans> =>
  pipe(
    loadPackage<Api>('@opentelemetry/api'),
    TE.map((api) => createOpenTelemetrySpans(api, options)),
  );

/** `SpanStatusCode.ERROR`; the enum is a value of the optional package. */
const ERROR_STATUS_CODE = 2;

const ignore = (): void => undefined;

/** A span that records nothing. */
const passing = (headers: Span['headers']): Span => ({
  set: ignore,
  fail: ignore,
  end: ignore,
  headers,
});

const SILENT: Span = passing(() => ({}));

const toSpan = (opened: OpenTelemetrySpan, headers: Span['headers']): Span => {
  let hasEnded = false;
  const whileOpen = (act: () => void): void => {
    if (!hasEnded) act();
  };
  return {
    set: (attribute, value) => whileOpen(() => opened.setAttribute(attribute, value)),
    fail: (message) =>
      whileOpen(() =>
        opened.setStatus({
          code: ERROR_STATUS_CODE,
          message: shortened(message, LOG_TEXT_MAX_LENGTH),
        }),
      ),
    end: () =>
      whileOpen(() => {
        hasEnded = true;
        opened.end();
      }),
    headers,
  };
};

const callerContext = (api: Api, headers: TraceHeaders): Context => {
  const active = api.context.active();
  if (api.trace.getSpan(active) !== undefined) return active;
  if (hasPropagator(api)) return api.propagation.extract(active, headers);
  const caller = parseTraceContext(headers);
  if (caller === undefined) return active;
  const { traceState, ...ids } = caller;
  const state = traceState === undefined ? {} : { traceState: api.createTraceState(traceState) };
  return api.trace.setSpanContext(active, { ...ids, ...state, isRemote: true });
};

const outgoingHeaders = (api: Api, context: Context, span: OpenTelemetrySpan) => {
  if (hasPropagator(api)) {
    const headers: Record<string, string> = {};
    api.propagation.inject(context, headers);
    return headers;
  }
  const { traceState, ...ids } = span.spanContext();
  if (!api.isSpanContextValid(ids)) return {};
  return traceHeaders({ ...ids, traceState: traceState?.serialize() || undefined });
};

const hasPropagator = (api: Api): boolean => api.propagation.fields().length > 0;
