/**
 * Telemetry of a service's own, which may throw: what is reported on goes on all the same.
 *
 * The first failure of metrics, of spans and of a recorder is logged; later ones, and those of the
 * log itself, are dropped.
 */
import type { Given } from '../../core/codec/option-ranges.js';
import { noOpLog, noOpMetrics, noOpSpans } from './no-op.js';
import type { Log, Metrics, Span, Spans, Telemetry } from './port.js';

/** Runs what may throw; gives the fallback then. */
type Attempt = <Result>(run: () => Result, fallback: Result) => Result;

/**
 * A telemetry of the given parts, that never throws; what is not given is not recorded.
 *
 * What a part throws is dropped, so that it fails no request; the first time it is logged as
 * `telemetry_failed`.
 */
export const combineTelemetry = ({ metrics, spans, log }: Given<Telemetry>): Telemetry => {
  const safeLog = log === undefined ? noOpLog : unfailingLog(log);
  return {
    metrics: metrics === undefined ? noOpMetrics : unfailingMetrics(metrics, safeLog),
    spans: spans === undefined ? noOpSpans : unfailingSpans(spans, safeLog),
    log: safeLog,
  };
};

/** Tells of the first failure of a part. */
export const attemptsOf = (part: 'metrics' | 'spans' | 'record', log: Log): Attempt => {
  let hasFailed = false;
  return (run, fallback) => {
    try {
      return run();
    } catch (error) {
      if (!hasFailed) {
        hasFailed = true;
        const message = error instanceof Error ? error.message : String(error);
        log.warn('telemetry_failed', { part, message });
      }
      return fallback;
    }
  };
};

const unfailingLog = (log: Log): Log => {
  const quietly =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields) => {
      try {
        log[level](event, fields);
      } catch {
        // There is nowhere to tell it.
      }
    };
  return { debug: quietly('debug'), info: quietly('info'), warn: quietly('warn') };
};

const nothing = (): void => undefined;

const unfailingMetrics = (metrics: Metrics, log: Log): Metrics => {
  const attempt = attemptsOf('metrics', log);
  const { bind } = metrics;
  return {
    count: (metric, labels, by) => attempt(() => metrics.count(metric, labels, by), undefined),
    gauge: (metric, labels, value) =>
      attempt(() => metrics.gauge(metric, labels, value), undefined),
    observe: (metric, labels, value) =>
      attempt(() => metrics.observe(metric, labels, value), undefined),
    ...(bind && {
      bind: (metric, labels) => {
        const note = attempt(() => bind.call(metrics, metric, labels), nothing);
        return (value) => attempt(() => note(value), undefined);
      },
    }),
  };
};

const unfailingSpans = (spans: Spans, log: Log): Spans => {
  const attempt = attemptsOf('spans', log);
  return {
    start: (name, from) => {
      const { parent } = from ?? {};
      const inner = parent instanceof UnfailingSpan ? { ...from, parent: parent.span } : from;
      const open = (): Span => new UnfailingSpan(spans.start(name, inner), attempt);
      // What failed to open still passes the trace of the caller on.
      return attempt<Span | undefined>(open, undefined) ?? noOpSpans.start(name, from);
    },
  };
};

class UnfailingSpan implements Span {
  constructor(
    readonly span: Span,
    readonly attempt: Attempt,
  ) {}

  readonly set: Span['set'] = (attribute, value) => {
    this.attempt(() => this.span.set(attribute, value), undefined);
  };

  readonly fail: Span['fail'] = (message) => {
    this.attempt(() => this.span.fail(message), undefined);
  };

  readonly end: Span['end'] = () => {
    this.attempt(() => this.span.end(), undefined);
  };

  readonly headers: Span['headers'] = () => this.attempt(() => this.span.headers(), {});
}
