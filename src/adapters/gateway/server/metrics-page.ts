import type { RequestListener } from 'node:http';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';

/** Answers `GET /metrics`, and nothing else. */
export const serveMetricsPage =
  ({ contentType, page }: Pick<PrometheusMetrics, 'contentType' | 'page'>): RequestListener =>
  (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    page().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
