import * as E from 'fp-ts/lib/Either.js';
import { decodeWith, type Codec } from '../../../core/codec/codec.js';

const TIMEOUT_MS = 10_000;

/** Sends JSON; what answers within 10 s. */
export const sendJson = (method: 'POST' | 'PUT', url: string, json: unknown): Promise<Response> =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/** The response if its status is 2xx; throws what it says otherwise. */
export const expectOk = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${String(response.status)}: ${await response.text()}`);
};

/** JSON of a shape; throws the first fault. */
export const readJson = <A>(codec: Codec<A>, text: string): A => {
  const decoded = decodeWith(codec, JSON.parse(text));
  if (E.isLeft(decoded)) throw new Error(decoded.left[0]!.message);
  return decoded.right;
};
