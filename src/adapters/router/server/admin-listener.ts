import * as E from 'fp-ts/lib/Either.js';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Fault } from '../../../core/codec/fault.js';
import { renderRouterFault } from '../../http/error-answer.js';
import { httpFault, type HttpFault } from '../../http/http-fault.js';
import type { ClientWatch } from '../../servers/client/client-watch.js';
import { refuseForeign } from '../../servers/listen/own-hosts.js';
import { BODY_TOO_SLOW, lingerOver, readBody } from '../../servers/client/request-body.js';
import { originForm, splitTarget } from '../../servers/listen/request-target.js';
import { writeAnswer, writeJson } from '../../servers/listen/write-answer.js';
import type { AssumedRate } from '../../fleet/assumed-throughput.js';
import type { Router } from '../routing/create-router.js';
import { explainRequest } from './explain-request.js';

/** Takes in the JSON text, in UTF-8, of a document of the fleet, or refuses it whole. */
export type AcceptDocument = (bytes: Uint8Array) => E.Either<readonly Fault[], void>;

/** What the listener for operators needs. */
export type AdminPorts = Readonly<{
  router: Router;
  /** Undefined: the fleet takes no documents. */
  accept: AcceptDocument | undefined;
  watch: ClientWatch;
  /** Host names besides IP addresses and `localhost` that it is called by, in lower case. */
  hosts?: readonly string[];
}>;

/** Largest body: a document of the fleet. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Answers operators: `POST /debug/decide` explains a request, `GET /debug/state` tells what the
 * router holds, and `PUT /snapshot` takes in a document where the fleet has such a source.
 */
export const serveAdmin =
  (ports: AdminPorts): RequestListener =>
  (request, response) => {
    const foreign = refuseForeign(request, ports.hosts ?? []);
    if (foreign !== undefined) {
      refuse(response, foreign);
      lingerOver(request);
      return;
    }
    const { path } = splitTarget(originForm(request.url!));
    const actions = ACTIONS.get(path);
    const action = actions?.[request.method === 'HEAD' ? 'GET' : request.method!];
    if (action !== undefined && (path !== '/snapshot' || ports.accept !== undefined)) {
      void action(ports, request, response);
      return;
    }
    const allowed = Object.keys(actions ?? {}).join(', ');
    const isKnown = allowed !== '' && (path !== '/snapshot' || ports.accept !== undefined);
    refuse(response, isKnown ? wrongMethod(allowed) : UNKNOWN_PATH);
    lingerOver(request);
  };

type Action = (ports: AdminPorts, request: IncomingMessage, response: ServerResponse) => unknown;

const explain: Action = async ({ router, watch }, request, response) => {
  const body = await takeBody(request, response, watch);
  if (body === undefined) return;
  const explained = explainRequest(router, body);
  if (E.isRight(explained)) {
    writeJson(response, 200, explained.right);
    return;
  }
  const { status, code, message } = explained.left;
  writeJson(response, status, { error: message, code });
};

const showState: Action = ({ router }, request, response) => {
  writeJson(response, 200, stateOf(router));
  lingerOver(request);
};

const acceptSnapshot: Action = async ({ accept, watch }, request, response) => {
  const body = await takeBody(request, response, watch);
  if (body === undefined) return;
  const accepted = accept!(body);
  if (E.isRight(accepted)) {
    response.writeHead(204).end();
    return;
  }
  const faults = accepted.left.map(faultJson);
  writeJson(response, 400, { error: 'the document is refused', code: 'rejected', faults });
};

const faultJson = ({ code, path, message, line, column }: Fault) => ({
  ...{ code, path, message },
  ...(line !== undefined && { line, column }),
});

const ACTIONS: ReadonlyMap<string, Readonly<Record<string, Action | undefined>>> = new Map([
  ['/debug/decide', { POST: explain }],
  ['/debug/state', { GET: showState }],
  ['/snapshot', { PUT: acceptSnapshot }],
]);

/** A whole body, which is read as JSON whatever its type says; undefined when it is refused. */
const takeBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  watch: ClientWatch,
): Promise<Buffer | undefined> => {
  const body = await readBody(request, MAX_BODY_BYTES, watch);
  if (typeof body !== 'string') return body;
  if (body === 'gone') return undefined;
  refuse(response, body === 'too_slow' ? BODY_TOO_SLOW : TOO_LARGE);
  lingerOver(request);
  return undefined;
};

const refuse = (response: ServerResponse, fault: HttpFault): void => {
  writeAnswer(response, renderRouterFault(fault));
};

const UNKNOWN_PATH = httpFault('unknown_path', 'there is nothing at this path');

const wrongMethod = (allowed: string): HttpFault =>
  httpFault('method_not_allowed', `this path takes ${allowed}`);

const TOO_LARGE = httpFault(
  'body_too_large',
  `the body is larger than ${String(MAX_BODY_BYTES)} bytes`,
);

const stateOf = (router: Router) => ({
  counts: router.counts(),
  backends: router.fleet.status().map(({ target, backend, state, ageMs, assumed = {} }) => ({
    routing_key: target.routingKey ?? null,
    model: target.modelId,
    cluster: backend.clusterId,
    backend: backend.id,
    url: backend.url,
    state,
    age_ms: Number.isFinite(ageMs) ? Math.round(ageMs) : null,
    assumed: {
      last_mean_input_tps: assumedJson(assumed.lastMeanInputTps),
      max_input_tps: assumedJson(assumed.maxInputTps),
    },
  })),
});

const assumedJson = (rate: AssumedRate | undefined) =>
  rate === undefined ? null : { value: rate.tokensPerSecond, from: rate.from };
