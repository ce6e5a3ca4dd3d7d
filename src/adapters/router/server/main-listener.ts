import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS } from '../../http/index.js';
import { createApp, type Fastify, type ListenerLimits } from './fastify-app.js';
import { listModels } from './model-list.js';
import { proxyRequest, type ProxyPorts } from '../proxy/proxy-request.js';
import { readinessOf } from './readiness.js';

export type MainPorts = ProxyPorts & Readonly<{ isStopping: () => boolean }>;

/**
 * The listener that requests come in on: `/healthz`, `/readyz` and `/v1/models` are answered here,
 * everything else goes to an engine.
 */
export const createMainListener = (
  fastify: Fastify,
  limits: ListenerLimits,
  ports: MainPorts,
): FastifyInstance => {
  const { router } = ports;
  const proxy = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    reply.raw.on('error', ignore);
    proxyRequest(ports, request.raw, reply.raw).catch((error: unknown) => {
      // A fault of the router itself: the client must not wait for it.
      router.telemetry.log.warn('upstream_error', { kind: 'bug', message: String(error) });
      reply.raw.destroy();
    });
  };
  // A path that fastify cannot decode is the engine's to judge, too.
  const frameworkErrors = (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    proxy(request, reply);
  };
  const app = createApp(fastify, limits, { frameworkErrors });
  // Before any body is read; what matches no route of ours is for an engine.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) proxy(request, reply);
    else done();
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const { isReady, body } = readinessOf(router, ports.isStopping());
    return reply.code(isReady ? 200 : 503).send(body);
  });
  app.get('/v1/models', (request) =>
    listModels(router.runtime.targets(), firstOf(request.headers[HEADERS.routingKey.name])),
  );
  return app;
};

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** A client may leave between two writes; the departure is noticed elsewhere. */
const ignore = (): void => undefined;
