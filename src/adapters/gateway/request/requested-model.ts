/**
 * The model a request names, in its body or its query, once.
 *
 * The key is checked for the model that is named here, and the engine reads the same request: where
 * it could find another one, in a second place or another spelling, the request is refused.
 */
import * as E from 'fp-ts/lib/Either.js';
import { ownMember, type JsonObject } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import { badRequest, type GatewayError } from '../gateway-error.js';

/**
 * The `model` of a JSON body; right of undefined when there is none.
 *
 * `members`: every top-level member of that name in whatever letter case, as the text has them; a
 * parsed object keeps but the last of two. Left with 400 when it is no text, blank, or not alone.
 */
export const modelInBody = (
  json: JsonObject,
  members: readonly Readonly<{ name: string }>[],
): E.Either<GatewayError, string | undefined> => {
  if (members.length > 1) return E.left(ambiguousModel('more than one in the body'));
  if (members.some(({ name }) => name !== 'model')) return E.left(ambiguousModel(OTHER_CASE));
  const model = ownMember(json, 'model');
  if (model === undefined || model === null) return E.right(undefined);
  if (typeof model === 'string' && model !== '') return E.right(model);
  const message = `model: expected the name of a model, given ${describeGiven(model)}.`;
  return E.left(badRequest('invalid_model', 'model', message));
};

/** The `model` of a query; right of undefined when there is none, or an empty one. */
export const modelInQuery = (query: string): E.Either<GatewayError, string | undefined> => {
  if (query === '') return NO_MODEL;
  const given = [...new URLSearchParams(query)].filter(([name]) => name.toLowerCase() === 'model');
  if (given.length > 1) return E.left(ambiguousModel('more than one in the query'));
  const [name, model] = given[0] ?? ['model', ''];
  if (name !== 'model') return E.left(ambiguousModel(OTHER_CASE));
  if (loosely(query) !== model) return E.left(ambiguousModel(OTHER_SPELLING));
  return E.right(model === '' ? undefined : model);
};

/**
 * What a server finds that splits queries at ";" too, and takes `model[]` and `model[0]` for `model`;
 * undefined when that is not one model.
 */
const loosely = (query: string): string | undefined => {
  const given = [...new URLSearchParams(query.replaceAll(';', '&'))].filter(([name]) =>
    /^model(\[.*)?$/i.test(name),
  );
  return given.length > 1 ? undefined : (given[0]?.[1] ?? '');
};

const NO_MODEL = E.right(undefined);

/** 400: who reads the request may take it for another model. */
export const ambiguousModel = (given: string): GatewayError =>
  badRequest('ambiguous_model', 'model', `model: expected one model, named once, given ${given}.`);

const OTHER_SPELLING = 'one that some servers read as another: write ";" as "%3B"';

const OTHER_CASE = 'its name in other letter case';

/** 400: nothing names a model. */
export const missingModel = (place: string): GatewayError =>
  badRequest('missing_required_parameter', 'model', `model: expected a model in ${place}.`);
