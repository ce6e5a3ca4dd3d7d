/** From a request as it came in to one that may be forwarded, or the reason why not. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import type { RawHeaders } from '../../http/header-source.js';
import type { ClientWatch } from '../../servers/client-watch.js';
import { ReplayableBody } from '../../servers/replayable-body.js';
import { declaredBytes, hasBody, isJsonContent, readBody } from '../../servers/request-body.js';
import { splitTarget } from '../../servers/request-target.js';
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
import { apiKeyOf, requestIdOf } from '../request/caller.js';
import { firstHeader } from '../request/first-header.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import { parseJsonBody } from '../request/json-body.js';
import {
  prepareRequest,
  refusePriority,
  type PreparedRequest,
} from '../request/prepare-request.js';
import type { EstimateInputTokens } from '../request/prompt.js';
import { missingModel, modelInBody, modelInQuery } from '../request/requested-model.js';

/** What accepting needs. */
export type AcceptParts = Readonly<{
  directory: ModelDirectory;
  estimateInputTokens: EstimateInputTokens;
  /** Longest request body. */
  maxBodyBytes: number;
  watch: ClientWatch;
}>;

/** A request whose model is found. */
export type ResolvedRequest = Readonly<{
  kind: ForwardedKind;
  headers: RawHeaders;
  content: Content;
  resolved: ResolvedModel;
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

/** The body as far as it is known before the model is. */
type Content = Readonly<{
  json: JsonObject | undefined;
  text: string;
  body: Buffer | ReplayableBody | null;
}>;

/** Reads a request, authenticates its caller and finds its model. */
export const resolveRequest = (
  parts: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
): TE.TaskEither<GatewayError, ResolvedRequest> => {
  const headers = request.rawHeaders;
  const apiKey = apiKeyOf(headers);
  return pipe(
    TE.fromEither(refusePriority(headers)),
    TE.flatMap(() => readContent(parts, kind, request)),
    TE.bindTo('content'),
    TE.bind('model', ({ content }) => TE.fromEither(requestedModel(kind, content.json, target))),
    TE.bind('resolved', ({ model }) =>
      pipe(
        parts.directory.resolve({ model, apiKey }),
        TE.mapLeft((refusal) => directoryError(refusal, model, apiKey !== undefined)),
      ),
    ),
    TE.map(({ content, model, resolved }) => ({
      ...{ kind, headers, content, resolved },
      requestId: resolved.isAuthenticated ? requestIdOf(headers) : undefined,
      outgoing: outgoingOf(content, target, model, resolved),
    })),
  );
};

/** Prepares a request whose model is found. */
export const prepareResolved = (
  { estimateInputTokens }: AcceptParts,
  { kind, headers, content: { json }, resolved: { entry } }: ResolvedRequest,
): E.Either<GatewayError, PreparedRequest> =>
  prepareRequest({ kind, headers, json, entry }, estimateInputTokens);

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

const readContent = (
  { maxBodyBytes, watch }: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
): TE.TaskEither<GatewayError, Content> => {
  const isPassThrough = kind === 'pass_through';
  if (isPassThrough && !hasBody(request))
    return TE.right({ json: undefined, text: '', body: null });
  if (isPassThrough && !isJsonContent(request)) {
    if (declaredBytes(request) > maxBodyBytes) return TE.left(bodyTooLarge(maxBodyBytes));
    const body = new ReplayableBody(request, { keepBytes: 0, maxBytes: maxBodyBytes }, watch);
    return TE.right({ json: undefined, text: '', body });
  }
  const encoding = firstHeader(request.rawHeaders, 'content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return TE.left(ENCODED_BODY);
  }
  return pipe(
    TE.fromTask(() => readBody(request, maxBodyBytes, watch)),
    TE.flatMap((body) =>
      typeof body === 'string'
        ? TE.left(body === 'gone' ? CLIENT_GONE : bodyTooLarge(maxBodyBytes))
        : TE.right(body),
    ),
    TE.flatMapEither((body) =>
      pipe(
        parseJsonBody(body),
        E.map(({ json, text }) => ({ json, text, body })),
      ),
    ),
  );
};

const ENCODED_BODY = badRequest(
  'unsupported_content_encoding',
  'content-encoding',
  'content-encoding: expected a body that is not encoded.',
);

const requestedModel = (
  kind: ForwardedKind,
  json: JsonObject | undefined,
  target: string,
): E.Either<GatewayError, string> =>
  pipe(
    json === undefined ? E.right(undefined) : modelInBody(json),
    E.map((model) =>
      kind === 'pass_through' ? (model ?? modelInQuery(splitTarget(target).query)) : model,
    ),
    E.flatMap((model) =>
      model === undefined
        ? E.left(missingModel(kind === 'pass_through' ? 'the JSON body or the query' : 'the body'))
        : E.right(model),
    ),
  );

/** The engine knows the bare id only, so a `<routing key>/<model>` is written anew. */
const outgoingOf = (
  { json, text, body }: Content,
  target: string,
  model: string,
  { entry }: ResolvedModel,
): Outgoing => {
  if (model === entry.model) return { target, body, isBodyRewritten: false };
  if (json !== undefined && Object.hasOwn(json, 'model')) {
    const rewritten = Buffer.from(withModelInJson(text, entry.model));
    return { target, body: rewritten, isBodyRewritten: true };
  }
  const { path, query } = splitTarget(target);
  const bareTarget = `${path}?${withModelInQuery(query, entry.model)}`;
  return { target: bareTarget, body, isBodyRewritten: false };
};
