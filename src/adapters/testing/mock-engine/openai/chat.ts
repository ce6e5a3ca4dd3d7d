import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { listOf, nullish, positiveCount } from '../codecs.js';
import { decode } from '../decode.js';
import { formatSseEvent, SSE_DONE } from '../sse.js';
import { Content, conversationText } from './content.js';
import type { AnswerEnd, AnswerShape, AnswerStart, Dialect } from './dialect.js';

const Message = t.intersection(
  [t.type({ role: t.string }), t.partial({ content: nullish(Content) })],
  'a message',
);

const Body = t.intersection(
  [
    t.type({
      model: t.string,
      messages: t.refinement(
        listOf(Message, 'an array of messages'),
        (messages) => messages.length > 0,
        'an array of one or more messages',
      ),
    }),
    t.partial({
      stream: nullish(t.boolean),
      stream_options: nullish(
        t.partial({ include_usage: nullish(t.boolean) }, 'an object with include_usage'),
      ),
      max_tokens: nullish(positiveCount),
      max_completion_tokens: nullish(positiveCount),
      n: nullish(t.literal(1)),
    }),
  ],
  'an object',
);

/** `/v1/chat/completions`. One choice; tools, stop words and sampling settings change nothing. */
export const chatDialect: Dialect = {
  parse: (body) =>
    pipe(
      decode(Body, body),
      E.map((chat) => ({
        model: chat.model,
        promptText: conversationText(chat.messages),
        isStream: chat.stream === true,
        maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? undefined,
        includeUsage: chat.stream_options?.include_usage === true,
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
