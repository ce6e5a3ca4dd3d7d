import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describeError } from '../../node/error-text.js';
import { HEADERS } from '../../http/index.js';
import { originForm, splitTarget } from '../../servers/listen/request-target.js';
import { writeJson } from '../../servers/listen/write-answer.js';
import { proxyRequest, type ProxyPorts } from '../proxy/proxy-request.js';
import { listModels } from './model-list.js';
import { readinessOf, type ServerState } from './readiness.js';

export type MainPorts = ProxyPorts & Readonly<{ state: () => ServerState }>;

/**
 * Answers the requests of the main listener: `/healthz`, `/readyz` and `/v1/models` here,
 * everything else from an engine.
 */
export const serveRequests = (ports: MainPorts): RequestListener => {
  const { log } = ports.router.telemetry;
  return (request, response) => {
    const own =
      request.method === 'GET' || request.method === 'HEAD' ? ownPath(request) : undefined;
    if (own !== undefined) {
      own(ports, request, response);
      return;
    }
    proxyRequest(ports, request, response).catch((error: unknown) => {
      // A fault of the router itself: the client must not wait for it.
      log.warn('upstream_error', { kind: 'bug', message: describeError(error) });
      response.destroy();
    });
  };
};

type OwnPath = (ports: MainPorts, request: IncomingMessage, response: ServerResponse) => void;

const ownPath = (request: IncomingMessage): OwnPath | undefined =>
  OWN_PATHS.get(splitTarget(originForm(request.url!)).path);

const OWN_PATHS: ReadonlyMap<string, OwnPath> = new Map<string, OwnPath>([
  [
    '/healthz',
    (_ports, _request, response) => {
      writeJson(response, 200, { status: 'ok' });
    },
  ],
  [
    '/readyz',
    ({ router, state }, _request, response) => {
      const { isReady, body } = readinessOf(router, state());
      writeJson(response, isReady ? 200 : 503, body);
    },
  ],
  [
    '/v1/models',
    ({ router }, { headers }, response) => {
      const key = headers[HEADERS.routingKey.name];
      const routingKey = Array.isArray(key) ? key[0] : key;
      writeJson(response, 200, listModels(router.runtime.targets(), routingKey));
    },
  ],
]);
