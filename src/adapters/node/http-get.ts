/**
 * One GET over HTTP, by node's own client. `fetch` will not do: it refuses the ports that web pages
 * may not call, and an engine or an endpoint may well listen on one of them, such as 6000.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The head of an answer, and its body as it was before compression. */
export type HttpAnswer = Readonly<{ status: number; body: Readable }>;

export type HttpGetOptions = Readonly<{
  headers: Readonly<Record<string, string>>;
  /** Ends request and answer. */
  signal: AbortSignal;
}>;

/**
 * Resolves when the head of the answer is there; redirects are not followed. Rejects with what went
 * wrong, as node tells it. Kept connections that turn out to be closed are replaced.
 */
export const httpGet = (url: string, options: HttpGetOptions): Promise<HttpAnswer> =>
  attempt(url, options).catch((error: unknown) =>
    error instanceof LostConnection ? httpGet(url, options) : Promise.reject(error as Error),
  );

/** The other side closed a kept connection at the moment it was used again. */
class LostConnection extends Error {}

const attempt = (url: string, { headers, signal }: HttpGetOptions): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { get } = new URL(url).protocol === 'https:' ? https : http;
    const accepted = { accept: '*/*', 'accept-encoding': 'gzip, deflate', ...headers };
    const request = get(url, { headers: accepted, signal });
    request.once('response', (response) => {
      resolve({ status: response.statusCode!, body: decompressed(response) });
    });
    request.on('error', (error) => {
      const isLost = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      reject(isLost && !signal.aborted ? new LostConnection() : error);
    });
  });

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const decompressed = (response: http.IncomingMessage): Readable => {
  const decoder = DECODERS.get((response.headers['content-encoding'] ?? '').toLowerCase());
  // Who reads the decoder hears of an error there.
  return decoder === undefined ? response : pipeline(response, decoder(), () => undefined);
};
