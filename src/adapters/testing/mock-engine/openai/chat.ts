import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { boolean, decode, passing, positiveCount, shape, string, itemsOf } from '../codecs.js';
import { formatSseEvent, SSE_DONE } from '../sse.js';
import { content, conversationText, type ConversationItem } from './content.js';
import type { AnswerEnd, AnswerShape, AnswerStart, Dialect } from './dialect.js';

const message = shape<ConversationItem>({
  role: required('role', string),
  content: optional('content', content),
  output: optional(
    'output',
    passing('a tool output', () => true),
  ),
});

const SOME_MESSAGES = 'an array of one or more messages';

const messages = itemsOf(message, SOME_MESSAGES, 'filled');

const streamOptions = shape<Readonly<{ includeUsage?: boolean }>>({
  includeUsage: optional('include_usage', boolean),
});

type ChatBody = Readonly<{
  model: string;
  messages: readonly ConversationItem[];
  stream?: boolean;
  streamOptions?: Readonly<{ includeUsage?: boolean }>;
  maxTokens?: number;
  maxCompletionTokens?: number;
  n?: number;
}>;

const body = shape<ChatBody>({
  model: required('model', string),
  messages: required('messages', messages),
  stream: optional('stream', boolean),
  streamOptions: optional('stream_options', streamOptions),
  maxTokens: optional('max_tokens', positiveCount),
  maxCompletionTokens: optional('max_completion_tokens', positiveCount),
  n: optional(
    'n',
    passing('1', (json) => json === 1),
  ),
});

/** `/v1/chat/completions`. One choice; tools, stop words and sampling settings change nothing. */
export const chatDialect: Dialect = {
  parse: (json) =>
    pipe(
      decode(body, json),
      E.map((chat) => ({
        model: chat.model,
        promptText: conversationText(chat.messages),
        isStream: chat.stream === true,
        maxTokens: chat.maxCompletionTokens ?? chat.maxTokens,
        includeUsage: chat.streamOptions?.includeUsage === true,
      })),
    ),
  createShape: (start) => createChatShape(start),
};

const createChatShape = (start: AnswerStart): AnswerShape => {
  const head = { id: `chatcmpl-${start.id}`, created: start.createdSeconds, model: start.model };
  // A stream with usage names it in every chunk, as null until the last.
  const noUsage = start.includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finishReason: string | null) =>
    formatSseEvent({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
      ...noUsage,
    });
  const usageChunk = (end: AnswerEnd) =>
    formatSseEvent({
      ...head,
      object: 'chat.completion.chunk',
      choices: [],
      usage: usageOf(start, end),
    });
  return {
    whole: (end) => ({
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: end.text, refusal: null },
          logprobs: null,
          finish_reason: end.finishReason,
        },
      ],
      usage: usageOf(start, end),
    }),
    opening: () => chunk({ role: 'assistant', content: '' }, null),
    token: (text) => chunk({ content: text }, null),
    closing: (end) =>
      chunk({}, end.finishReason) + (start.includeUsage ? usageChunk(end) : '') + SSE_DONE,
  };
};

const usageOf = (start: AnswerStart, end: AnswerEnd): object => ({
  prompt_tokens: start.promptTokens,
  completion_tokens: end.outputTokens,
  total_tokens: start.promptTokens + end.outputTokens,
  prompt_tokens_details: { cached_tokens: start.cachedTokens },
});
