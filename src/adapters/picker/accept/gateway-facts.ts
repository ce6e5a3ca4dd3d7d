/** What a request says of itself, with its body where that has to be read. */
import { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { GatewayError } from '../../gateway/gateway-error.js';
import { firstHeader } from '../../gateway/request/first-header.js';
import { plainTarget, routeOf, type ForwardedKind } from '../../gateway/request/gateway-route.js';
import { refusePriority } from '../../gateway/request/prepare-request.js';
import {
  isReadAsJson,
  refuseEncoded,
  refuseTwoTypes,
} from '../../gateway/request/readable-body.js';
import {
  factsWithoutBody,
  readFacts,
  type RequestFacts,
} from '../../gateway/request/request-facts.js';
import { modelInQuery } from '../../gateway/request/requested-model.js';
import { badForm, FormBody, isForm } from '../../gateway/serve/form-body.js';
import { isBinaryType, refuseLikeJson } from '../../gateway/serve/opaque-body.js';
import { HEADERS } from '../../http/header-table.js';
import { splitTarget } from '../../servers/listen/request-target.js';
import type { InboundRequest } from '../stream/inbound.js';
import type { GatewayRulesParts } from './gateway-parts.js';

/** Whether a request goes to an engine. */
export const isForwarded = (kind: string): kind is ForwardedKind => Object.hasOwn(FORWARDED, kind);

const FORWARDED: Readonly<Record<ForwardedKind, true>> = {
  ...{ chat: true, responses: true, embeddings: true, completions: true, messages: true },
  pass_through: true,
};

/** Whether model and session cannot be told, or nothing vouches for what engines read. */
export const needsBody = ({ model }: GatewayRulesParts, request: InboundRequest): boolean => {
  const target = plainTarget(request.target);
  const { kind } = routeOf(request.method, target);
  if (!isForwarded(kind) || isToldByHeader(model, request)) return false;
  const { headers } = request;
  if (isReadAsJson(kind, headers, target)) return true;
  const type = firstHeader(headers, 'content-type');
  return isForm(type) || !isBinaryType(type);
};

/** Whether model and session are known without the body. */
const isToldByHeader = (model: string | undefined, { headers }: InboundRequest): boolean =>
  model !== undefined && firstHeader(headers, HEADERS.sessionId.name) !== undefined;

/** Reads what there is; the body is there if it is needed. */
export const factsOf = async (
  { model, oneAtATime, sessions }: GatewayRulesParts,
  kind: ForwardedKind,
  request: InboundRequest,
  body: Buffer | undefined,
): Promise<E.Either<GatewayError, RequestFacts>> => {
  const { headers, target } = request;
  const priority = refusePriority(headers);
  if (E.isLeft(priority)) return priority;
  const types = refuseTwoTypes(headers);
  if (E.isLeft(types)) return types;
  if (body === undefined || (kind === 'pass_through' && body.length === 0)) {
    const facts = factsWithoutBody({ kind, headers, sessions });
    return E.right(isToldByHeader(model, request) ? { ...facts, ...known(model, request) } : facts);
  }
  if (!isReadAsJson(kind, headers, target)) {
    return readOther(factsWithoutBody({ kind, headers, sessions }), request, body);
  }
  const encoded = refuseEncoded(headers);
  return E.isLeft(encoded) ? encoded : readFacts({ kind, headers, body, sessions }, oneAtATime);
};

/** What stands in for a body that is not read: its length tells the size of the prompt. */
const known = (
  model: string | undefined,
  { declaredBytes = 0 }: InboundRequest,
): Pick<RequestFacts, 'model' | 'prompt'> => ({
  model: E.right(model),
  prompt: { texts: [], tokenIdCount: Math.ceil(declaredBytes / 4), imageCount: 0 },
});

/** A form is read for its model; what is neither form nor JSON must not look like JSON. */
const readOther = async (
  facts: RequestFacts,
  { headers, target }: InboundRequest,
  body: Buffer,
): Promise<E.Either<GatewayError, RequestFacts>> => {
  const type = firstHeader(headers, 'content-type');
  if (!isForm(type)) {
    const fault = refuseLikeJson(body, type);
    return E.isLeft(fault) ? fault : E.right(facts);
  }
  const inQuery = modelInQuery(splitTarget(target).query);
  if (E.isLeft(inQuery)) return inQuery;
  const model = await modelInForm(body, type!, inQuery.right !== undefined);
  return E.isLeft(model) ? model : E.right({ ...facts, model, isModelFixed: true });
};

/** Reads a form to its end: no second model may follow the first. */
const modelInForm = async (
  body: Buffer,
  contentType: string,
  isModelInQuery: boolean,
): Promise<E.Either<GatewayError, string | undefined>> => {
  const source = {
    ...{ isTooLarge: false, limits: { maxBytes: body.length } },
    open: () => Readable.from(piecesOf(body)),
  };
  const opened = E.tryCatch(
    () => new FormBody(source, contentType, HELD, isModelInQuery),
    () => badForm('has no boundary'),
  );
  if (E.isLeft(opened)) return opened;
  const form = opened.right;
  const model = await form.readToModel();
  if (E.isLeft(model)) return model;
  try {
    for await (const piece of form.open()) void piece;
    return model;
  } catch {
    return E.left(form.fault ?? badForm('is not well-formed'));
  }
};

/** The budget counts the whole body already. */
const HELD = { hasRoom: () => true, take: () => true };

/** So many bytes are parsed in one turn. */
const PIECE_BYTES = 256 * 1024;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}
