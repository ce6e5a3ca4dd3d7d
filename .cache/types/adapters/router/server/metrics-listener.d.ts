import type { FastifyInstance } from 'fastify';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
import { type Fastify, type ListenerLimits } from './fastify-app.js';
/** The listener that `GET /metrics` is answered on. */
export declare const createMetricsListener: (fastify: Fastify, limits: ListenerLimits, metrics: Pick<PrometheusMetrics, "contentType" | "page">) => FastifyInstance;
