/** What the gateway answers without the router: its models, and how it is. */
import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { writeAnswer } from '../../servers/listen/write-answer.js';
import type { GatewayError } from '../gateway-error.js';
import { requestIdOf } from '../request/caller.js';
import {
  showModel,
  showModels,
  type ShownJson,
  type ShownModelsParts,
} from '../request/shown-models.js';
import { markHeaders } from './client-headers.js';
import { freshMarks, refuse, type Exchange } from './exchange.js';

/** What these answers need. */
export type OwnAnswerParts = ShownModelsParts;

/** `GET /v1/models`: what the caller's key opens. */
export const answerModelList = (parts: OwnAnswerParts, exchange: Exchange): Promise<void> =>
  answerWith(exchange, showModels(parts, exchange.request.rawHeaders));

/** `GET /v1/models/ID`: one of them. */
export const answerModel = (
  parts: OwnAnswerParts,
  exchange: Exchange,
  model: string,
): Promise<void> => answerWith(exchange, showModel(parts, exchange.request.rawHeaders, model));

/** `GET /healthz` and `/readyz`; remarks follow the verdict, a line each. */
export const answerProbe = (
  response: ServerResponse,
  isWell: boolean,
  remarks: readonly string[],
): void => {
  writeAnswer(response, {
    status: isWell ? 200 : 503,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: [isWell ? 'ok' : 'not ready', ...remarks, ''].join('\n'),
  });
};

const answerWith = async (
  exchange: Exchange,
  find: TaskEither<GatewayError, ShownJson>,
): Promise<void> => {
  const found = await find();
  if (E.isLeft(found)) {
    refuse(exchange, found.left, freshMarks(exchange));
    return;
  }
  const { json, isAuthenticated } = found.right;
  const { request, response, span, freshRequestId } = exchange;
  const kept = isAuthenticated ? requestIdOf(request.rawHeaders) : undefined;
  const marks = markHeaders({ requestId: kept ?? freshRequestId, sessionId: undefined });
  span.set('http.response.status_code', 200);
  const headers = { 'content-type': 'application/json', ...marks };
  writeAnswer(response, { status: 200, headers, body: JSON.stringify(json) });
};
