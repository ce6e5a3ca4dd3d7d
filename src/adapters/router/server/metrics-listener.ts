import type { FastifyInstance } from 'fastify';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
import { createApp, type Fastify, type ListenerLimits } from './fastify-app.js';

/** The listener that `GET /metrics` is answered on. */
export const createMetricsListener = (
  fastify: Fastify,
  limits: ListenerLimits,
  metrics: Pick<PrometheusMetrics, 'contentType' | 'page'>,
): FastifyInstance => {
  const app = createApp(fastify, limits);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.page()),
  );
  return app;
};
