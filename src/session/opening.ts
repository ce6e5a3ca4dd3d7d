/**
 * Sessions of conversations that carry no id: told by how they begin, remembered by where they are.
 *
 * Every turn of a conversation repeats its opening, so that all its turns share an affinity key in
 * every replica, with nothing remembered. Many conversations may begin alike; so the memory goes
 * by position: a turn repeats the request before it, and appends what the model made and what came
 * after. The hash of a whole request is the hash that the next turn finds before the last run of
 * what the model made. A fork finds what its ancestor wrote.
 */
import { isJsonObject, ownMember, type JsonObject } from '../core/codec/codec.js';
import { canonicalPieces } from './canonical-json.js';
import type { CreateSha256, Sha256 } from './sha256.js';

/** An API whose requests hold a conversation, or the prompt of one. */
export type ConversationKind = 'chat' | 'responses' | 'messages' | 'completions';

/** Hex SHA-256 of parts of a conversation. */
export type OpeningHashes = Readonly<{
  /** The messages up to and including the first of a user; without one all of them. */
  opening: string;
  /** The messages before the last run of model-made ones; undefined: nothing was made so far. */
  before: string | undefined;
  /** All messages; undefined where there are no positions. */
  whole: string | undefined;
}>;

/** Bytes of a prompt that are its opening. */
export const PROMPT_OPENING_BYTES = 1_024;

/** Text that is hashed before there is a pause, about. */
const STEP_LENGTH = 65_536;

/**
 * Hashes the opening of a request, its position and all of it in one pass, with a pause after every
 * 64 KiB or so; undefined when it holds no conversation, or one without a canonical form.
 *
 * What is hashed is canonical JSON: an array of the messages. Instructions that stand beside them
 * (`instructions` of responses, `system` of messages) are a first message with the role `system`.
 * Marks of where a prefix may be cached (`cache_control`), which wander from turn to turn, are left
 * out.
 */
export function* hashOpening(
  kind: ConversationKind,
  body: JsonObject,
  createSha256: CreateSha256,
): Generator<undefined, OpeningHashes | undefined> {
  if (kind === 'completions') return yield* hashPrompt(ownMember(body, 'prompt'), createSha256);
  const items = itemsOf(kind, body);
  if (items.length === 0) return undefined;
  const openingEnd = openingLength(items);
  const beforeEnd = positionBefore(items);
  const hash = createSha256();
  const hexes = new Map<number, string>();
  const steps = { length: 0 };
  for (let i = 0; i < items.length; i += 1) {
    hash.update(i === 0 ? '[' : ',');
    if (!(yield* hashJson(items[i], hash, steps))) return undefined;
    if (i + 1 === openingEnd || i + 1 === beforeEnd || i + 1 === items.length) {
      hexes.set(i + 1, closed(hash.copy()));
    }
  }
  return {
    opening: hexes.get(openingEnd)!,
    before: hexes.get(beforeEnd),
    whole: hexes.get(items.length),
  };
}

/** The messages of a request in order, instructions first. */
const itemsOf = (
  kind: Exclude<ConversationKind, 'completions'>,
  body: JsonObject,
): readonly unknown[] => {
  const given = ownMember(body, kind === 'responses' ? 'input' : 'messages');
  const items = messagesOf(given);
  if (kind === 'chat' || items.length === 0) return items;
  const instructions = ownMember(body, kind === 'responses' ? 'instructions' : 'system');
  return isEmpty(instructions) ? items : [{ content: instructions, role: 'system' }, ...items];
};

/** A text alone is the message of a user. */
const messagesOf = (given: unknown): readonly unknown[] => {
  if (Array.isArray(given)) return given as readonly unknown[];
  return typeof given === 'string' && given !== '' ? [{ content: given, role: 'user' }] : [];
};

const openingLength = (items: readonly unknown[]): number => {
  const user = items.findIndex((item) => isJsonObject(item) && ownMember(item, 'role') === 'user');
  return user === -1 ? items.length : user + 1;
};

/** How many messages stand before the last run of model-made ones; 0: there is nothing to find. */
const positionBefore = (items: readonly unknown[]): number => {
  let end = items.length;
  while (end > 0 && !isModelMade(items[end - 1])) end -= 1;
  while (end > 0 && isModelMade(items[end - 1])) end -= 1;
  return end;
};

/** Assistant messages; for responses also reasoning, calls, and references to what was made. */
const isModelMade = (item: unknown): boolean => {
  if (!isJsonObject(item)) return false;
  if (ownMember(item, 'role') === 'assistant') return true;
  const type = ownMember(item, 'type');
  return typeof type === 'string' && (MODEL_MADE_TYPES.has(type) || type.endsWith('_call'));
};

const MODEL_MADE_TYPES: ReadonlySet<string> = new Set([
  ...['reasoning', 'item_reference', 'compaction', 'mcp_list_tools', 'mcp_approval_request'],
]);

/** Feeds the canonical form of a value to a hash; returns whether it has one. */
function* hashJson(
  json: unknown,
  hash: Sha256,
  steps: { length: number },
): Generator<undefined, boolean> {
  const pieces = canonicalPieces(json, CACHE_MARKS);
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
    hash.update(value);
    steps.length += value.length;
    if (steps.length < STEP_LENGTH) continue;
    steps.length = 0;
    yield;
  }
}

const CACHE_MARKS: ReadonlySet<string> = new Set(['cache_control']);

/** The first bytes of a text, in whole characters; of lists of texts or tokens, of their JSON. */
function* hashPrompt(
  prompt: unknown,
  createSha256: CreateSha256,
): Generator<undefined, OpeningHashes | undefined> {
  if (isEmpty(prompt)) return undefined;
  const text = typeof prompt === 'string' ? prompt : canonicalPieces(prompt).next().value;
  if (typeof text !== 'string') return undefined;
  const room = new Uint8Array(PROMPT_OPENING_BYTES);
  const { read } = new TextEncoder().encodeInto(text, room);
  const hash = createSha256();
  yield* hashJson([typeof prompt, text.slice(0, read)], hash, { length: 0 });
  return { opening: hash.hex(), before: undefined, whole: undefined };
}

const closed = (hash: Sha256): string => {
  hash.update(']');
  return hash.hex();
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
