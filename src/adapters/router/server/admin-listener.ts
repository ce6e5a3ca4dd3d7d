import * as E from 'fp-ts/lib/Either.js';
import type { FastifyInstance } from 'fastify';
import type { Fault } from '../../../core/codec/fault.js';
import { parseJsonText } from '../../../core/codec/json-text.js';
import type { Router } from '../routing/create-router.js';
import { explainRequest } from './explain-request.js';
import { createApp, type Fastify, type ListenerLimits } from './fastify-app.js';

/** Takes in a parsed document of the fleet, or refuses it whole. */
export type AcceptDocument = (json: unknown) => E.Either<readonly Fault[], void>;

/**
 * The listener for operators: `POST /debug/decide` explains a request, `GET /debug/state` tells
 * what the router holds, and `PUT /snapshot` takes in a document where the fleet has such a source.
 */
export const createAdminListener = (
  fastify: Fastify,
  limits: ListenerLimits,
  router: Router,
  accept: AcceptDocument | undefined,
): FastifyInstance => {
  const app = createApp(fastify, limits);
  readAnyJson(app);
  app.post('/debug/decide', (request, reply) => {
    const explained = explainRequest(router, request.body);
    if (E.isRight(explained)) return explained.right;
    const { status, code, message } = explained.left;
    return reply.code(status).send({ error: message, code });
  });
  app.get('/debug/state', () => stateOf(router));
  if (accept === undefined) return app;
  app.put('/snapshot', (request, reply) => {
    const accepted = accept(request.body);
    if (E.isRight(accepted)) return reply.code(204).send();
    const faults = accepted.left.map(({ code, path, message }) => ({ code, path, message }));
    return reply.code(400).send({ error: 'the document is refused', code: 'rejected', faults });
  });
  return app;
};

/** Bodies are JSON whatever their type says; one that is not is refused as the text it is. */
const readAnyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    const json = parseJsonText(text);
    done(null, E.isRight(json) ? json.right : text);
  });
};

const stateOf = (router: Router) => ({
  counts: router.counts(),
  backends: router.fleet.status().map(({ target, backend, state, ageMs }) => ({
    routing_key: target.routingKey ?? null,
    model: target.modelId,
    cluster: backend.clusterId,
    backend: backend.id,
    url: backend.url,
    state,
    age_ms: Number.isFinite(ageMs) ? Math.round(ageMs) : null,
  })),
});
