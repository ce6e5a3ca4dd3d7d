/** What the gateway finds out about a request before it forwards it. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as O from 'fp-ts/lib/Option.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import {
  identifySession,
  type SessionFallback,
  type SessionFault,
  type SessionIdentity,
  type SessionRequest,
  type SessionResult,
} from '../../../session/identity.js';
import type { HeaderSource } from '../../http/header-source.js';
import { HEADERS } from '../../http/header-table.js';
import { hasHeader } from '../../http/strip-headers.js';
import { createNodeSha256 } from '../../platform/node-sha256.js';
import type { ModelEntry } from '../directory/port.js';
import { badRequest, type GatewayError } from '../gateway-error.js';
import { apiKeyOf } from './caller.js';
import { firstHeader } from './first-header.js';
import type { ForwardedKind } from './gateway-route.js';
import { estimateInputTokens, promptOf, type EstimateInputTokens, type Prompt } from './prompt.js';

/** How sessions are told. */
export type SessionSettings = Readonly<{
  /** What tells a session without an id. Default `payload`. */
  fallback?: SessionFallback | undefined;
  /** `caller`: two callers with one session id share nothing. Default `model`: they do. */
  scope?: SessionScope | undefined;
}>;

/** Whose sessions with one id are the same: all of a model, or those of one caller. */
export type SessionScope = 'model' | 'caller';

/** A request whose model is known. */
export type KnownRequest = Readonly<{
  kind: ForwardedKind;
  /** As they came in. */
  headers: HeaderSource;
  /** The parsed JSON body, if there is one. */
  json: JsonObject | undefined;
  entry: ModelEntry;
  /** Default: those of a gateway without settings. */
  sessions?: SessionSettings;
}>;

/** What the router is told about it. */
export type PreparedRequest = Readonly<{
  entry: ModelEntry;
  session: O.Option<SessionIdentity>;
  /** Whole number, 0 .. 2^53-1. */
  inputTokens: number;
}>;

/** 400 for a request that brings a priority of its own: only the model's owner sets it. */
export const refusePriority = (headers: HeaderSource): E.Either<GatewayError, void> =>
  hasHeader(headers, PRIORITY)
    ? E.left(badRequest('forbidden_header', PRIORITY, PRIORITY_MESSAGE))
    : E.right(undefined);

/** Tells session and size of a request; left with 400 when a session id is malformed. */
export const prepareRequest = (
  { kind, headers, json, entry, sessions = {} }: KnownRequest,
  estimate: EstimateInputTokens = estimateInputTokens,
): E.Either<GatewayError, PreparedRequest> => {
  const session = identifySession(
    sessionRequestOf(kind, headers, json, sessions),
    createNodeSha256,
  );
  return prepareWith(entry, { session, prompt: promptOf(kind, json) }, estimate);
};

/** The same, where session and prompt are known. */
export const prepareWith = (
  entry: ModelEntry,
  { session, prompt }: Readonly<{ session: SessionResult; prompt: Prompt }>,
  estimate: EstimateInputTokens,
): E.Either<GatewayError, PreparedRequest> =>
  pipe(
    session,
    E.bimap(sessionError, (found) => ({
      entry,
      session: found,
      inputTokens: wholeTokens(estimate(prompt, entry.model)),
    })),
  );

/** The parts of a request that tell its session. */
export const sessionRequestOf = (
  kind: ForwardedKind,
  headers: HeaderSource,
  json: JsonObject | undefined,
  sessions: SessionSettings,
): SessionRequest => ({
  kind: SESSION_KINDS[kind],
  body: json,
  header: firstHeader(headers, HEADERS.sessionId.name),
  fallback: sessions.fallback,
  caller: callerOf(headers, sessions),
});

/** Whose sessions they are; undefined: everybody's. All callers without a key are one. */
export const callerOf = (headers: HeaderSource, { scope }: SessionSettings): string | undefined =>
  scope === 'caller' ? (apiKeyOf(headers) ?? '') : undefined;

const PRIORITY = HEADERS.priority.name;
const PRIORITY_MESSAGE = `${PRIORITY}: expected no such header; the owner of the model sets it.`;

const SESSION_KINDS: Readonly<Record<ForwardedKind, SessionRequest['kind']>> = {
  chat: 'chat',
  responses: 'responses',
  completions: 'completions',
  messages: 'messages',
  embeddings: 'other',
  pass_through: 'other',
};

const sessionError = ({ source, message }: SessionFault): GatewayError =>
  badRequest('invalid_session_id', SESSION_PARAMS[source], message);

const SESSION_PARAMS: Readonly<Record<SessionFault['source'], string | null>> = {
  prompt_cache_key: 'prompt_cache_key',
  conversation_id: 'conversation',
  user_id: 'metadata.user_id',
  header: HEADERS.sessionId.name,
  payload: null,
  opening: null,
  previous_response_id: 'previous_response_id',
};

/** The router takes nothing but u64; an estimator of a service may give anything. */
const wholeTokens = (tokens: number): number =>
  tokens > 0 ? Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER) : 0;
