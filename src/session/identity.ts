/**
 * Who a request belongs to: the session identity of an OpenAI-shaped request.
 *
 * The first of these that is there wins: `prompt_cache_key`, `conversation` (responses only),
 * `metadata.user_id` (messages only), the session header, and then what the settings say: the
 * payload itself, or the opening of the conversation. A payload changes with every turn, so its key
 * spreads load and repeats exact prompts, but is not worth remembering a cluster for.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isJsonObject, ownMember, type JsonObject } from '../core/codec/codec.js';
import { canonicalPieces } from './canonical-json.js';
import { hashOpening, type ConversationKind } from './opening.js';
import { hexSha256, type CreateSha256 } from './sha256.js';
import { decodeUtf8Text, isVisibleAscii } from '../core/codec/utf8.js';

/** Where a session id was found. */
export type SessionSource =
  | 'prompt_cache_key'
  | 'conversation_id'
  | 'user_id'
  | 'header'
  | 'payload'
  | 'opening'
  | 'previous_response_id';

/** The session of one request. */
export type SessionIdentity = Readonly<{
  source: SessionSource;
  /**
   * What the response carries back in `x-multi-turn-session-id`; of a payload, its key. Undefined:
   * there is no id to repeat.
   */
  sessionId: string | undefined;
  /** Value of `x-cache-affinity-key`. */
  affinityKey: string;
  /** Whether the last cluster of this session is remembered: false for payload sessions. */
  eligible: boolean;
  /** Where the response came from that the request goes on from: nothing is looked up then. */
  lastClusterId?: string;
  /** Of an opening: what takes the affinity key's place in the memory. */
  position?: SessionPosition;
}>;

/** Where a conversation was, and where it is now: keys of the memory. */
export type SessionPosition = Readonly<{
  /** Where the turn before this one wrote; undefined: this is the first turn. */
  before: string | undefined;
  /** Where this turn writes. */
  now: string;
}>;

/** Why a request is answered with 400. The message never repeats a session id. */
export type SessionFault = Readonly<{ source: SessionSource; message: string }>;

/** The parts of a request that tell its session. */
export type SessionRequest = Readonly<{
  /** An API that holds a conversation, or any other path, where only the header counts. */
  kind: ConversationKind | 'other';
  /** The parsed JSON body, if any. */
  body?: unknown;
  /** Raw value of `x-multi-turn-session-id`: one character per byte, as node and Fetch give it. */
  header?: string | undefined;
  /** What tells a session without an id. Default `payload`, of chats and responses only. */
  fallback?: SessionFallback | undefined;
  /** Who is calling, mixed into every key; undefined: callers share sessions of one id. */
  caller?: string | undefined;
}>;

/** What tells a session without an id: the whole payload, or the opening of the conversation. */
export type SessionFallback = 'payload' | 'opening';

/** Longest session id, in bytes of UTF-8. */
export const SESSION_ID_MAX_BYTES = 256;

/** What came of asking for the session of a request. */
export type SessionResult = E.Either<SessionFault, O.Option<SessionIdentity>>;

/**
 * Tells the session of a request, or that it has none.
 *
 * Left when an id is not 1 to 256 bytes of well-formed text without control characters, or a body
 * value has another type; the header is checked even when a body value wins. `null` and "" in the
 * body count as absent. Cost: one SHA-256 of the id, or of the whole payload.
 */
export const identifySession = (
  request: SessionRequest,
  createSha256: CreateSha256,
): SessionResult => {
  const steps = identifyInSteps(request, createSha256);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/**
 * The same, with a pause after every 64 KiB or so of a payload.
 *
 * Whoever runs it may do other things in a pause. The text of the payload is never whole.
 */
export function* identifyInSteps(
  request: SessionRequest,
  createSha256: CreateSha256,
): Generator<undefined, SessionResult> {
  const { kind, caller } = request;
  const body = isJsonObject(request.body) ? request.body : {};
  const named = kind === 'other' ? E.right(undefined) : bodyId(kind, body);
  if (E.isLeft(named)) return named;
  const header = headerId(request.header);
  if (E.isLeft(header)) return header;
  const id = named.right ?? header.right;
  const scoped = caller === undefined ? createSha256 : scopedTo(caller, createSha256);
  if (id !== undefined) return E.right(O.some(identify(id, scoped, caller !== undefined)));
  if (kind === 'other') return E.right(O.none);
  return request.fallback === 'opening'
    ? E.right(yield* openingIdentity(kind, body, scoped))
    : E.right(yield* payloadIdentity(kind, body, scoped));
}

type IdSource = Exclude<SessionSource, 'payload' | 'opening' | 'previous_response_id'>;
type FoundId = Readonly<{ source: IdSource; id: string }>;
type MaybeId = E.Either<SessionFault, FoundId | undefined>;

/** The id the body names; the types of all its values are checked, the text of the winner. */
const bodyId = (kind: ConversationKind, body: JsonObject): MaybeId => {
  const key = promptCacheKey(body);
  if (E.isLeft(key)) return key;
  const second = SECOND_ID[kind]?.(body) ?? E.right(undefined);
  if (E.isLeft(second)) return second;
  const found = key.right ?? second.right;
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

const userId = (body: JsonObject): MaybeId => {
  const metadata = ownMember(body, 'metadata');
  const value = isJsonObject(metadata) ? ownMember(metadata, 'user_id') : undefined;
  if (isEmpty(value)) return E.right(undefined);
  return typeof value === 'string'
    ? E.right({ source: 'user_id', id: value })
    : refuse('user_id', 'a string', describeType(value));
};

/** What may name the session beside `prompt_cache_key`. */
const SECOND_ID: Partial<Record<ConversationKind, (body: JsonObject) => MaybeId>> = {
  responses: conversationId,
  messages: userId,
};

const headerId = (raw: string | undefined): MaybeId =>
  raw === undefined ? E.right(undefined) : checkId({ source: 'header', id: decodeHeader(raw) });

/**
 * Header bytes as text: UTF-8 where they are valid UTF-8, else one character per byte (latin1). A
 * value that was decoded before stays as it is.
 */
const decodeHeader = (raw: string): string => decodeUtf8Text(raw) ?? raw;

const checkId = (found: FoundId): E.Either<SessionFault, FoundId> => {
  // Most ids are, and then they are as long in bytes as in characters.
  const isPlain = isVisibleAscii(found.id);
  const lengthBytes = isPlain ? found.id.length : utf8(found.id).length;
  if (lengthBytes < 1 || lengthBytes > SESSION_ID_MAX_BYTES) {
    return refuse(found.source, '1 to 256 bytes', `${String(lengthBytes)} bytes`);
  }
  if (isPlain) return E.right(found);
  if (/\p{Cc}/u.test(found.id)) {
    return refuse(found.source, 'no control characters', 'some');
  }
  // UTF-8 has no form for half a surrogate pair: different ids would become one.
  return /\p{Surrogate}/u.test(found.id)
    ? refuse(found.source, 'well-formed Unicode', 'half of a surrogate pair')
    : E.right(found);
};

/** A key of this form, lower case throughout, sent in the header, is taken as it stands. */
const AFFINITY_KEY = /^mt:v1:[a-z]+:[0-9a-f]{64}$/;

/** A key that anybody may send is nobody's own, so it is hashed like an id where callers count. */
const identify = (
  { source, id }: FoundId,
  createSha256: CreateSha256,
  isScoped: boolean,
): SessionIdentity => ({
  source,
  sessionId: id,
  affinityKey:
    source === 'header' && AFFINITY_KEY.test(id) && !isScoped
      ? id
      : `mt:v1:session:${hexSha256(id, createSha256)}`,
  eligible: true,
});

/** No id has a line break, and no JSON begins so: scoped input never equals unscoped one. */
const scopedTo =
  (caller: string, createSha256: CreateSha256): CreateSha256 =>
  () => {
    const hash = createSha256();
    hash.update(`caller:${hexSha256(caller, createSha256)}\n`);
    return hash;
  };

/** None where there is no conversation, or none with a canonical form. */
function* openingIdentity(
  kind: ConversationKind,
  body: JsonObject,
  createSha256: CreateSha256,
): Generator<undefined, O.Option<SessionIdentity>> {
  const hashes = yield* hashOpening(kind, body, createSha256);
  if (hashes === undefined) return O.none;
  const { opening, before, whole } = hashes;
  return O.some({
    source: 'opening',
    sessionId: undefined,
    affinityKey: `mt:v1:opening:${opening}`,
    eligible: whole !== undefined,
    ...(whole !== undefined && {
      position: {
        before: before === undefined ? undefined : `mt:v1:position:${before}`,
        now: `mt:v1:position:${whole}`,
      },
    }),
  });
}

const PAYLOAD_FIELDS: Partial<Record<ConversationKind, string>> = {
  chat: 'messages',
  responses: 'input',
};

/** None without a payload, and where it has no canonical form: that is for the engine to judge. */
function* payloadIdentity(
  kind: ConversationKind,
  body: JsonObject,
  createSha256: CreateSha256,
): Generator<undefined, O.Option<SessionIdentity>> {
  const field = PAYLOAD_FIELDS[kind];
  const payload = field === undefined ? undefined : ownMember(body, field);
  if (isEmpty(payload)) return O.none;
  const hash = createSha256();
  const pieces = canonicalPieces(payload);
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) {
      if (!value) return O.none;
      break;
    }
    hash.update(value);
    yield;
  }
  const key = `mt:v1:payload:${hash.hex()}`;
  return O.some({ source: 'payload', sessionId: key, affinityKey: key, eligible: false });
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const FIELD_NAMES: Readonly<Record<SessionSource, string>> = {
  prompt_cache_key: 'prompt_cache_key',
  conversation_id: 'conversation',
  user_id: 'metadata.user_id',
  header: 'x-multi-turn-session-id',
  payload: 'payload',
  opening: 'opening',
  previous_response_id: 'previous_response_id',
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

const utf8 = (text: string): Uint8Array => encoder.encode(text);

const encoder = new TextEncoder();
