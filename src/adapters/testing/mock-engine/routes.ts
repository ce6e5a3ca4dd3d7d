import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseControlCommand } from './control-command.js';
import type { ControlCommand } from './control-command.js';
import type { MockEngineControls } from './controls.js';
import { parseJson, replyError } from './exchange.js';
import type { Exchange } from './exchange.js';
import { METRICS_CONTENT_TYPE, renderMetricsPage } from './metrics-page.js';
import { serveEmbeddings, serveText } from './model-routes.js';
import type { ModelRouteParts } from './model-routes.js';
import { chatDialect } from './openai/chat.js';
import { badBody, unknownModel, unknownPath, wrongMethod } from './openai/error.js';
import { modelBody, modelListBody } from './openai/models.js';
import { responsesDialect } from './openai/responses.js';
import type { RequestLog } from './request-log.js';

/** What the routes need of an engine. */
export type RouteParts = ModelRouteParts &
  Readonly<{ controls: MockEngineControls; log: RequestLog; describe: () => object }>;

/** Answers a request by its path and method. */
export const route = async (parts: RouteParts, exchange: Exchange): Promise<void> => {
  const { method, path, reply } = exchange;
  const methods = ROUTES.get(path) ?? (path.startsWith(MODEL_PREFIX) ? MODEL_ROUTE : undefined);
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

const serveModels: Serve = ({ settings, meter }, { reply }) =>
  reply.sendJson(200, modelListBody(settings.modelIds, startSeconds(meter)));

const serveModel: Serve = async ({ settings, meter }, { path, reply }) => {
  const name = path.slice(MODEL_PREFIX.length);
  const id = settings.modelIds.find(
    (known) => known === name || encodeURIComponent(known) === name,
  );
  if (id === undefined) return replyError(reply, unknownModel(name));
  await reply.sendJson(200, modelBody(id, startSeconds(meter)));
};

const startSeconds = (meter: RouteParts['meter']): number =>
  Math.floor(meter.totals().startedAtMs / 1000);

const serveState: Serve = ({ describe }, { reply }) => reply.sendJson(200, describe());

const serveRequests: Serve = ({ log }, { reply }) =>
  reply.sendJson(200, { requests: log.list().map(wireRequest) });

const serveControl: Serve = async (parts, { body, reply }) => {
  const command = pipe(
    parseJson(body),
    E.flatMap((value) => pipe(parseControlCommand(value), E.mapLeft(badBody))),
  );
  if (E.isLeft(command)) return replyError(reply, command.left);
  await obey(parts.controls, command.right);
  await reply.sendJson(200, parts.describe());
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

const wireRequest = (request: ReturnType<RequestLog['list']>[number]): object => ({
  method: request.method,
  path: request.path,
  headers: request.headers,
  body_bytes: request.bodyBytes,
  body_text: request.bodyText,
  body_sha256: request.bodySha256,
  is_complete: request.isComplete,
});

const only = (method: string, serve: Serve): ReadonlyMap<string, Serve> =>
  new Map([[method, serve]]);

const MODEL_PREFIX = '/v1/models/';
const MODEL_ROUTE = only('GET', serveModel);

const ROUTES: ReadonlyMap<string, ReadonlyMap<string, Serve>> = new Map([
  ['/v1/chat/completions', only('POST', (parts, call) => serveText(parts, chatDialect, call))],
  ['/v1/responses', only('POST', (parts, call) => serveText(parts, responsesDialect, call))],
  ['/v1/embeddings', only('POST', serveEmbeddings)],
  ['/v1/models', only('GET', serveModels)],
  ['/health', only('GET', serveHealth)],
  ['/metrics', only('GET', serveMetrics)],
  ['/mock/state', only('GET', serveState)],
  ['/mock/requests', only('GET', serveRequests)],
  ['/mock/control', only('POST', serveControl)],
]);
