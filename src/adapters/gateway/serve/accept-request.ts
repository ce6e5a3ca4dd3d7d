/** From a request as it came in to one that may be forwarded, or the reason why not. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeGiven } from '../../../core/codec/fault.js';
import type { ClientWatch } from '../../servers/client-watch.js';
import { ReplayableBody } from '../../servers/replayable-body.js';
import {
  declaredBytes,
  hasBody,
  isJsonContent,
  readBody,
  type BodyFault,
} from '../../servers/request-body.js';
import { splitTarget } from '../../servers/request-target.js';
import type { OneAtATime } from '../../time/turns.js';
import type { DirectoryRefusal, ModelDirectory, ResolvedModel } from '../directory/port.js';
import {
  badRequest,
  bodyTooLarge,
  CLIENT_GONE,
  serverError,
  unknownModel,
  wrongKey,
  type GatewayError,
} from '../gateway-error.js';
import { withModelInJson, withModelInQuery } from '../request/bare-model.js';
import type { BodyHold } from '../request/body-budget.js';
import { apiKeyOf, requestIdOf } from '../request/caller.js';
import { allHeaders, firstHeader } from '../request/first-header.js';
import { takesJson, type ForwardedKind } from '../request/gateway-route.js';
import { decodeBody } from '../request/json-body.js';
import { prepareWith, refusePriority, type PreparedRequest } from '../request/prepare-request.js';
import type { EstimateInputTokens } from '../request/prompt.js';
import { factsWithoutBody, readFacts, type RequestFacts } from '../request/request-facts.js';
import { ambiguousModel, missingModel, modelInQuery } from '../request/requested-model.js';

/** What accepting needs. */
export type AcceptParts = Readonly<{
  directory: ModelDirectory;
  estimateInputTokens: EstimateInputTokens;
  /** Longest request body. */
  maxBodyBytes: number;
  watch: ClientWatch;
  /** Large bodies are parsed in here. */
  oneAtATime: OneAtATime;
}>;

/** A request whose model is found. Of its body it has the bytes, nothing that was parsed. */
export type ResolvedRequest = Readonly<{
  /** What the router is told, or that the session id is malformed. */
  prepared: E.Either<GatewayError, PreparedRequest>;
  /** The caller's, if it has shown a key and a proper id. */
  requestId: string | undefined;
  outgoing: Outgoing;
}>;

/** The parts of the request that the router gets, besides the headers. */
export type Outgoing = Readonly<{
  target: string;
  body: Buffer | ReplayableBody | null;
  isBodyRewritten: boolean;
}>;

/** What is known before the model is; the body is JSON if the facts were read from it. */
type Content = Readonly<{ facts: RequestFacts; body: Buffer | ReplayableBody | null }>;

/** Reads a request, authenticates its caller, finds its model and its session. */
export const resolveRequest = (
  parts: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  hold: BodyHold,
): TE.TaskEither<GatewayError, ResolvedRequest> => {
  const { directory, estimateInputTokens } = parts;
  const headers = request.rawHeaders;
  const apiKey = apiKeyOf(headers);
  return pipe(
    TE.fromEither(refusePriority(headers)),
    TE.flatMap(() => refuseStranger(directory, request, apiKey)),
    TE.flatMap(() => readContent(parts, kind, request, target, hold)),
    TE.bindTo('content'),
    TE.bind('model', ({ content }) => TE.fromEither(requestedModel(kind, content.facts, target))),
    TE.bind('resolved', ({ model }) =>
      pipe(
        directory.resolve({ model, apiKey }),
        TE.mapLeft((refusal) => directoryError(refusal, model, apiKey !== undefined)),
      ),
    ),
    TE.map(({ content, model, resolved }) => ({
      prepared: prepareWith(resolved.entry, content.facts, estimateInputTokens),
      requestId: resolved.isAuthenticated ? requestIdOf(headers) : undefined,
      outgoing: outgoingOf(content, target, model, resolved),
    })),
  );
};

/** What the client is told when the directory gives no model. */
export const directoryError = (
  refusal: DirectoryRefusal,
  model: string,
  isKeyGiven: boolean,
): GatewayError => {
  switch (refusal.kind) {
    case 'wrong_key':
      return wrongKey(isKeyGiven);
    case 'unknown_model':
      return unknownModel(describeGiven(model));
    case 'unavailable':
      return serverError(503, 'directory_unavailable', 'The models are not known at the moment.');
  }
};

/** Longer bodies, and those that do not say, are read of callers only whose key opens something. */
const STRANGERS_BODY_BYTES = 64 * 1024;

const refuseStranger = (
  directory: ModelDirectory,
  request: IncomingMessage,
  apiKey: string | undefined,
): TE.TaskEither<GatewayError, void> => {
  const isLarge =
    request.headers['transfer-encoding'] !== undefined ||
    declaredBytes(request) > STRANGERS_BODY_BYTES;
  if (directory.admit === undefined || !isLarge) return TE.right(undefined);
  return pipe(
    directory.admit(apiKey),
    TE.mapLeft((refusal) => directoryError(refusal, '', apiKey !== undefined)),
  );
};

const readContent = (
  { maxBodyBytes, watch, oneAtATime }: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  hold: BodyHold,
): TE.TaskEither<GatewayError, Content> => {
  const headers = request.rawHeaders;
  const isPassThrough = kind === 'pass_through';
  if (isPassThrough && !hasBody(request)) {
    return TE.right({ facts: factsWithoutBody(kind, headers), body: null });
  }
  const types = allHeaders(headers, 'content-type');
  if (types.length > 1) return TE.left(TWO_CONTENT_TYPES);
  if (isPassThrough && !isReadAsJson(request, target, types.length)) {
    if (declaredBytes(request) > maxBodyBytes) return TE.left(bodyTooLarge(maxBodyBytes));
    const body = new ReplayableBody(request, { keepBytes: 0, maxBytes: maxBodyBytes }, watch);
    return TE.right({ facts: factsWithoutBody(kind, headers), body });
  }
  const encoding = firstHeader(headers, 'content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return TE.left(ENCODED_BODY);
  }
  return pipe(
    TE.fromTask(() => readBody(request, maxBodyBytes, watch, hold)),
    TE.flatMap((body) =>
      typeof body === 'string' ? TE.left(bodyError(body, maxBodyBytes)) : TE.right(body),
    ),
    TE.flatMap((body) =>
      pipe(
        isPassThrough && body.length === 0
          ? TE.right(factsWithoutBody(kind, headers))
          : () => readFacts({ kind, headers, body }, oneAtATime),
        TE.map((facts) => ({ facts, body })),
      ),
    ),
  );
};

/** A body of unknown type, and on paths of engines of any, might be read as JSON behind us. */
const isReadAsJson = (request: IncomingMessage, target: string, typeCount: number): boolean =>
  typeCount === 0 || isJsonContent(request) || takesJson(splitTarget(target).path);

const TWO_CONTENT_TYPES = badRequest(
  'invalid_content_type',
  'content-type',
  'content-type: expected one, given more.',
);

const bodyError = (fault: BodyFault, maxBytes: number): GatewayError => {
  switch (fault) {
    case 'too_large':
      return bodyTooLarge(maxBytes);
    case 'over_budget':
      return OVER_BUDGET;
    case 'gone':
      return CLIENT_GONE;
  }
};

const OVER_BUDGET = serverError(
  503,
  'body_budget_exhausted',
  'The gateway holds as many request bodies as it may. Try again.',
);

const ENCODED_BODY = badRequest(
  'unsupported_content_encoding',
  'content-encoding',
  'content-encoding: expected a body that is not encoded.',
);

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
    ? E.left(missingModel(isPassThrough ? 'the JSON body or the query' : 'the body'))
    : E.right(found);
};

/** The engine knows the bare id only, so a `<routing key>/<model>` is written anew. */
const outgoingOf = (
  { facts, body }: Content,
  target: string,
  model: string,
  { entry }: ResolvedModel,
): Outgoing => {
  if (model === entry.model) return { target, body, isBodyRewritten: false };
  const isInBody = E.isRight(facts.model) && facts.model.right !== undefined;
  if (isInBody && Buffer.isBuffer(body)) {
    const rewritten = Buffer.from(withModelInJson(decodeBody(body), entry.model));
    return { target, body: rewritten, isBodyRewritten: true };
  }
  const { path, query } = splitTarget(target);
  const bareTarget = `${path}?${withModelInQuery(query, entry.model)}`;
  return { target: bareTarget, body, isBodyRewritten: false };
};
