import { objectCodec, required } from '../../../core/codec/object-codec.js';
import { amount } from '../../../core/codec/value-codec.js';
import { expectOk, readJson, sendJson } from './send-json.js';

/** A turn as the client sends it. */
export type ChatTurn = Readonly<{
  gatewayUrl: string;
  model: string;
  sessionId: string;
  promptTokens: number;
}>;

/** What the client sees of the answer. */
export type ChatAnswer = Readonly<{
  requestId: string;
  clusterId: string;
  cachedTokens: number;
  /** From sending to the first piece of the stream. */
  ttftMs: number;
}>;

const detailsCodec = objectCodec<Readonly<{ cachedTokens: number }>>('Details', {
  members: { cachedTokens: required('cached_tokens', amount) },
});

const tokensCodec = objectCodec<Readonly<{ details: Readonly<{ cachedTokens: number }> }>>(
  'Tokens',
  { members: { details: required('prompt_tokens_details', detailsCodec) } },
);

const usageCodec = objectCodec('Usage', { members: { usage: required('usage', tokensCodec) } });

/** Sends one streaming chat completion through the gateway and reads it to its end. */
export const sendChatTurn = async (turn: ChatTurn): Promise<ChatAnswer> => {
  const startMs = performance.now();
  const response = await expectOk(
    await sendJson('POST', `${turn.gatewayUrl}/v1/chat/completions`, chatBody(turn)),
  );
  const pieces: Buffer[] = [];
  let firstMs: number | undefined;
  for await (const piece of response.body!) {
    firstMs ??= performance.now();
    pieces.push(Buffer.from(piece));
  }
  const { usage } = readJson(usageCodec, lastEvent(Buffer.concat(pieces).toString()));
  return {
    requestId: response.headers.get('x-request-id') ?? '',
    clusterId: response.headers.get('x-mock-cluster-id') ?? '',
    cachedTokens: usage.details.cachedTokens,
    ttftMs: (firstMs ?? performance.now()) - startMs,
  };
};

const chatBody = ({ model, sessionId, promptTokens }: ChatTurn) => ({
  model,
  prompt_cache_key: sessionId,
  messages: [{ role: 'user', content: conversationOf(promptTokens) }],
  max_tokens: 4,
  stream: true,
  stream_options: { include_usage: true },
});

/** The whole conversation so far: the gateway counts 5 tokens, and one for every four bytes. */
const conversationOf = (promptTokens: number): string => 'talk'.repeat(promptTokens - 5);

/** The last event before `[DONE]`, which tells the usage. */
const lastEvent = (stream: string): string => {
  const events = stream.match(/^data: \{.*$/gm) ?? [];
  return (events.at(-1) ?? 'data: null').slice('data: '.length);
};
