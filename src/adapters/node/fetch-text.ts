import * as E from 'fp-ts/lib/Either.js';
import type { Readable } from 'node:stream';
import { fault, type Fault } from '../../core/codec/fault.js';
import { decodeUtf8File } from '../../core/codec/utf8.js';
import type { Clock } from '../time/clock.js';
import { httpGet } from './http-get.js';
import { noAnswerReason } from './no-answer-reason.js';

/** What a fetch may cost, and when it is not wanted any more. */
export type FetchTextOptions = Readonly<{
  clock: Clock;
  /** For the whole answer, its body included. */
  timeoutMs: number;
  /** Of the body, after decompression. */
  maxBytes: number;
  /** Bytes that are not UTF-8 are a fault, rather than replaced. Default false. */
  isStrict?: boolean;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}>;

/** A body, and the time until its first byte. */
export type FetchedText = Readonly<{ text: string; rttMs: number }>;

/**
 * Gets a text over HTTP, bounded in time and size; redirects are not followed.
 *
 * Left with code `missing` when there was no whole answer, `invalid_value` when its status was not
 * 200 or its bytes not UTF-8 where that is wanted, and `out_of_range` when it was too large.
 */
export const fetchText = async (
  url: string,
  options: FetchTextOptions,
): Promise<E.Either<Fault, FetchedText>> => {
  const { clock, timeoutMs, maxBytes, signal } = options;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const about = `GET ${withoutSecrets(url)}`;
  let hasTimedOut = false;
  const cancelTimer = clock.after(timeoutMs, () => {
    hasTimedOut = true;
    abort();
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    const startedMs = clock.nowMs();
    const headers = options.headers ?? {};
    const { status, body } = await httpGet(url, { headers, signal: controller.signal });
    const rttMs = clock.nowMs() - startedMs;
    const bytes = status === 200 ? await readBytes(body, maxBytes) : undefined;
    if (bytes !== undefined) {
      const text = textOf(bytes, options.isStrict ?? false);
      return text === undefined ? E.left(notUtf8(about)) : E.right({ text, rttMs });
    }
    // The rest of the body is of no use, and may never end.
    abort();
    return E.left(status === 200 ? tooLarge(about, maxBytes) : badStatus(about, status));
  } catch (error) {
    return E.left(hasTimedOut ? tooLate(about, timeoutMs) : noAnswer(about, error));
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', abort);
  }
};

/** Whether nobody answered, as opposed to a wrong answer. */
export const isNoAnswer = ({ code, path }: Fault): boolean => code === 'missing' && path === '';

/** A URL as it may be logged: without user, password and query. */
export const withoutSecrets = (url: string): string => {
  if (!URL.canParse(url)) return 'a malformed URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

/** Undefined when it is larger than allowed. */
const readBytes = async (body: Readable, maxBytes: number): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const textOf = (bytes: Uint8Array, isStrict: boolean): string | undefined =>
  isStrict ? decodeUtf8File(bytes) : new TextDecoder().decode(bytes);

const notUtf8 = (about: string): Fault => ({
  ...fault({ code: 'invalid_value', path: '', expected: 'UTF-8 text', given: '', about }),
  given: 'other bytes',
  message: `${about}: expected UTF-8 text, given other bytes`,
});

const tooLate = (about: string, timeoutMs: number): Fault => {
  const expected = `an answer within ${String(timeoutMs)} ms`;
  return fault({ code: 'missing', path: '', expected, given: 'none in time', about });
};

const noAnswer = (about: string, error: unknown): Fault => {
  const { given, advice } = noAnswerReason(error);
  const told = fault({ code: 'missing', path: '', expected: 'an answer', given, about });
  return advice === undefined ? told : { ...told, message: `${told.message} (${advice})` };
};

const tooLarge = (about: string, maxBytes: number): Fault =>
  fault({
    code: 'out_of_range',
    path: '',
    expected: `at most ${String(maxBytes)} bytes`,
    given: 'more',
    about,
  });

const badStatus = (about: string, status: number): Fault =>
  fault({ code: 'invalid_value', path: '', expected: 'status 200', given: status, about });
