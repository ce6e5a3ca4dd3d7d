import type { RequestListener } from 'node:http';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
/** Answers `GET /metrics`, and nothing else. */
export declare const serveMetricsPage: ({ contentType, page }: Pick<PrometheusMetrics, "contentType" | "page">) => RequestListener;
