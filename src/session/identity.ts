/**
 * Who a request belongs to: the session identity of an OpenAI-shaped request.
 *
 * The first of these that is there wins: `prompt_cache_key`, `conversation` (responses only), the
 * session header, the payload itself. A payload changes with every turn, so its key spreads load
 * and repeats exact prompts, but is not worth remembering a cluster for.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isJsonObject, ownMember, type JsonObject } from '../core/codec/codec.js';

/** Where a session id was found. */
export type SessionSource = 'prompt_cache_key' | 'conversation_id' | 'header' | 'payload';

/** The session of one request. */
export type SessionIdentity = Readonly<{
  source: SessionSource;
  /** What the response carries back in `x-multi-turn-session-id`; of a payload, its key. */
  sessionId: string;
  /** Value of `x-cache-affinity-key`. */
  affinityKey: string;
  /** Whether the last cluster of this session is remembered: false for payload sessions. */
  eligible: boolean;
}>;

/** Why a request is answered with 400. The message never repeats a session id. */
export type SessionFault = Readonly<{ source: SessionSource; message: string }>;

/** The parts of a request that tell its session. */
export type SessionRequest = Readonly<{
  /** Chat completions, responses, or any other path, where only the header counts. */
  kind: 'chat' | 'responses' | 'other';
  /** The parsed JSON body, if any. */
  body?: unknown;
  /** Raw value of `x-multi-turn-session-id`: one character per byte, as node and Fetch give it. */
  header?: string | undefined;
}>;

/** Longest session id, in bytes of UTF-8. */
export const SESSION_ID_MAX_BYTES = 256;

/**
 * Tells the session of a request, or that it has none.
 *
 * Left when an id is not 1 to 256 bytes of well-formed text without control characters, or a body
 * value has another type; the header is checked even when a body value wins. `null` and "" in the
 * body count as absent. Cost: one SHA-256 of the id, or of the whole payload.
 *
 * @example
 * sessionIdentity({ kind: 'chat', body: { prompt_cache_key: 'chat-7' } });
 * // right(some({ source: 'prompt_cache_key', sessionId: 'chat-7', eligible: true, ... }))
 */
export const sessionIdentity = (
  request: SessionRequest,
): E.Either<SessionFault, O.Option<SessionIdentity>> => {
  const body = isJsonObject(request.body) ? request.body : {};
  const named = request.kind === 'other' ? E.right(undefined) : bodyId(request.kind, body);
  if (E.isLeft(named)) return named;
  const header = headerId(request.header);
  if (E.isLeft(header)) return header;
  const id = named.right ?? header.right;
  if (id !== undefined) return E.right(O.some(identify(id)));
  return E.right(payloadIdentity(request.kind, body));
};

type FoundId = Readonly<{ source: Exclude<SessionSource, 'payload'>; id: string }>;
type MaybeId = E.Either<SessionFault, FoundId | undefined>;

/** The id the body names; the types of all its values are checked, the text of the winner. */
const bodyId = (kind: 'chat' | 'responses', body: JsonObject): MaybeId => {
  const key = promptCacheKey(body);
  if (E.isLeft(key)) return key;
  const conversation = kind === 'responses' ? conversationId(body) : E.right(undefined);
  if (E.isLeft(conversation)) return conversation;
  const found = key.right ?? conversation.right;
  return found === undefined ? E.right(undefined) : checkId(found);
};

const promptCacheKey = (body: JsonObject): MaybeId => {
  const value = ownMember(body, 'prompt_cache_key');
  if (isEmpty(value)) return E.right(undefined);
  return typeof value === 'string'
    ? E.right({ source: 'prompt_cache_key', id: value })
    : refuse('prompt_cache_key', 'a string', describeType(value));
};

const conversationId = (body: JsonObject): MaybeId => {
  const value = ownMember(body, 'conversation');
  if (isEmpty(value)) return E.right(undefined);
  const id = isJsonObject(value) ? ownMember(value, 'id') : value;
  if (id === '') return E.right(undefined);
  return typeof id === 'string'
    ? E.right({ source: 'conversation_id', id })
    : refuse('conversation_id', 'a string or an object with a string id', describeType(value));
};

const headerId = (raw: string | undefined): MaybeId =>
  raw === undefined ? E.right(undefined) : checkId({ source: 'header', id: decodeHeader(raw) });

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Header bytes as text: UTF-8 where they are valid UTF-8, else one character per byte (latin1).
 *
 * A character above U+00FF is no byte: such a value was decoded before and stays as it is.
 */
const decodeHeader = (raw: string): string => {
  if (/[^\0-\xff]/.test(raw)) return raw;
  try {
    return UTF8.decode(Uint8Array.from(raw, (byte) => byte.charCodeAt(0)));
  } catch {
    return raw;
  }
};

const checkId = (found: FoundId): E.Either<SessionFault, FoundId> => {
  const lengthBytes = utf8(found.id).length;
  if (lengthBytes < 1 || lengthBytes > SESSION_ID_MAX_BYTES) {
    return refuse(found.source, '1 to 256 bytes', `${String(lengthBytes)} bytes`);
  }
  if (/\p{Cc}/u.test(found.id)) {
    return refuse(found.source, 'no control characters', 'some');
  }
  // UTF-8 has no form for half a surrogate pair: different ids would become one.
  return /\p{Surrogate}/u.test(found.id)
    ? refuse(found.source, 'well-formed Unicode', 'half of a surrogate pair')
    : E.right(found);
};

/** A key of this form, sent in the header, is taken as it stands. */
const AFFINITY_KEY = /^mt:v1:\w+:[0-9a-f]{64}$/i;

const identify = ({ source, id }: FoundId): SessionIdentity => ({
  source,
  sessionId: id,
  affinityKey: source === 'header' && AFFINITY_KEY.test(id) ? id : `mt:v1:session:${hexSha256(id)}`,
  eligible: true,
});

const PAYLOAD_FIELDS = { chat: 'messages', responses: 'input' } as const;

const payloadIdentity = (
  kind: SessionRequest['kind'],
  body: JsonObject,
): O.Option<SessionIdentity> => {
  const payload = kind === 'other' ? undefined : ownMember(body, PAYLOAD_FIELDS[kind]);
  const canonical = isEmpty(payload) ? undefined : canonicalJson(payload);
  if (canonical === undefined) return O.none;
  const key = `mt:v1:payload:${hexSha256(canonical)}`;
  return O.some({ source: 'payload', sessionId: key, affinityKey: key, eligible: false });
};

/**
 * RFC 8785 form of parsed JSON; undefined when it has none.
 *
 * That is so for numbers beyond the doubles (JSON.parse makes them infinite) and for nesting
 * deeper than the stack. Such a request has no session; whether it is valid is the engine's say.
 */
const canonicalJson = (json: unknown): string | undefined => {
  try {
    return canonicalize(json);
  } catch {
    return undefined;
  }
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const FIELD_NAMES: Readonly<Record<SessionSource, string>> = {
  prompt_cache_key: 'prompt_cache_key',
  conversation_id: 'conversation',
  header: 'x-multi-turn-session-id',
  payload: 'payload',
};

const refuse = (
  source: SessionSource,
  expected: string,
  given: string,
): E.Either<SessionFault, never> =>
  E.left({ source, message: `${FIELD_NAMES[source]}: expected ${expected}, given ${given}` });

const describeType = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object without one' : `a ${typeof value}`;
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const hexSha256 = (text: string): string => bytesToHex(sha256(utf8(text)));
