import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { LRUCache } from 'lru-cache';
import {
  badBody,
  unknownModel,
  unknownPath,
  unknownResponse,
  wrongMethod,
} from './apis/api-error.js';
import type { Api, JsonBody } from './apis/api.js';
import { chatApi } from './apis/chat.js';
import { completionsApi } from './apis/completions.js';
import { embeddingsApi } from './apis/embeddings.js';
import { messagesApi } from './apis/messages.js';
import { responsesApi } from './apis/responses.js';
import { parseControlCommand, type ControlCommand, type MockEngineControls } from './controls.js';
import { parseJson, replyError, type Exchange } from './exchange.js';
import { METRICS_CONTENT_TYPE, renderMetricsPage } from './metrics-page.js';
import { serveApi, type ModelRouteParts } from './model-routes.js';
import type { RequestLog } from './request-log.js';

/** What the routes need of an engine. */
export type RouteParts = ModelRouteParts &
  Readonly<{
    controls: MockEngineControls;
    log: RequestLog;
    /** The latest answers of `/v1/responses`, by id. */
    responses: LRUCache<string, JsonBody>;
    describe: () => object;
  }>;

/** Answers a request by its path and method. */
export const route = async (parts: RouteParts, exchange: Exchange): Promise<void> => {
  const { method, path, reply } = exchange;
  const methods =
    ROUTES.get(path) ?? ROUTES.get(PREFIXES.find((prefix) => path.startsWith(prefix)) ?? '');
  if (methods === undefined) return replyError(reply, unknownPath(method, path));
  const serve = methods.get(method);
  if (serve !== undefined) return serve(parts, exchange);
  await replyError(reply, wrongMethod(method, path), { allow: [...methods.keys()].join(', ') });
};

type Serve = (parts: RouteParts, exchange: Exchange) => Promise<void>;

const serveHealth: Serve = (_, { reply }) => reply.send(200, {}, '');

const serveMetrics: Serve = ({ settings, scheduler, meter }, { reply }) => {
  const page = renderMetricsPage({
    settings,
    counts: scheduler.counts(),
    totals: meter.totals(),
  });
  return reply.send(200, { 'content-type': METRICS_CONTENT_TYPE }, page);
};

const serveApiOf =
  (api: Api): Serve =>
  (parts, exchange) =>
    serveApi(parts, api, exchange);

const serveResponses: Serve = (parts, exchange) =>
  serveApi(parts, responsesApi, exchange, (body) => {
    parts.responses.set(String(body['id']), body);
  });

const serveResponse: Serve = async ({ responses }, { path, reply }) => {
  const id = path.slice(RESPONSES.length);
  const body = responses.get(id);
  await (body === undefined ? replyError(reply, unknownResponse(id)) : reply.sendJson(200, body));
};

const serveModels: Serve = ({ settings, meter }, { reply }) =>
  reply.sendJson(200, {
    object: 'list',
    data: settings.modelIds.map((id) => modelBody(id, meter)),
  });

const serveModel: Serve = async ({ settings, meter }, { path, reply }) => {
  const name = path.slice(MODELS.length);
  const id = settings.modelIds.find((one) => one === name || encodeURIComponent(one) === name);
  if (id === undefined) return replyError(reply, unknownModel(name));
  await reply.sendJson(200, modelBody(id, meter));
};

const modelBody = (id: string, meter: RouteParts['meter']): JsonBody => ({
  id,
  object: 'model',
  created: Math.floor(meter.totals().startedAtMs / 1000),
  owned_by: 'homeward-mock-engine',
});

const serveState: Serve = ({ describe }, { reply }) => reply.sendJson(200, inSnakeCase(describe()));

const serveRequests: Serve = ({ log }, { reply }) =>
  reply.sendJson(200, { requests: log.list().map(inSnakeCase) });

const serveControl: Serve = async (parts, { body, reply }) => {
  const command = pipe(
    parseJson(body),
    E.flatMap((value) => pipe(parseControlCommand(value), E.mapLeft(badBody))),
  );
  if (E.isLeft(command)) return replyError(reply, command.left);
  await obey(parts.controls, command.right);
  await reply.sendJson(200, inSnakeCase(parts.describe()));
};

const obey = async (controls: MockEngineControls, command: ControlCommand): Promise<void> => {
  switch (command.action) {
    case 'fill':
      controls.fill(command.count);
      return;
    case 'drain':
      controls.drain();
      return;
    case 'slow':
      controls.slow(command.factor);
      return;
    case 'fail':
      return controls.fail(command.failure);
    case 'reset':
      return controls.reset();
  }
};

/** An object as JSON has it: names in snake_case. */
const inSnakeCase = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const only = (method: string, serve: Serve): ReadonlyMap<string, Serve> =>
  new Map([[method, serve]]);

const MODELS = '/v1/models/';
const RESPONSES = '/v1/responses/';
const PREFIXES = [MODELS, RESPONSES];

/** By path, or by what a path begins with. */
const ROUTES: ReadonlyMap<string, ReadonlyMap<string, Serve>> = new Map([
  ['/v1/chat/completions', only('POST', serveApiOf(chatApi))],
  ['/v1/completions', only('POST', serveApiOf(completionsApi))],
  ['/v1/messages', only('POST', serveApiOf(messagesApi))],
  ['/v1/responses', only('POST', serveResponses)],
  [RESPONSES, only('GET', serveResponse)],
  ['/v1/embeddings', only('POST', serveApiOf(embeddingsApi))],
  ['/v1/models', only('GET', serveModels)],
  [MODELS, only('GET', serveModel)],
  ['/health', only('GET', serveHealth)],
  ['/metrics', only('GET', serveMetrics)],
  ['/mock/state', only('GET', serveState)],
  ['/mock/requests', only('GET', serveRequests)],
  ['/mock/control', only('POST', serveControl)],
]);
