/**
 * Request bodies. A short one is read whole before anything is done with it; a long one goes out
 * while it comes in.
 */
import type { IncomingMessage } from 'node:http';
import { httpFault } from '../../http/http-fault.js';
import { MIN_BYTES_PER_SECOND, type ClientWatch } from './client-watch.js';

/** Why a body is not there: too large, too many are held, not in time, or the client went away. */
export type BodyFault = 'too_large' | 'over_budget' | 'too_slow' | 'gone';

/** What a client is told whose body did not come in time. */
export const BODY_TOO_SLOW = httpFault(
  'request_timeout',
  'the body of the request did not come in time',
);

/** The share of one body in what all of them may take. */
export type BodyHold = Readonly<{
  /** Whether so many bytes could be held now. */
  hasRoom: (bytes: number) => boolean;
  /** Holds so many bytes more; false when there is no room for them. */
  take: (bytes: number) => boolean;
}>;

const UNBOUNDED: BodyHold = { hasRoom: () => true, take: () => true };

/** Where the bytes of a body are counted as they come, whatever becomes of the request. */
export type BodyTally = { requestBytes: number };

/** How long a client may go on sending a body that nobody wants, ms. */
export const LINGER_MS = 1_000;

/** Whether a request says that it has a body. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || declaredBytes(request) > 0;

/** Bytes that `content-length` announces; 0 without it. */
export const declaredBytes = ({ headers }: IncomingMessage): number => {
  const declared = headers['content-length'];
  return declared === undefined ? 0 : Number(declared);
};

/** Whether a content type is JSON. */
export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);

const JSON_TYPE = /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i;

type BodyAccounts = Readonly<{ hold?: BodyHold; tally?: BodyTally }>;

/**
 * Reads a whole body of at most `maxBytes`, for which there is room in `hold`; a client that is
 * silent or drips is `too_slow`. What is refused is not read on: see `lingerOver`.
 */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number,
  watch: ClientWatch,
  { hold = UNBOUNDED, tally = { requestBytes: 0 } }: BodyAccounts = {},
): Promise<Buffer | BodyFault> => {
  const declared = declaredBytes(request);
  if (declared > maxBytes) return Promise.resolve('too_large');
  // Told before the upload begins, where it can be known.
  if (!hold.hasRoom(declared)) return Promise.resolve('over_budget');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const turn = watch.turn(() => refuse('too_slow'), MIN_BYTES_PER_SECOND);
    const settle = (result: Buffer | BodyFault): void => {
      turn.end();
      resolve(result);
    };
    const refuse = (fault: BodyFault): void => {
      chunks.length = 0;
      request.off('data', onData).pause();
      settle(fault);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      tally.requestBytes += chunk.length;
      turn.noteProgress(chunk.length);
      if (bytes > maxBytes) refuse('too_large');
      else if (hold.take(chunk.length)) chunks.push(chunk);
      else refuse('over_budget');
    };
    request.on('data', onData);
    request.on('end', () => {
      settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.on('close', () => {
      settle('gone');
    });
    turn.begin();
    if (request.destroyed) settle('gone');
  });
};

/**
 * Lets a client that has its answer finish its upload, but not for ever.
 *
 * Closing at once would reset the connection under what is still being sent, answer included.
 */
export const lingerOver = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.on('close', () => {
    clearTimeout(timer);
  });
};
