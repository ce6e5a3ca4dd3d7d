/** What the gateway answers without the router: its models, and how it is. */
import type { ServerResponse } from 'node:http';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { writeAnswer } from '../../servers/write-answer.js';
import type { ModelDirectory } from '../directory/port.js';
import type { GatewayError } from '../gateway-error.js';
import { apiKeyOf, requestIdOf } from '../request/caller.js';
import { directoryError } from '../request/resolve-content.js';
import { markHeaders } from './client-headers.js';
import { freshMarks, refuse, type Exchange } from './exchange.js';

/** What these answers need. */
export type OwnAnswerParts = Readonly<{
  directory: ModelDirectory;
  /** Shown as the time the models were made, which nobody knows. */
  createdSeconds: number;
}>;

/** `GET /v1/models`: what the caller's key opens. */
export const answerModelList = (
  { directory, createdSeconds }: OwnAnswerParts,
  exchange: Exchange,
): Promise<void> => {
  const apiKey = apiKeyOf(exchange.request.rawHeaders);
  return pipe(
    directory.list(apiKey),
    TE.bimap(
      (refusal) => directoryError(refusal, '', apiKey !== undefined),
      ({ models, isAuthenticated }) => ({
        isAuthenticated,
        json: { object: 'list', data: models.map(({ id }) => modelObject(id, createdSeconds)) },
      }),
    ),
    answerWith(exchange),
  )();
};

/** `GET /v1/models/ID`: one of them. */
export const answerModel = (
  { directory, createdSeconds }: OwnAnswerParts,
  exchange: Exchange,
  model: string,
): Promise<void> => {
  const apiKey = apiKeyOf(exchange.request.rawHeaders);
  return pipe(
    directory.resolve({ model, apiKey }),
    TE.bimap(
      (refusal) => directoryError(refusal, model, apiKey !== undefined),
      ({ isAuthenticated }) => ({ isAuthenticated, json: modelObject(model, createdSeconds) }),
    ),
    answerWith(exchange),
  )();
};

/** `GET /healthz` and `/readyz`. */
export const answerProbe = (response: ServerResponse, isWell: boolean): void => {
  writeAnswer(response, {
    status: isWell ? 200 : 503,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: isWell ? 'ok\n' : 'not ready\n',
  });
};

const modelObject = (id: string, created: number): object => ({
  ...{ id, object: 'model', created },
  owned_by: 'homeward',
});

type OwnAnswer = Readonly<{ json: object; isAuthenticated: boolean }>;

const answerWith =
  (exchange: Exchange) =>
  (found: TE.TaskEither<GatewayError, OwnAnswer>): (() => Promise<void>) =>
    TE.match(
      (error: GatewayError) => {
        refuse(exchange, error, freshMarks(exchange));
      },
      ({ json, isAuthenticated }: OwnAnswer) => {
        const { request, response, span, freshRequestId } = exchange;
        const kept = isAuthenticated ? requestIdOf(request.rawHeaders) : undefined;
        const marks = markHeaders({ requestId: kept ?? freshRequestId, sessionId: undefined });
        span.set('http.response.status_code', 200);
        const headers = { 'content-type': 'application/json', ...marks };
        writeAnswer(response, { status: 200, headers, body: JSON.stringify(json) });
      },
    )(found);
