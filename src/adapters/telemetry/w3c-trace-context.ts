/** W3C trace context headers: https://www.w3.org/TR/trace-context/ */

/** Request headers by lower-case name. */
export type TraceHeaders = Readonly<Record<string, string | undefined>>;

/** A caller's place in a trace; the headers are those that carried it. */
export type TraceContext = Readonly<{
  traceId: string;
  spanId: string;
  traceFlags: number;
  traceState: string | undefined;
}>;

/** Reads the caller's trace context; undefined when there is none or it is malformed. */
export const parseTraceContext = (headers: TraceHeaders): TraceContext | undefined => {
  const parts = TRACEPARENT.exec(headers['traceparent']?.trim() ?? '');
  if (parts === null) return undefined;
  const [, version, traceId, spanId, flags, rest] = parts;
  if (version === '00' && rest !== '') return undefined;
  const traceState = headers['tracestate'];
  return {
    traceId: traceId!,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16),
    traceState: traceState !== undefined && TRACESTATE.test(traceState) ? traceState : undefined,
  };
};

/** The headers that carry a trace context on. */
export const traceHeaders = (context: TraceContext): Readonly<Record<string, string>> => {
  const flags = context.traceFlags.toString(16).padStart(2, '0');
  const traceparent = `00-${context.traceId}-${context.spanId}-${flags}`;
  return context.traceState === undefined
    ? { traceparent }
    : { traceparent, tracestate: context.traceState };
};

/** Version, trace id, span id, flags, and what later versions may append. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})((?:-.*)?)$/;

const TRACESTATE = /^[\t\x20-\x7e]+$/;
