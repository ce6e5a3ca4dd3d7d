import type { IncomingMessage, ServerResponse } from 'node:http';
import { replyError } from './exchange.js';
import type { Exchange } from './exchange.js';
import type { Failure, FailurePlan } from './failure.js';
import { bodyTooLarge, serverError } from './apis/api-error.js';
import { createReply, type ReplyHeaders } from './reply.js';
import type { RequestRecorder } from './request-log.js';
import { route } from './routes.js';
import type { RouteParts } from './routes.js';

/** What the handling of a request needs of an engine. */
export type ServeParts = RouteParts & Readonly<{ failures: FailurePlan }>;

/** Bytes of a request body the engine reads. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Takes one HTTP request from its body to its answer. */
export const serveRequest = async (
  parts: ServeParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const signal = abortOnClose(response);
  const path = (request.url ?? '').split('?', 1)[0]!;
  const recorder = isLogged(path) ? parts.log.open(request) : undefined;
  const reading = await readBody(request, recorder, MAX_BODY_BYTES);
  if (reading.kind === 'gone') return;

  const failure = parts.failures.take(path);
  const baseHeaders = identityHeaders(parts);
  const reply = createReply({ response, clock: parts.clock, failure, signal, baseHeaders });
  if (reading.kind === 'too_large') return replyError(reply, bodyTooLarge(MAX_BODY_BYTES));
  const exchange: Exchange = {
    method: request.method ?? '',
    path,
    headers: request.headersDistinct,
    body: reading.body,
    reply,
    signal,
  };
  await serveUnlessFailing(parts, exchange, failure);
};

const serveUnlessFailing = async (
  parts: ServeParts,
  exchange: Exchange,
  failure: Failure,
): Promise<void> => {
  switch (failure.mode) {
    case 'close-before-headers':
      exchange.reply.hangUp();
      return;
    case 'status': {
      const error = serverError(failure.status, 'The engine was told to fail.', 'mock_failure');
      return replyError(exchange.reply, error, retryHeaders(failure));
    }
    default:
      return route(parts, exchange);
  }
};

/** How the reading of a request body ended. */
type BodyReading =
  | Readonly<{ kind: 'complete'; body: string }>
  | Readonly<{ kind: 'too_large' }>
  /** The client went away. */
  | Readonly<{ kind: 'gone' }>;

/** Reads a whole body, also one that is too large, so that the client gets to read the answer. */
const readBody = (
  request: IncomingMessage,
  recorder: RequestRecorder | undefined,
  maxBytes: number,
): Promise<BodyReading> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      recorder?.addChunk(chunk);
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => {
      recorder?.complete();
      resolve(
        bytes > maxBytes
          ? { kind: 'too_large' }
          : { kind: 'complete', body: Buffer.concat(chunks).toString('utf8') },
      );
    });
    request.on('error', () => {
      resolve({ kind: 'gone' });
    });
    request.on('close', () => {
      resolve({ kind: 'gone' });
    });
  });

const abortOnClose = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    controller.abort();
  });
  return controller.signal;
};

/** Pages that are polled would push the requests out of the log. */
const isLogged = (path: string): boolean =>
  path !== '/metrics' && path !== '/health' && !path.startsWith('/mock/');

/** Header values are sent byte by byte, so names beyond ASCII go out as their UTF-8 bytes. */
const identityHeaders = ({ settings }: ServeParts): ReplyHeaders => ({
  'x-mock-cluster-id': Buffer.from(settings.clusterId, 'utf8').toString('latin1'),
  'x-mock-backend-id': Buffer.from(settings.backendId, 'utf8').toString('latin1'),
});

const retryHeaders = (failure: Extract<Failure, { mode: 'status' }>): ReplyHeaders => ({
  ...(failure.retryable === true && { 'x-stargate-retryable': 'true' }),
  ...(failure.retryReason !== undefined && { 'x-stargate-retry-reason': failure.retryReason }),
  ...(failure.retryAfterMs !== undefined && {
    'x-stargate-retry-after-ms': String(failure.retryAfterMs),
  }),
});
