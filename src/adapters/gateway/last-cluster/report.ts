/**
 * What the tracker tells about its lookups and writes: counters, spans, warnings.
 *
 * Affinity keys and session ids never get here, so they cannot be logged.
 */
import { counterOf, histogramOf, type WriteSeries } from '../../telemetry/bound-series.js';
import type { Metrics, Span, Telemetry } from '../../telemetry/port.js';
import type { Clock } from '../../time/clock.js';
import type { Failure } from './failure.js';
import { createLogSampler, type LogSampler } from '../../telemetry/log-sampler.js';

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
  /** The store was asked, and did what it was asked to, or did not. */
  asked: (isWell: boolean) => void;
  /** Whether the store failed the last time it was asked. */
  isFailing: () => boolean;
  /** Ends a span; a failure also marks it and is logged. */
  end: (
    span: Span,
    operation: Operation,
    result: LookupResult | WriteResult,
    failure: Failure | undefined,
    context: LastClusterContext,
  ) => void;
}>;

const LOOKUP_RESULTS: readonly LookupResult[] = ['hit', 'miss', 'error', 'timeout', 'skipped'];
const WRITE_RESULTS: readonly WriteResult[] = ['ok', 'error'];

/** Starts every counter at 0. */
export const createLastClusterReport = (
  { metrics, spans, log }: Telemetry,
  clock: Clock,
): LastClusterReport => {
  const lookups = countersOf(metrics, 'lastClusterLookups', LOOKUP_RESULTS);
  const writes = countersOf(metrics, 'lastClusterWrites', WRITE_RESULTS);
  const noteDuration = histogramOf(metrics, 'lastClusterLookupDuration', {});
  const samplers = { lookup: createSamplers(), write: createSamplers() };
  const warn = (operation: Operation, failure: Failure, context: LastClusterContext): void => {
    const suppressed = samplers[operation][failure.kind](clock.nowMs());
    if (suppressed === undefined) return;
    log.warn('last_cluster_store_error', {
      request_id: context.requestId,
      model: context.model,
      routing_key: context.routingKey,
      operation,
      kind: failure.kind,
      error: failure.message,
      suppressed,
    });
  };
  let isFailing = false;
  return {
    asked: (isWell) => {
      isFailing = !isWell;
    },
    isFailing: () => isFailing,
    startSpan: (operation, { span }) =>
      spans.start(
        `llm-api-gateway.last_cluster_${operation}`,
        span === undefined ? {} : { parent: span },
      ),
    lookup: (result, durationMs) => {
      lookups.get(result)?.(1);
      if (durationMs !== undefined) noteDuration(durationMs / 1_000);
    },
    write: (result) => {
      writes.get(result)?.(1);
    },
    end: (span, operation, result, failure, context) => {
      span.set('result', result);
      if (failure !== undefined) {
        span.fail(failure.message);
        warn(operation, failure, context);
      }
      span.end();
    },
  };
};

/** Errors: 20 lines a second. Timeouts and drops come in floods: one line in ten seconds. */
const createSamplers = (): Readonly<Record<Failure['kind'], LogSampler>> => ({
  error: createLogSampler(20, 1_000),
  timeout: createLogSampler(1, 10_000),
  dropped: createLogSampler(1, 10_000),
});

/** A counter for each result, all of them there from the start. */
const countersOf = <R extends string>(
  metrics: Metrics,
  metric: 'lastClusterLookups' | 'lastClusterWrites',
  results: readonly R[],
): ReadonlyMap<R, WriteSeries> =>
  new Map(
    results.map((result) => {
      const counter = counterOf(metrics, metric, { result });
      counter(0);
      return [result, counter];
    }),
  );
