/** Spans for `@opentelemetry/api`. */
import type * as OpenTelemetryApi from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import type { Spans } from './port.js';
type Api = Pick<typeof OpenTelemetryApi, 'context' | 'createTraceState' | 'isSpanContextValid' | 'propagation' | 'trace'>;
export type OpenTelemetryOptions = Readonly<{
    /** Default: the tracer `homeward` of the global provider. */
    tracer?: Tracer;
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
export declare const createOpenTelemetrySpans: (api: Api, options?: OpenTelemetryOptions) => Spans;
/** The same with the package loaded now; a fault names it when it is not installed. */
export declare const loadOpenTelemetrySpans: (options?: OpenTelemetryOptions) => TE.TaskEither<Fault, Spans>;
export {};
