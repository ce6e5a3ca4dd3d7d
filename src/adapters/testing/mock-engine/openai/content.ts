import * as t from 'io-ts';
import { listOf, nullish } from '../codecs.js';

const ContentPart = t.intersection(
  [t.type({ type: t.string }), t.partial({ text: t.string })],
  'a content part',
);

/** Content of a message: text, or parts of which some have text. */
export const Content = t.union(
  [t.string, listOf(ContentPart, 'an array of parts')],
  'text or an array of parts',
);

/** A message or another item of a conversation. */
export const ConversationItem = t.partial(
  { role: nullish(t.string), content: nullish(Content), output: nullish(Content) },
  'an object',
);

/** All text of a conversation, in order. */
export const conversationText = (items: readonly t.TypeOf<typeof ConversationItem>[]): string =>
  items.map((item) => contentText(item.content) + contentText(item.output)).join('');

const contentText = (content: t.TypeOf<typeof Content> | null | undefined): string => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => part.text ?? '').join('');
};
