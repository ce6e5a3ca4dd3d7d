import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { decode, itemsOf, passing, positiveCount, shape, string } from '../codecs.js';
import type { Api } from './api.js';
import {
  COMPLETION_MEMBERS,
  createChoiceShape,
  type ChoiceWords,
  type CompletionBody,
} from './choices.js';
import { content, conversationText, type ConversationItem } from './content.js';

const message = shape<ConversationItem>({
  role: required('role', string),
  content: optional('content', content),
  output: optional(
    'output',
    passing('a tool output', () => true),
  ),
});

type ChatBody = CompletionBody &
  Readonly<{ messages: readonly ConversationItem[]; maxCompletionTokens?: number }>;

const body = shape<ChatBody>({
  ...COMPLETION_MEMBERS,
  messages: required('messages', itemsOf(message, 'an array of one or more messages', 'filled')),
  maxCompletionTokens: optional('max_completion_tokens', positiveCount),
});

/** `/v1/chat/completions`. One choice; tools, stop words and sampling settings change nothing. */
export const chatApi: Api = (json) =>
  pipe(
    decode(body, json),
    E.map((chat) => ({
      model: chat.model,
      promptText: conversationText(chat.messages),
      isStream: chat.stream === true,
      maxTokens: chat.maxCompletionTokens ?? chat.maxTokens,
      createShape: (start) => createChoiceShape(WORDS, chat, start),
    })),
  );

const WORDS: ChoiceWords = {
  idPrefix: 'chatcmpl-',
  object: 'chat.completion',
  chunkObject: 'chat.completion.chunk',
  whole: (text) => ({ message: { role: 'assistant', content: text, refusal: null } }),
  opening: { delta: { role: 'assistant', content: '' } },
  piece: (text) => ({ delta: { content: text } }),
  last: { delta: {} },
};
