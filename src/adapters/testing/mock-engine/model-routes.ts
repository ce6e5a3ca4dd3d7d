import { epochMs } from '../../time/clock.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { badBody, serverError, unknownModel, type ApiError } from './apis/api-error.js';
import type { AnswerEnd, AnswerShape, Api, ApiRequest, JsonBody } from './apis/api.js';
import { firstHeader, parseJson, replyError, type Exchange } from './exchange.js';
import {
  outputText,
  runGeneration,
  type Answer,
  type EngineParts,
  type GenerationJob,
} from './generation.js';
import type { Reply, ReplyHeaders } from './reply.js';
import type { MockEngineSettings } from './settings.js';

/** What the model routes need of an engine. */
export type ModelRouteParts = EngineParts &
  Readonly<{ settings: MockEngineSettings; nextId: () => string }>;

/**
 * Answers a request of an API, as a whole or as a stream; `keep` is told what the answer is as a
 * whole before its end is sent.
 */
export const serveApi = async (
  parts: ModelRouteParts,
  api: Api,
  exchange: Exchange,
  keep: (body: JsonBody) => void = () => undefined,
): Promise<void> => {
  const { reply, signal } = exchange;
  const parsed = parseRequest(parts, exchange, api);
  if (E.isLeft(parsed)) return replyError(reply, parsed.left);
  const request = parsed.right;
  const job = jobOf(parts, exchange, request);
  const { promptTokens } = job;
  const end = { ...job, text: outputText(job.outputTokens) };
  const createAnswer = (cachedTokens: number): Answer => {
    const createdSeconds = Math.floor(epochMs(parts.clock) / 1000);
    const start = { id: parts.nextId(), createdSeconds, promptTokens, cachedTokens };
    const shape = request.createShape(start);
    const headers = {
      'x-mock-kv-hit-tokens': String(cachedTokens),
      'x-mock-prompt-tokens': String(promptTokens),
    };
    const answer =
      request.isStream && shape.stream !== undefined
        ? createStreamedAnswer(reply, shape.stream, end, headers)
        : createWholeAnswer(reply, () => shape.whole(end), headers);
    const finish = (): Promise<void> => {
      keep(shape.whole(end));
      return answer.finish();
    };
    return { ...answer, finish };
  };
  const outcome = await runGeneration(parts, job, createAnswer, signal);
  if (outcome === 'refused') await replyError(reply, QUEUE_FULL, RETRY_ELSEWHERE);
};

/** An answer that is sent as a whole. */
const createWholeAnswer = (reply: Reply, body: () => JsonBody, headers: ReplyHeaders): Answer => ({
  start: async () => undefined,
  token: async () => undefined,
  finish: () => reply.sendJson(200, body(), headers),
});

/** An answer that is sent token by token. */
const createStreamedAnswer = (
  reply: Reply,
  pieces: Exclude<AnswerShape['stream'], undefined>,
  end: AnswerEnd,
  headers: ReplyHeaders,
): Answer => {
  let opening = pieces.opening();
  return {
    start: () => reply.startStream(headers),
    token: (text) => {
      const piece = opening + pieces.token(text);
      opening = '';
      return reply.write(piece);
    },
    finish: async () => {
      await reply.write(pieces.closing(end));
      reply.end();
    },
  };
};

const QUEUE_FULL = serverError(503, 'All slots and all queue places are taken.', 'queue_full');

/** Nothing of the request was executed, so another engine may have it. */
const RETRY_ELSEWHERE = {
  'x-stargate-retryable': 'true',
  'x-stargate-retry-reason': 'queue_full',
};

const parseRequest = (
  parts: ModelRouteParts,
  exchange: Exchange,
  api: Api,
): Either<ApiError, ApiRequest> =>
  pipe(
    parseJson(exchange.body),
    E.flatMap((body) => pipe(api(body), E.mapLeft(badBody))),
    E.filterOrElse(
      ({ model }) => parts.settings.modelIds.includes(model),
      ({ model }) => unknownModel(model),
    ),
  );

/** What has no output, such as vectors, is a prefill alone, and goes past the KV cache. */
const jobOf = (
  { settings }: ModelRouteParts,
  { headers }: Exchange,
  { promptText, maxTokens = Infinity }: ApiRequest,
): GenerationJob => ({
  affinityKey: maxTokens === 0 ? undefined : firstHeader(headers, 'x-cache-affinity-key'),
  promptTokens: countPromptTokens(firstHeader(headers, 'x-input-tokens'), promptText),
  outputTokens: Math.min(maxTokens, settings.outputTokens),
  finishReason: maxTokens > 0 && maxTokens < settings.outputTokens ? 'length' : 'stop',
});

const BYTES_PER_TOKEN = 4;
const EXTRA_TOKENS = 5;

/** Tokens of a prompt: what the `x-input-tokens` header says, else 5 + a quarter of its bytes. */
const countPromptTokens = (header = '', promptText: string): number =>
  /^\d{1,15}$/.test(header)
    ? Number(header)
    : EXTRA_TOKENS + Math.ceil(Buffer.byteLength(promptText) / BYTES_PER_TOKEN);
