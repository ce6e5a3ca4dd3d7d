import type { Codec } from '../../../../core/codec/codec.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { count, itemsOf, passing, shape, string, textOr } from '../codecs.js';

type Part = Readonly<{ type: string; text?: string }>;

const part = shape<Part>({
  type: required('type', string),
  text: optional('text', string),
});

/** Text, or parts of which some have text. */
export type Content = string | readonly Part[];

/** Content of a message: text, or parts of which some have text. */
export const content: Codec<Content> = textOr(itemsOf(part, 'an array of parts'));

/** A message or another item of a conversation. */
export type ConversationItem = Readonly<{ role?: string; content?: Content; output?: Content }>;

export const conversationItem = shape<ConversationItem>({
  role: optional('role', string),
  content: optional('content', content),
  output: optional('output', content),
});

/** All text of a conversation, in order. */
export const conversationText = (items: readonly ConversationItem[]): string =>
  items.map((item) => contentText(item.content) + contentText(item.output)).join('');

const contentText = (given: Content | undefined): string => {
  if (given === undefined) return '';
  if (typeof given === 'string') return given;
  return given.map(({ text = '' }) => text).join('');
};

type Tokens = readonly number[];

/** Texts without roles: one or several, as text or as tokens. */
export type PlainInput = string | readonly string[] | Tokens | readonly Tokens[];

const isListOf = (json: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(json) && json.length > 0 && json.every(isItem);

const isToken = (json: unknown): boolean => count.value!.problemOf(json) === undefined;

const isPlainInput = (json: unknown): json is PlainInput =>
  (typeof json === 'string' && json !== '') ||
  isListOf(json, (item) => typeof item === 'string') ||
  isListOf(json, isToken) ||
  isListOf(json, (item) => Array.isArray(item) && item.every(isToken));

/** Any number of them, but none. */
export const plainInput = passing<PlainInput>(
  'text, tokens, or an array of one or more of either',
  isPlainInput,
);

/** One of them. */
export const onePrompt = passing<PlainInput>(
  'one prompt, as text or tokens',
  (json) => isPlainInput(json) && promptTexts(json).length === 1,
);

/** The texts; tokens stand as their numbers. */
export const promptTexts = (input: PlainInput): readonly string[] => {
  if (typeof input === 'string') return [input];
  if (typeof input[0] === 'number') return [input.join(' ')];
  return (input as readonly (string | readonly number[])[]).map((one) =>
    typeof one === 'string' ? one : one.join(' '),
  );
};
