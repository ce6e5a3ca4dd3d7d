import type { Codec } from '../../../../core/codec/codec.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { shape, string, textOr, itemsOf } from '../codecs.js';

type Part = Readonly<{ type: string; text?: string }>;

const part = shape<Part>({
  type: required('type', string),
  text: optional('text', string),
});

/** Text, or parts of which some have text. */
type Content = string | readonly Part[];

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
