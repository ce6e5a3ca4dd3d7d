/** The way to the router, on undici. */
import { pipe } from 'fp-ts/lib/function.js';
import type { Readable } from 'node:stream';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as Undici from 'undici';
import type { Fault } from '../../../core/codec/fault.js';
import type { RawHeaders } from '../../http/header-source.js';
import { describeError } from '../../node/error-text.js';
import { loadPackage } from '../../node/load-package.js';

/** A request as the router gets it. */
export type RouterRequest = Readonly<{
  method: string;
  /** Path and query. */
  target: string;
  headers: RawHeaders;
  body: Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Aborting it ends request and response. */
  signal: AbortSignal;
}>;

/** What came back; the body is streamed and must be read or destroyed. */
export type RouterResponse = Readonly<{ status: number; headers: RawHeaders; body: Readable }>;

/** Why there is no response. The message names no header and no content. */
export type RouterLinkError = Readonly<{ kind: 'failed' | 'timeout'; message: string }>;

/** Sends requests to the router. Tasks never reject. */
export type RouterLink = Readonly<{
  send: (request: RouterRequest) => TE.TaskEither<RouterLinkError, RouterResponse>;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}>;

/** Settings of a link. */
export type RouterLinkOptions = Readonly<{
  /** Base URL of the router; a path in it is put before every target. */
  url: string;
  /** Longest time to the headers of a response. Default 12 min: the router waits for engines. */
  responseTimeoutMs?: number;
  /** Longest silence within a response. Default 6 min. */
  silenceTimeoutMs?: number;
  /** Longest time to connect. Default 2 s. */
  connectTimeoutMs?: number;
}>;

type UndiciPackage = Pick<typeof Undici, 'Pool'>;

/** Opens a link; left when `undici` is not installed. A router that is down is no fault. */
export const openRouterLink = (options: RouterLinkOptions): TE.TaskEither<Fault, RouterLink> =>
  pipe(
    loadPackage<UndiciPackage>('undici'),
    TE.map((undici) => linkOver(undici, options)),
  );

const RESPONSE_TIMEOUT_MS = 720_000;
const SILENCE_TIMEOUT_MS = 360_000;
const CONNECT_TIMEOUT_MS = 2_000;

const linkOver = ({ Pool }: UndiciPackage, options: RouterLinkOptions): RouterLink => {
  const { origin, pathname } = new URL(options.url);
  const pool = new Pool(origin, {
    headersTimeout: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    bodyTimeout: options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    connect: { timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS },
  });
  const basePath = pathname.replace(/\/+$/, '');
  const send = async (request: RouterRequest): Promise<RouterResponse> => {
    const { statusCode, headers, body } = await pool.request({
      method: request.method as Undici.Dispatcher.HttpMethod,
      path: basePath + request.target,
      headers: [...request.headers],
      body: request.body as Uint8Array | Readable | null,
      signal: request.signal,
      responseHeaders: 'raw',
    });
    // The types know nothing of raw headers: a flat list, one character per byte.
    return { status: statusCode, headers: headers as unknown as RawHeaders, body };
  };
  return {
    send: (request) => TE.tryCatch(() => send(request), linkError),
    close: () => pool.destroy(),
  };
};

const linkError = (error: unknown): RouterLinkError => ({
  kind: isTimeout(error) ? 'timeout' : 'failed',
  message: describeError(error),
});

/** undici names its timeouts `UND_ERR_HEADERS_TIMEOUT` and so on. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('_TIMEOUT');
