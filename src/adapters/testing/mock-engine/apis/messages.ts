import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { boolean, decode, itemsOf, positiveCount, shape, string } from '../codecs.js';
import {
  formatSseEvent,
  type AnswerEnd,
  type AnswerShape,
  type AnswerStart,
  type Api,
} from './api.js';
import { content, conversationText, type Content, type ConversationItem } from './content.js';

const message = shape<ConversationItem>({
  role: required('role', string),
  content: required('content', content),
  output: optional('output', content),
});

type MessagesBody = Readonly<{
  model: string;
  messages: readonly ConversationItem[];
  maxTokens: number;
  system?: Content;
  stream?: boolean;
}>;

const body = shape<MessagesBody>({
  model: required('model', string),
  messages: required('messages', itemsOf(message, 'an array of one or more messages', 'filled')),
  maxTokens: required('max_tokens', positiveCount),
  system: optional('system', content),
  stream: optional('stream', boolean),
});

/** `/v1/messages`, as Anthropic's clients speak. One text; tools and sampling change nothing. */
export const messagesApi: Api = (json) =>
  pipe(
    decode(body, json),
    E.map(({ model, messages, maxTokens, system, stream }) => ({
      model,
      promptText: conversationText([{ ...(system && { content: system }) }, ...messages]),
      isStream: stream === true,
      maxTokens,
      createShape: (start) => createMessageShape(model, start),
    })),
  );

const createMessageShape = (model: string, start: AnswerStart): AnswerShape => ({
  whole: (end) => ({
    ...messageOf(model, start, [{ type: 'text', text: end.text }], end.outputTokens),
    ...stopOf(end),
  }),
  stream: {
    opening: () =>
      event('message_start', { message: { ...messageOf(model, start, [], 0), ...NOT_STOPPED } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    token: (text) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    closing: (end) =>
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: stopOf(end), usage: { output_tokens: end.outputTokens } }) +
      event('message_stop', {}),
  },
});

const event = (type: string, data: object): string => formatSseEvent({ type, ...data }, type);

const NOT_STOPPED = { stop_reason: null, stop_sequence: null };

const stopOf = ({ finishReason }: AnswerEnd): object => ({
  stop_reason: finishReason === 'length' ? 'max_tokens' : 'end_turn',
  stop_sequence: null,
});

/** Here tokens from the cache are none of the input tokens. */
const messageOf = (
  model: string,
  { id, promptTokens, cachedTokens }: AnswerStart,
  blocks: readonly object[],
  outputTokens: number,
): object => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: blocks,
  usage: {
    input_tokens: promptTokens - cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  },
});
