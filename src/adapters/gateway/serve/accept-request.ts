/** From a request as it came in to one that may be forwarded, or the reason why not. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { RawHeaders } from '../../http/header-source.js';
import type { ClientWatch } from '../../servers/client/client-watch.js';
import { ReplayableBody } from '../../servers/client/replayable-body.js';
import {
  declaredBytes,
  hasBody,
  readBody,
  type BodyFault,
  type BodyTally,
} from '../../servers/client/request-body.js';
import type { OneAtATime } from '../../time/turns.js';
import type { Span } from '../../telemetry/port.js';
import type { ModelDirectory } from '../directory/port.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import {
  BODY_BUDGET_EXHAUSTED,
  BODY_READ_BEFORE,
  bodyTooLarge,
  BODY_TOO_SLOW_ERROR,
  CLIENT_GONE,
  type GatewayError,
} from '../gateway-error.js';
import type { BodyHold } from '../request/body-budget.js';
import { firstHeader } from '../request/first-header.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import { joinResponse } from '../request/join-response.js';
import { refusePriority, type SessionSettings } from '../request/prepare-request.js';
import type { EstimateInputTokens } from '../request/prompt.js';
import { factsWithoutBody, readFacts, type RequestFacts } from '../request/request-facts.js';
import { isReadAsJson, refuseEncoded, refuseTwoTypes } from '../request/readable-body.js';
import { modelInQuery } from '../request/requested-model.js';
import { splitTarget } from '../../servers/listen/request-target.js';
import {
  resolveContent,
  type OutgoingContent,
  type RequestContent,
  type ResolvedContent,
} from '../request/resolve-content.js';
import { isLargeForStrangers, refuseStranger } from '../request/strangers-body.js';

import { badForm, FormBody, isForm } from './form-body.js';
import { isBinaryType, OpaqueBody } from './opaque-body.js';

/** What accepting needs. */
export type AcceptParts = Readonly<{
  directory: ModelDirectory;
  estimateInputTokens: EstimateInputTokens;
  sessions: SessionSettings;
  memory: LastClusterTracker | undefined;
  /** Longest request body. */
  maxBodyBytes: number;
  watch: ClientWatch;
  /** Large bodies are parsed in here. */
  oneAtATime: OneAtATime;
}>;

/** A request whose model is found. Of its body it has the bytes, nothing that was parsed. */
export type ResolvedRequest = ResolvedContent<Body>;

/** The parts of the request that the router gets, besides the headers. */
export type Outgoing = OutgoingContent<Body>;

type Body = Buffer | ReplayableBody | FormBody | OpaqueBody | null;

type Content = RequestContent<Body>;

/** Reads a request, authenticates its caller, finds its model and its session. */
export const resolveRequest = async (
  parts: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  about: Readonly<{ hold: BodyHold; tally: BodyTally; requestId: string; span: Span }>,
): Promise<E.Either<GatewayError, ResolvedRequest>> => {
  if (hasBody(request) && request.readableDidRead) return E.left(BODY_READ_BEFORE);
  const headers = request.rawHeaders;
  const { memory, sessions } = parts;
  const priority = refusePriority(headers);
  if (E.isLeft(priority)) return priority;
  if (isLargeForStrangers(bytesOf(request))) {
    const stranger = await refuseStranger(parts.directory, headers);
    if (stranger !== undefined) return E.left(stranger);
  }
  const content = await readContent(parts, kind, request, target, about);
  if (E.isLeft(content)) return content;
  const { facts, body } = content.right;
  // The model is not known yet.
  const context = { requestId: about.requestId, span: about.span, model: '' };
  const joining = joinResponse(memory, { kind, headers, target, sessions }, facts, context);
  const joined = joining instanceof Promise ? await joining : joining;
  return resolveContent(parts, { kind, headers, target }, { facts: joined, body })();
};

/** Bytes of the body; undefined when they are not declared. */
const bytesOf = (request: IncomingMessage): number | undefined =>
  request.headers['transfer-encoding'] === undefined ? declaredBytes(request) : undefined;

const readContent = async (
  { maxBodyBytes, watch, oneAtATime, sessions }: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  { hold, tally }: Readonly<{ hold: BodyHold; tally: BodyTally }>,
): Promise<E.Either<GatewayError, Content>> => {
  const about = { kind, headers: request.rawHeaders, sessions };
  const { headers } = about;
  const isPassThrough = kind === 'pass_through';
  if (isPassThrough && !hasBody(request)) {
    return E.right({ facts: factsWithoutBody(about), body: null });
  }
  const types = refuseTwoTypes(headers);
  if (E.isLeft(types)) return types;
  if (!isReadAsJson(kind, headers, target)) {
    if (declaredBytes(request) > maxBodyBytes) return E.left(bodyTooLarge(maxBodyBytes));
    const body = new ReplayableBody(
      request,
      { keepBytes: 0, maxBytes: maxBodyBytes },
      watch,
      tally,
    );
    const facts = factsWithoutBody(about);
    const type = firstHeader(headers, 'content-type');
    if (isForm(type)) return readForm(body, { headers, target }, facts, hold);
    if (isBinaryType(type)) return E.right({ facts, body });
    const opaque = await new OpaqueBody(body, type).readStart();
    return E.isLeft(opaque) ? opaque : E.right({ facts, body: opaque.right });
  }
  const encoded = refuseEncoded(headers);
  if (E.isLeft(encoded)) return encoded;
  const body = await readBody(request, maxBodyBytes, watch, { hold, tally });
  if (typeof body === 'string') return E.left(bodyError(body, maxBodyBytes));
  if (isPassThrough && body.length === 0) {
    return E.right({ facts: factsWithoutBody(about), body });
  }
  const reading = readFacts({ kind, headers, body, sessions }, oneAtATime);
  const facts = reading instanceof Promise ? await reading : reading;
  return E.isLeft(facts) ? facts : E.right({ facts: facts.right, body });
};

/** A form is read as far as its model; what comes after is read while it passes. */
const readForm = async (
  body: ReplayableBody,
  { headers, target }: Readonly<{ headers: RawHeaders; target: string }>,
  facts: RequestFacts,
  hold: BodyHold,
): Promise<E.Either<GatewayError, Content>> => {
  const inQuery = modelInQuery(splitTarget(target).query);
  if (E.isLeft(inQuery)) return inQuery;
  const type = firstHeader(headers, 'content-type')!;
  const form = E.tryCatch(
    () => new FormBody(body, type, hold, inQuery.right !== undefined),
    () => badForm('has no boundary'),
  );
  if (E.isLeft(form)) return form;
  const model = await form.right.readToModel();
  if (E.isLeft(model)) return model;
  return E.right({ facts: { ...facts, model, isModelFixed: true }, body: form.right });
};

const bodyError = (fault: BodyFault, maxBytes: number): GatewayError => {
  switch (fault) {
    case 'too_large':
      return bodyTooLarge(maxBytes);
    case 'over_budget':
      return BODY_BUDGET_EXHAUSTED;
    case 'too_slow':
      return BODY_TOO_SLOW_ERROR;
    case 'gone':
      return CLIENT_GONE;
  }
};
