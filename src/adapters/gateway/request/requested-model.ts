/** The model a request names, in its body or its query. */
import * as E from 'fp-ts/lib/Either.js';
import { ownMember, type JsonObject } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import { badRequest, type GatewayError } from '../gateway-error.js';

/** The `model` of a JSON body; left with 400 when it is no text, or blank. Right of undefined: none. */
export const modelInBody = (json: JsonObject): E.Either<GatewayError, string | undefined> => {
  const model = ownMember(json, 'model');
  if (model === undefined || model === null) return E.right(undefined);
  if (typeof model === 'string' && model !== '') return E.right(model);
  const message = `model: expected the name of a model, given ${describeGiven(model)}.`;
  return E.left(badRequest('invalid_model', 'model', message));
};

/** The first non-empty `model` of a query. */
export const modelInQuery = (query: string): string | undefined =>
  new URLSearchParams(query).getAll('model').find((model) => model !== '');

/** 400: nothing names a model. */
export const missingModel = (place: string): GatewayError =>
  badRequest('missing_required_parameter', 'model', `model: expected a model in ${place}.`);
