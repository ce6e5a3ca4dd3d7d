/** The models that a caller may see, as the OpenAI API lists them. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { HeaderSource } from '../../http/header-source.js';
import type { ModelDirectory } from '../directory/port.js';
import type { GatewayError } from '../gateway-error.js';
import { apiKeyOf } from './caller.js';
import { directoryError } from './resolve-content.js';

/** What showing them needs. */
export type ShownModelsParts = Readonly<{
  directory: ModelDirectory;
  /** Shown as the time the models were made, which is not known. */
  createdSeconds: number;
}>;

/** A JSON answer, and whether its caller has shown a key. */
export type ShownJson = Readonly<{ json: object; isAuthenticated: boolean }>;

/** `GET /v1/models`: what the caller's key opens. */
export const showModels = (
  { directory, createdSeconds }: ShownModelsParts,
  headers: HeaderSource,
): TE.TaskEither<GatewayError, ShownJson> => {
  const apiKey = apiKeyOf(headers);
  return pipe(
    directory.list(apiKey),
    TE.bimap(
      (refusal) => directoryError(refusal, '', apiKey !== undefined),
      ({ models, isAuthenticated }) => ({
        isAuthenticated,
        json: { object: 'list', data: models.map(({ id }) => modelObject(id, createdSeconds)) },
      }),
    ),
  );
};

/** `GET /v1/models/ID`: one of them. */
export const showModel = (
  { directory, createdSeconds }: ShownModelsParts,
  headers: HeaderSource,
  model: string,
): TE.TaskEither<GatewayError, ShownJson> => {
  const apiKey = apiKeyOf(headers);
  return pipe(
    directory.resolve({ model, apiKey }),
    TE.bimap(
      (refusal) => directoryError(refusal, model, apiKey !== undefined),
      ({ isAuthenticated }) => ({ isAuthenticated, json: modelObject(model, createdSeconds) }),
    ),
  );
};

const modelObject = (id: string, created: number): object => ({
  ...{ id, object: 'model', created },
  owned_by: 'homeward',
});
