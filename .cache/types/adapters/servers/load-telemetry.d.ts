import type { MetricSpec } from '../telemetry/metrics.js';
import type { Telemetry } from '../telemetry/port.js';
import { type PrometheusMetrics } from '../telemetry/prometheus.js';
import { type LogLevel } from './json-lines-log.js';
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
export declare const loadTelemetry: (role: MetricSpec["role"], logLevel: LogLevel) => Promise<ServerTelemetry>;
