/** Request bodies: read whole where the gateway must know them, else passed on as they come. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { firstHeader } from '../request/first-header.js';

/** Why a body is not there: it is too large, or the client went away. */
export type BodyFault = 'too_large' | 'gone';

/** Whether a request says that it has a body. */
export const hasBody = ({ rawHeaders }: IncomingMessage): boolean =>
  firstHeader(rawHeaders, 'transfer-encoding') !== undefined ||
  (declaredBytes(rawHeaders) ?? 0) > 0;

/** Whether the body is JSON, by its content type. */
export const isJsonContent = ({ rawHeaders }: IncomingMessage): boolean =>
  /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(firstHeader(rawHeaders, 'content-type') ?? '');

/** What a client may take. */
export type BodyLimits = Readonly<{
  maxBytes: number;
  /** Longest time without a piece that is asked for, ms. */
  idleMs: number;
}>;

/** Reads a whole body. */
export const readBody = async (
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<E.Either<BodyFault, Buffer>> => {
  const chunks: Uint8Array[] = [];
  const limited = limitBody(request, limits);
  try {
    for await (const chunk of limited.chunks) chunks.push(chunk);
  } catch {
    return E.left(limited.isTooLarge() ? 'too_large' : 'gone');
  }
  return E.right(Buffer.concat(chunks));
};

/** A body that ends in an error once it is over the limit. */
export type LimitedBody = Readonly<{
  chunks: AsyncIterable<Uint8Array>;
  isTooLarge: () => boolean;
}>;

/**
 * Streams a body within limits. Leaving early keeps the connection; a client that is silent for too
 * long loses it.
 */
export const limitBody = (
  request: IncomingMessage,
  { maxBytes, idleMs }: BodyLimits,
): LimitedBody => {
  let bytes = declaredBytes(request.rawHeaders) ?? 0;
  const isTooLarge = (): boolean => bytes > maxBytes;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    if (isTooLarge()) throw new Error('the declared body is too large');
    bytes = 0;
    const pieces = request.iterator({ destroyOnReturn: false });
    for (;;) {
      request.setTimeout(idleMs);
      const { done, value } = (await pieces.next()) as IteratorResult<Uint8Array, undefined>;
      request.setTimeout(0);
      if (done === true) return;
      bytes += value.length;
      if (isTooLarge()) throw new Error('the body is too large');
      yield value;
    }
  };
  return { chunks: chunks(), isTooLarge };
};

const declaredBytes = (headers: readonly string[]): number | undefined => {
  const declared = firstHeader(headers, 'content-length');
  return declared === undefined ? undefined : Number(declared);
};
