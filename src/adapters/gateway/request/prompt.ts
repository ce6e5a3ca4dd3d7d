import type { JsonObject } from '../../../core/codec/codec.js';
import { isJsonObject, ownMember } from '../../../core/codec/codec.js';
import type { ForwardedKind } from './gateway-route.js';
import { jsonTexts } from './json-length.js';

/** The prompt of a request, as far as its size is concerned. */
export type Prompt = Readonly<{
  /** All its text, in order: messages, calls of tools and their results, definitions of tools. */
  texts: readonly string[];
  /** Token ids given in place of text. */
  tokenIdCount: number;
  /** Images among the messages and results. */
  imageCount: number;
}>;

/** Estimates the tokens of a prompt: a whole number, 0 or more. */
export type EstimateInputTokens = (prompt: Prompt, model: string) => number;

/** Tokens an image is taken for, unless a setting says otherwise. */
export const IMAGE_TOKENS = 1_024;

const BYTES_PER_TOKEN = 4;
const EXTRA_TOKENS = 5;

/** An estimate that takes every image for so many tokens. */
export const createInputEstimate =
  (imageTokens: number): EstimateInputTokens =>
  ({ texts, tokenIdCount, imageCount }) => {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const textTokens = EXTRA_TOKENS + Math.ceil(bytes / BYTES_PER_TOKEN);
    return textTokens + tokenIdCount + imageCount * imageTokens;
  };

/**
 * The default estimate: 5 + ceil(UTF-8 bytes of the text / 4), 1 for every token id, and 1,024 for
 * every image.
 */
export const estimateInputTokens: EstimateInputTokens = createInputEstimate(IMAGE_TOKENS);

/**
 * Collects the prompt of a request: the text of its messages, input or prompt, what it calls tools
 * with, and the definitions of its tools as JSON.
 *
 * Settings do not count. A body without any of these, or none at all, has no text.
 */
export const promptOf = (kind: ForwardedKind, json: JsonObject | undefined): Prompt => {
  const collector = new Collector();
  if (json === undefined) return collector;
  for (const field of PROMPT_FIELDS[kind]) {
    const value = ownMember(json, field);
    if (TOOL_FIELDS.has(field)) collector.addJson(value);
    else collector.add(value, 0);
  }
  return collector;
};

const PROMPT_FIELDS: Readonly<Record<ForwardedKind, readonly string[]>> = {
  chat: ['messages', 'tools', 'functions'],
  responses: ['instructions', 'input', 'tools'],
  embeddings: ['input'],
  completions: ['prompt'],
  messages: ['system', 'messages', 'tools'],
  pass_through: ['messages', 'prompt', 'input', 'tools'],
};

/** Definitions, which engines put before the prompt as JSON. */
const TOOL_FIELDS: ReadonlySet<string> = new Set(['tools', 'functions']);

/** Content parts lie a few levels deep; nobody may send us deeper. */
const MAX_DEPTH = 8;

/** Where an item of a conversation, a part of its content or a call may have text. */
const TEXT_FIELDS = [
  ...['content', 'text', 'output', 'thinking', 'tool_calls', 'function_call', 'function'],
  ...['arguments', 'summary'],
] as const;

/** Content parts that are images, in the words of the three APIs. */
const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['image_url', 'input_image', 'image']);

/** Calls whose input is JSON or text of its own, beside those with `arguments`. */
const CALL_TYPES: ReadonlySet<unknown> = new Set(['tool_use', 'custom_tool_call', 'custom']);

class Collector implements Prompt {
  readonly texts: string[] = [];
  tokenIdCount = 0;
  imageCount = 0;

  add(value: unknown, depth: number): void {
    if (typeof value === 'string') this.texts.push(value);
    else if (typeof value === 'number') this.tokenIdCount += 1;
    else if (depth >= MAX_DEPTH) return;
    else if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) this.add(item, depth + 1);
    } else if (isJsonObject(value)) this.#addItem(value, depth);
  }

  /** The text of a value as JSON. */
  addJson(value: unknown): void {
    if (value === undefined || value === null) return;
    if (typeof value === 'string') this.texts.push(value);
    else for (const text of jsonTexts(value)) this.texts.push(text);
  }

  #addItem(item: JsonObject, depth: number): void {
    const type = ownMember(item, 'type');
    if (IMAGE_TYPES.has(type)) this.imageCount += 1;
    const isCall = CALL_TYPES.has(type) || Object.hasOwn(item, 'arguments');
    if (isCall) this.addJson(ownMember(item, 'name'));
    if (isCall) this.addJson(ownMember(item, 'input'));
    if (type === 'custom') this.add(ownMember(item, 'custom'), depth + 1);
    for (const field of TEXT_FIELDS) {
      if (Object.hasOwn(item, field)) this.add(item[field], depth + 1);
    }
  }
}
