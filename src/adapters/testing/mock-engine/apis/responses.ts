import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { boolean, decode, positiveCount, shape, string, textOr, itemsOf } from '../codecs.js';
import { conversationItem, conversationText, type ConversationItem } from './content.js';
import {
  formatSseEvent,
  type AnswerEnd,
  type AnswerShape,
  type AnswerStart,
  type Api,
  type JsonBody,
} from './api.js';

type ResponseBody = Readonly<{
  model: string;
  input: string | readonly ConversationItem[];
  instructions?: string;
  stream?: boolean;
  maxTokens?: number;
}>;

const body = shape<ResponseBody>({
  model: required('model', string),
  input: required('input', textOr(itemsOf(conversationItem, 'an array of items'))),
  instructions: optional('instructions', string),
  stream: optional('stream', boolean),
  maxTokens: optional('max_output_tokens', positiveCount),
});

/** `/v1/responses`. One message of text; earlier responses add nothing to a prompt. */
export const responsesApi: Api = (json) =>
  pipe(
    decode(body, json),
    E.map((request) => ({
      model: request.model,
      promptText: promptText(request),
      isStream: request.stream === true,
      maxTokens: request.maxTokens,
      createShape: (start) => createResponseShape({ ...request, ...start }),
    })),
  );

const promptText = ({ input, instructions = '' }: ResponseBody): string =>
  instructions + (typeof input === 'string' ? input : conversationText(input));

type Start = AnswerStart & ResponseBody;

const createResponseShape = (start: Start): AnswerShape => {
  const itemId = `msg_${start.id}`;
  const place = { item_id: itemId, output_index: 0, content_index: 0 };
  let sequenceNumber = 0;
  const event = (type: string, data: object) =>
    formatSseEvent({ type, sequence_number: sequenceNumber++, ...data }, type);
  return {
    whole: (end) => finishedResponse(start, end, itemId),
    stream: {
      opening: () => {
        const response = responseObject(start, 'in_progress', []);
        const item = messageItem(itemId, 'in_progress', []);
        return [
          event('response.created', { response }),
          event('response.in_progress', { response }),
          event('response.output_item.added', { output_index: 0, item }),
          event('response.content_part.added', { ...place, part: textPart('') }),
        ].join('');
      },
      token: (text) => event('response.output_text.delta', { ...place, delta: text, logprobs: [] }),
      closing: (end) => {
        const response = finishedResponse(start, end, itemId);
        const part = textPart(end.text);
        const item = messageItem(itemId, statusOf(end), [part]);
        return [
          event('response.output_text.done', { ...place, text: end.text, logprobs: [] }),
          event('response.content_part.done', { ...place, part }),
          event('response.output_item.done', { output_index: 0, item }),
          event(`response.${statusOf(end)}`, { response }),
        ].join('');
      },
    },
  };
};

type Status = 'in_progress' | 'completed' | 'incomplete';

const statusOf = (end: AnswerEnd): Status =>
  end.finishReason === 'length' ? 'incomplete' : 'completed';

const finishedResponse = (start: Start, end: AnswerEnd, itemId: string): JsonBody => ({
  ...responseObject(start, statusOf(end), [
    messageItem(itemId, statusOf(end), [textPart(end.text)]),
  ]),
  incomplete_details: end.finishReason === 'length' ? { reason: 'max_output_tokens' } : null,
  usage: {
    input_tokens: start.promptTokens,
    input_tokens_details: { cached_tokens: start.cachedTokens },
    output_tokens: end.outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: start.promptTokens + end.outputTokens,
  },
});

const responseObject = (start: Start, status: Status, output: readonly object[]): object => ({
  id: `resp_${start.id}`,
  object: 'response',
  created_at: start.createdSeconds,
  status,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: start.maxTokens ?? null,
  metadata: {},
  model: start.model,
  output,
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: null,
});

const messageItem = (id: string, status: Status, content: readonly object[]): object => ({
  id,
  type: 'message',
  role: 'assistant',
  status,
  content,
});

const textPart = (text: string): object => ({ type: 'output_text', text, annotations: [] });
