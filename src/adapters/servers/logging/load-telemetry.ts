import * as E from 'fp-ts/lib/Either.js';
import { version } from '../../../../package.json';
import type { MetricSpec } from '../../telemetry/metrics.js';
import { noOpTelemetry } from '../../telemetry/no-op.js';
import { loadOpenTelemetrySpans } from '../../telemetry/opentelemetry.js';
import type { Log, Telemetry } from '../../telemetry/port.js';
import { loadPrometheusMetrics, type PrometheusMetrics } from '../../telemetry/prometheus.js';
import { createJsonLinesLog, type LogLevel } from './json-lines-log.js';
import { createLogWriter } from './log-writer.js';

/** The telemetry of a server, and its metrics page if there is one. */
export type ServerTelemetry = Readonly<{
  telemetry: Telemetry;
  /** Undefined when prom-client is not installed. */
  metrics: PrometheusMetrics | undefined;
}>;

/**
 * Telemetry from whatever is installed: prom-client, @opentelemetry/api. What is missing is not
 * recorded; log lines need no package.
 */
export const loadTelemetry = async (
  roles: readonly MetricSpec['role'][],
  logLevel: LogLevel,
): Promise<ServerTelemetry> => {
  const [metrics, spans] = await Promise.all([
    loadPrometheusMetrics({ roles, buildVersion: version })(),
    loadOpenTelemetrySpans()(),
  ]);
  return {
    telemetry: {
      ...noOpTelemetry,
      log: createServerLog(logLevel),
      ...(E.isRight(metrics) && { metrics: metrics.right }),
      ...(E.isRight(spans) && { spans: spans.right }),
    },
    metrics: E.isRight(metrics) ? metrics.right : undefined,
  };
};

/** JSON lines on standard error, which no reader can hold up. */
export const createServerLog = (level: LogLevel): Log => {
  const writer = createLogWriter((lines) => {
    const fields = {
      level: 'warn',
      time: new Date().toISOString(),
      event: 'log_lines_lost',
      lines,
    };
    return `${JSON.stringify(fields)}\n`;
  });
  return createJsonLinesLog(level, writer.write);
};
