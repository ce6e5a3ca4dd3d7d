import * as E from 'fp-ts/lib/Either.js';
import type * as Pino from 'pino';
import { loadPackage } from '../node/load-package.js';
import type { MetricSpec } from '../telemetry/metrics.js';
import { combineTelemetry } from '../telemetry/no-op.js';
import { loadOpenTelemetrySpans } from '../telemetry/opentelemetry.js';
import { createPinoLog } from '../telemetry/pino.js';
import type { Log, Telemetry } from '../telemetry/port.js';
import { loadPrometheusMetrics, type PrometheusMetrics } from '../telemetry/prometheus.js';
import { createJsonLinesLog, type LogLevel } from './json-lines-log.js';

/** The telemetry of a server, and its metrics page if there is one. */
export type ServerTelemetry = Readonly<{
  telemetry: Telemetry;
  /** Undefined when prom-client is not installed. */
  metrics: PrometheusMetrics | undefined;
}>;

/**
 * Telemetry from whatever is installed: prom-client, @opentelemetry/api, pino. What is missing is
 * not recorded, except log lines, which need no package.
 */
export const loadTelemetry = async (
  role: MetricSpec['role'],
  logLevel: LogLevel,
): Promise<ServerTelemetry> => {
  const [metrics, spans, log] = await Promise.all([
    loadPrometheusMetrics({ roles: [role] })(),
    loadOpenTelemetrySpans()(),
    loadLog(logLevel),
  ]);
  return {
    telemetry: combineTelemetry({
      log,
      ...(E.isRight(metrics) && { metrics: metrics.right }),
      ...(E.isRight(spans) && { spans: spans.right }),
    }),
    metrics: E.isRight(metrics) ? metrics.right : undefined,
  };
};

/** pino, or lines of the same shape without it; both on standard error. */
const loadLog = async (level: LogLevel): Promise<Log> => {
  const pino = await loadPackage<Pick<typeof Pino, 'pino' | 'destination'>>('pino')();
  if (E.isRight(pino)) {
    return createPinoLog(
      pino.right.pino({ level }, pino.right.destination({ dest: 2, sync: true })),
    );
  }
  return createJsonLinesLog(level, (line) => {
    process.stderr.write(line);
  });
};
