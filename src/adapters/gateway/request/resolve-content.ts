/** From what a request says to what the router is told: authenticates its caller, finds its model. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { decodeUtf8 } from '../../../core/codec/utf8.js';
import { describeGiven } from '../../../core/codec/fault.js';
import type { HeaderSource } from '../../http/header-source.js';
import { splitTarget } from '../../servers/listen/request-target.js';
import type { DirectoryRefusal, ModelDirectory, ResolvedModel } from '../directory/port.js';
import {
  badRequest,
  serverError,
  unknownModel,
  wrongKey,
  type GatewayError,
} from '../gateway-error.js';
import { withModelInJson, withModelInQuery } from './bare-model.js';
import { apiKeyOf, requestIdOf } from './caller.js';
import { responseIdIn, type ForwardedKind } from './gateway-route.js';
import { prepareWith, type PreparedRequest } from './prepare-request.js';
import type { EstimateInputTokens } from './prompt.js';
import type { RequestFacts } from './request-facts.js';
import { ambiguousModel, missingModel, modelInQuery } from './requested-model.js';

/** What is known before the model is; the body is JSON if the facts were read from it. */
export type RequestContent<Body> = Readonly<{ facts: RequestFacts; body: Body }>;

/** A request whose model is found. */
export type ResolvedContent<Body> = Readonly<{
  /** What the router is told, or that the session id is malformed. */
  prepared: E.Either<GatewayError, PreparedRequest>;
  /** As the client named it. */
  model: string;
  /** The caller's, if it has shown a key and a proper id. */
  requestId: string | undefined;
  outgoing: OutgoingContent<Body>;
}>;

/** The parts of the request that go on, besides the headers. */
export type OutgoingContent<Body> = Readonly<{
  target: string;
  body: Body | Buffer;
  isBodyRewritten: boolean;
}>;

/** Authenticates the caller, finds the model, and tells session and size. */
export const resolveContent =
  <Body>(
    { directory, estimateInputTokens }: ContentParts,
    { kind, headers, target }: ContentRequest,
    content: RequestContent<Body>,
  ): TE.TaskEither<GatewayError, ResolvedContent<Body>> =>
  // Written out: every step of a pipe takes another turn, and each request comes through here.
  async () => {
    const requested = requestedModel(kind, content.facts, target);
    if (E.isLeft(requested)) return requested;
    const model = requested.right;
    const apiKey = apiKeyOf(headers);
    const found = await directory.resolve({ model, apiKey })();
    if (E.isLeft(found)) return E.left(directoryError(found.left, model, apiKey !== undefined));
    const { entry, isAuthenticated } = found.right;
    const isScoped = content.facts.isModelFixed === true && model !== entry.model;
    if (isScoped && !isNone(content)) return E.left(SCOPED_FORM);
    return E.right({
      model,
      prepared: prepareWith(entry, content.facts, estimateInputTokens),
      requestId: isAuthenticated ? requestIdOf(headers) : undefined,
      outgoing: outgoingOf(content, target, model, found.right),
    });
  };

type ContentParts = Readonly<{
  directory: ModelDirectory;
  estimateInputTokens: EstimateInputTokens;
}>;

type ContentRequest = Readonly<{ kind: ForwardedKind; headers: HeaderSource; target: string }>;

const isNone = ({ facts }: RequestContent<unknown>): boolean =>
  E.isRight(facts.model) && facts.model.right === undefined;

/** A form passes as it is, and the engine knows the bare id only. */
const SCOPED_FORM = badRequest(
  'invalid_model',
  'model',
  'model: expected the id of the model alone in a form, given a routing key with it; name it in the query instead.',
);

/** What the client is told when the directory gives no model. */
export const directoryError = (
  refusal: DirectoryRefusal,
  model: string,
  isKeyGiven: boolean,
): GatewayError => {
  switch (refusal.code) {
    case 'wrong_key':
      return wrongKey(isKeyGiven);
    case 'unknown_model':
      return unknownModel(describeGiven(model));
    case 'unavailable':
      return serverError(503, 'directory_unavailable', refusal.message ?? NOT_KNOWN_NOW);
  }
};

const NOT_KNOWN_NOW = 'The models are not known at the moment.';

const requestedModel = (
  kind: ForwardedKind,
  { model }: RequestFacts,
  target: string,
): E.Either<GatewayError, string> => {
  const inQuery = modelInQuery(splitTarget(target).query);
  if (E.isLeft(model)) return model;
  if (E.isLeft(inQuery)) return inQuery;
  if (model.right !== undefined && inQuery.right !== undefined) {
    return E.left(ambiguousModel('one in the body and one in the query'));
  }
  const isPassThrough = kind === 'pass_through';
  const found = model.right ?? (isPassThrough ? inQuery.right : undefined);
  return found === undefined
    ? E.left(missingModel(isPassThrough ? placeInPassThrough(target) : 'the body'))
    : E.right(found);
};

const placeInPassThrough = (target: string): string =>
  responseIdIn(splitTarget(target).path) === undefined
    ? 'a JSON body, a form or the query'
    : 'the query, as this response is not known here';

/** The engine knows the bare id only, so a `<routing key>/<model>` is written anew. */
const outgoingOf = <Body>(
  { facts, body }: RequestContent<Body>,
  target: string,
  model: string,
  { entry }: ResolvedModel,
): OutgoingContent<Body> => {
  if (model === entry.model) return { target, body, isBodyRewritten: false };
  const isInBody = E.isRight(facts.model) && facts.model.right !== undefined;
  if (isInBody && Buffer.isBuffer(body)) {
    // It was read as UTF-8 before, or no model would have been found in it.
    const rewritten = Buffer.from(withModelInJson(decodeUtf8(body)!, entry.model));
    return { target, body: rewritten, isBodyRewritten: true };
  }
  const { path, query } = splitTarget(target);
  // A stored response is known by its id; its request names no model.
  if (query === '') return { target, body, isBodyRewritten: false };
  const bareTarget = `${path}?${withModelInQuery(query, entry.model)}`;
  return { target: bareTarget, body, isBodyRewritten: false };
};
