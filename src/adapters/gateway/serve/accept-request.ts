/** From a request as it came in to one that may be forwarded, or the reason why not. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ClientWatch } from '../../servers/client-watch.js';
import { ReplayableBody } from '../../servers/replayable-body.js';
import { declaredBytes, hasBody, readBody, type BodyFault } from '../../servers/request-body.js';
import type { OneAtATime } from '../../time/turns.js';
import type { Span } from '../../telemetry/port.js';
import type { ModelDirectory } from '../directory/port.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import { bodyTooLarge, CLIENT_GONE, serverError, type GatewayError } from '../gateway-error.js';
import type { BodyHold } from '../request/body-budget.js';
import { apiKeyOf } from '../request/caller.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import { joinResponse } from '../request/join-response.js';
import { refusePriority, type SessionSettings } from '../request/prepare-request.js';
import type { EstimateInputTokens } from '../request/prompt.js';
import { factsWithoutBody, readFacts } from '../request/request-facts.js';
import { isReadAsJson, refuseEncoded, refuseTwoTypes } from '../request/readable-body.js';
import {
  directoryError,
  resolveContent,
  type OutgoingContent,
  type RequestContent,
  type ResolvedContent,
} from '../request/resolve-content.js';

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

type Body = Buffer | ReplayableBody | null;

type Content = RequestContent<Body>;

/** Reads a request, authenticates its caller, finds its model and its session. */
export const resolveRequest = (
  parts: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  about: Readonly<{ hold: BodyHold; requestId: string; span: Span }>,
): TE.TaskEither<GatewayError, ResolvedRequest> => {
  const headers = request.rawHeaders;
  const { memory, sessions } = parts;
  // The model is not known yet.
  const context = { ...about, model: '' };
  return pipe(
    TE.fromEither(refusePriority(headers)),
    TE.flatMap(() => refuseStranger(parts.directory, request, apiKeyOf(headers))),
    TE.flatMap(() => readContent(parts, kind, request, target, about.hold)),
    TE.flatMapTask(({ facts, body }) => async () => ({
      facts: await joinResponse(memory, { kind, headers, target, sessions }, facts, context),
      body,
    })),
    TE.flatMap((content) => resolveContent(parts, { kind, headers, target }, content)),
  );
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
  { maxBodyBytes, watch, oneAtATime, sessions }: AcceptParts,
  kind: ForwardedKind,
  request: IncomingMessage,
  target: string,
  hold: BodyHold,
): TE.TaskEither<GatewayError, Content> => {
  const about = { kind, headers: request.rawHeaders, sessions };
  const { headers } = about;
  const isPassThrough = kind === 'pass_through';
  if (isPassThrough && !hasBody(request)) {
    return TE.right({ facts: factsWithoutBody(about), body: null });
  }
  const types = refuseTwoTypes(headers);
  if (E.isLeft(types)) return TE.fromEither(types);
  if (!isReadAsJson(kind, headers, target)) {
    if (declaredBytes(request) > maxBodyBytes) return TE.left(bodyTooLarge(maxBodyBytes));
    const body = new ReplayableBody(request, { keepBytes: 0, maxBytes: maxBodyBytes }, watch);
    return TE.right({ facts: factsWithoutBody(about), body });
  }
  return pipe(
    TE.fromEither(refuseEncoded(headers)),
    TE.flatMapTask(() => () => readBody(request, maxBodyBytes, watch, hold)),
    TE.flatMap((body) =>
      typeof body === 'string' ? TE.left(bodyError(body, maxBodyBytes)) : TE.right(body),
    ),
    TE.flatMap((body) =>
      pipe(
        isPassThrough && body.length === 0
          ? TE.right(factsWithoutBody(about))
          : () => readFacts({ ...about, body }, oneAtATime),
        TE.map((facts) => ({ facts, body })),
      ),
    ),
  );
};

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
