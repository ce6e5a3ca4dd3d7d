import type { JsonObject } from '../../../core/codec/codec.js';
import { isJsonObject, ownMember } from '../../../core/codec/codec.js';
import type { ForwardedKind } from './gateway-route.js';

/** The prompt of a request, as far as its size is concerned. */
export type Prompt = Readonly<{
  /** All its text, in order. */
  texts: readonly string[];
  /** Token ids given in place of text. */
  tokenIdCount: number;
}>;

/** Estimates the tokens of a prompt: a whole number, 0 or more. */
export type EstimateInputTokens = (prompt: Prompt, model: string) => number;

const BYTES_PER_TOKEN = 4;
const EXTRA_TOKENS = 5;

/** The default estimate: 5 + ceil(UTF-8 bytes of the text / 4), and 1 for every token id. */
export const estimateInputTokens: EstimateInputTokens = ({ texts, tokenIdCount }) => {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return EXTRA_TOKENS + Math.ceil(bytes / BYTES_PER_TOKEN) + tokenIdCount;
};

/**
 * Collects the prompt of a request: the text of its messages, input or prompt.
 *
 * Images, tools and settings do not count. A body without any, or none at all, has no text.
 */
export const promptOf = (kind: ForwardedKind, json: JsonObject | undefined): Prompt => {
  const texts: string[] = [];
  let tokenIdCount = 0;
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number') tokenIdCount += 1;
    else if (depth < MAX_DEPTH) {
      for (const part of partsOf(value)) collect(part, depth + 1);
    }
  };
  for (const field of PROMPT_FIELDS[kind]) {
    if (json !== undefined) collect(ownMember(json, field), 0);
  }
  return { texts, tokenIdCount };
};

const PROMPT_FIELDS: Readonly<Record<ForwardedKind, readonly string[]>> = {
  chat: ['messages'],
  responses: ['instructions', 'input'],
  embeddings: ['input'],
  completions: ['prompt'],
  messages: ['system', 'messages'],
  pass_through: ['messages', 'prompt', 'input'],
};

/** Content parts lie a few levels deep; nobody may send us deeper. */
const MAX_DEPTH = 8;

/** Where an item of a conversation, or a part of its content, may have text. */
const TEXT_FIELDS = ['content', 'text', 'output'] as const;

const partsOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isJsonObject(value) ? TEXT_FIELDS.map((field) => ownMember(value, field)) : [];
};
