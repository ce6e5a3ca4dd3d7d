/** What the two completion APIs share: a choice, and chunks of it, with the token counts. */
import { optional, required } from '../../../../core/codec/object-codec.js';
import { boolean, passing, positiveCount, shape, string } from '../codecs.js';
import {
  formatSseEvent,
  SSE_DONE,
  type AnswerEnd,
  type AnswerShape,
  type AnswerStart,
} from './api.js';

const streamOptions = shape<Readonly<{ includeUsage?: boolean }>>({
  includeUsage: optional('include_usage', boolean),
});

/** Members of the body of either. */
export type CompletionBody = Readonly<{
  model: string;
  stream?: boolean;
  streamOptions?: Readonly<{ includeUsage?: boolean }>;
  maxTokens?: number;
  n?: number;
}>;

export const COMPLETION_MEMBERS = {
  model: required('model', string),
  stream: optional('stream', boolean),
  streamOptions: optional('stream_options', streamOptions),
  maxTokens: optional('max_tokens', positiveCount),
  n: optional(
    'n',
    passing<number>('1', (json) => json === 1),
  ),
};

/** How one of them words its choice. */
export type ChoiceWords = Readonly<{
  idPrefix: string;
  object: string;
  chunkObject: string;
  whole: (text: string) => object;
  opening?: object;
  piece: (text: string) => object;
  last: object;
}>;

/** The shape of an answer of one choice. */
export const createChoiceShape = (
  words: ChoiceWords,
  { model, streamOptions }: CompletionBody,
  start: AnswerStart,
): AnswerShape => {
  const head = { id: `${words.idPrefix}${start.id}`, created: start.createdSeconds, model };
  const includeUsage = streamOptions?.includeUsage === true;
  const choice = (said: object, finishReason: string | null) => ({
    ...{ index: 0, ...said, logprobs: null, finish_reason: finishReason },
  });
  const event = (choices: readonly object[], usage?: object | null) =>
    formatSseEvent({
      ...{ ...head, object: words.chunkObject, choices },
      ...(usage !== undefined && { usage }),
    });
  // A stream with usage names it in every chunk, as null until the last.
  const chunk = (said: object, finishReason: string | null) =>
    event([choice(said, finishReason)], includeUsage ? null : undefined);
  return {
    whole: (end) => ({
      ...{ ...head, object: words.object, usage: usageOf(start, end) },
      choices: [choice(words.whole(end.text), end.finishReason)],
    }),
    stream: {
      opening: () => (words.opening === undefined ? '' : chunk(words.opening, null)),
      token: (text) => chunk(words.piece(text), null),
      closing: (end) => {
        const usage = includeUsage ? event([], usageOf(start, end)) : '';
        return chunk(words.last, end.finishReason) + usage + SSE_DONE;
      },
    },
  };
};

const usageOf = (start: AnswerStart, end: AnswerEnd): object => ({
  prompt_tokens: start.promptTokens,
  completion_tokens: end.outputTokens,
  total_tokens: start.promptTokens + end.outputTokens,
  prompt_tokens_details: { cached_tokens: start.cachedTokens },
});
