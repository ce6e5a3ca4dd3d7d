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
export declare const parseTraceContext: (headers: TraceHeaders) => TraceContext | undefined;
/** The headers that carry a trace context on. */
export declare const traceHeaders: (context: TraceContext) => Readonly<Record<string, string>>;
