import { epochMs } from '../../time/clock.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Fault } from '../../../core/codec/fault.js';
import { createStreamedAnswer, createWholeAnswer } from './answer.js';
import { firstHeader, parseJson, replyError } from './exchange.js';
import type { Exchange } from './exchange.js';
import { runGeneration } from './generation.js';
import type { Answer, EngineParts, GenerationJob } from './generation.js';
import type { Dialect, GenerationRequest } from './openai/dialect.js';
import { embeddingsBody, embeddingTexts, parseEmbeddingsRequest } from './openai/embeddings.js';
import { badBody, serverError, unknownModel } from './openai/error.js';
import type { ApiError } from './openai/error.js';
import { countPromptTokens } from './openai/prompt-tokens.js';
import { outputText } from './output-text.js';
import type { ReplyHeaders } from './reply.js';
import type { MockEngineSettings } from './settings.js';

/** What the model routes need of an engine. */
export type ModelRouteParts = EngineParts &
  Readonly<{ settings: MockEngineSettings; nextId: () => string }>;

/** Answers a request for text, as a whole or as a stream. */
export const serveText = async (
  parts: ModelRouteParts,
  dialect: Dialect,
  exchange: Exchange,
): Promise<void> => {
  const parsed = parseRequest(parts, exchange, dialect.parse);
  if (E.isLeft(parsed)) return replyError(exchange.reply, parsed.left);
  const request = parsed.right;
  const job = textJob(parts, exchange, request);
  const end = { ...job, text: outputText(job.outputTokens) };
  await serveJob(parts, exchange, job, (cachedTokens, headers) => {
    const { model, maxTokens, includeUsage } = request;
    const { promptTokens } = job;
    const id = parts.nextId();
    const createdSeconds = Math.floor(epochMs(parts.clock) / 1000);
    const tokens = { promptTokens, cachedTokens, maxTokens, includeUsage };
    const shape = dialect.createShape({ id, createdSeconds, model, ...tokens });
    return request.isStream
      ? createStreamedAnswer(exchange.reply, shape, end, headers)
      : createWholeAnswer(exchange.reply, () => shape.whole(end), headers);
  });
};

/** Answers a request for embeddings: a prefill without decode, past the KV cache. */
export const serveEmbeddings = async (
  parts: ModelRouteParts,
  exchange: Exchange,
): Promise<void> => {
  const parsed = parseRequest(parts, exchange, parseEmbeddingsRequest);
  if (E.isLeft(parsed)) return replyError(exchange.reply, parsed.left);
  const request = parsed.right;
  const promptTokens = countTokens(exchange, embeddingTexts(request).join(''));
  const job: GenerationJob = {
    affinityKey: undefined,
    promptTokens,
    outputTokens: 0,
    finishReason: 'stop',
  };
  await serveJob(parts, exchange, job, (_, headers) =>
    createWholeAnswer(exchange.reply, () => embeddingsBody(request, promptTokens), headers),
  );
};

const serveJob = async (
  parts: ModelRouteParts,
  exchange: Exchange,
  job: GenerationJob,
  createAnswer: (cachedTokens: number, headers: ReplyHeaders) => Answer,
): Promise<void> => {
  const outcome = await runGeneration(
    parts,
    job,
    (cachedTokens) =>
      createAnswer(cachedTokens, {
        'x-mock-kv-hit-tokens': String(cachedTokens),
        'x-mock-prompt-tokens': String(job.promptTokens),
      }),
    exchange.signal,
  );
  if (outcome === 'refused') await replyError(exchange.reply, QUEUE_FULL, RETRY_ELSEWHERE);
};

const QUEUE_FULL = serverError(503, 'All slots and all queue places are taken.', 'queue_full');

/** Nothing of the request was executed, so another engine may have it. */
const RETRY_ELSEWHERE = {
  'x-stargate-retryable': 'true',
  'x-stargate-retry-reason': 'queue_full',
};

const parseRequest = <R extends Readonly<{ model: string }>>(
  parts: ModelRouteParts,
  exchange: Exchange,
  parse: (body: unknown) => Either<Fault, R>,
): Either<ApiError, R> =>
  pipe(
    parseJson(exchange.body),
    E.flatMap((body) => pipe(parse(body), E.mapLeft(badBody))),
    E.filterOrElse(
      ({ model }) => parts.settings.modelIds.includes(model),
      ({ model }) => unknownModel(model),
    ),
  );

const textJob = (
  { settings }: ModelRouteParts,
  exchange: Exchange,
  { promptText, maxTokens }: GenerationRequest,
): GenerationJob => {
  const isCutShort = maxTokens !== undefined && maxTokens < settings.outputTokens;
  return {
    affinityKey: firstHeader(exchange.headers, 'x-cache-affinity-key'),
    promptTokens: countTokens(exchange, promptText),
    outputTokens: isCutShort ? maxTokens : settings.outputTokens,
    finishReason: isCutShort ? 'length' : 'stop',
  };
};

const countTokens = ({ headers }: Exchange, promptText: string): number =>
  countPromptTokens(firstHeader(headers, 'x-input-tokens'), promptText);
