/**
 * What the tracker tells about its lookups and writes: counters, spans, warnings.
 *
 * Affinity keys and session ids never get here, so they cannot be logged.
 */
import type { Span, Telemetry } from '../../telemetry/port.js';
import type { Clock } from '../../time/clock.js';
import type { Failure } from './failure.js';
/** The request a lookup or write belongs to. */
export type LastClusterContext = Readonly<{
    requestId: string;
    model: string;
    /** Absent or empty: unscoped. */
    routingKey?: string | undefined;
    /** Parent of the spans. */
    span?: Span | undefined;
}>;
export type LookupResult = 'hit' | 'miss' | 'error' | 'timeout' | 'skipped';
export type WriteResult = 'ok' | 'error';
export type Operation = 'lookup' | 'write';
/** Reports the tracker's work. */
export type LastClusterReport = Readonly<{
    startSpan: (operation: Operation, context: LastClusterContext) => Span;
    /** A finished lookup; one without span and duration was skipped. */
    lookup: (result: LookupResult, durationMs?: number) => void;
    write: (result: WriteResult) => void;
    /** Ends a span; a failure also marks it and is logged. */
    end: (span: Span, operation: Operation, result: LookupResult | WriteResult, failure: Failure | undefined, context: LastClusterContext) => void;
}>;
/** Starts every counter at 0. */
export declare const createLastClusterReport: ({ metrics, spans, log }: Telemetry, clock: Clock) => LastClusterReport;
