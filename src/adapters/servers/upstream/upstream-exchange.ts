import type { Dispatcher } from 'undici';
import { counted } from '../../../core/codec/counted.js';
import type { RawHeaders } from '../../http/header-source.js';
import { tlsReason } from '../../node/no-answer-reason.js';
import type { CancelSignal } from '../../time/cancel-signal.js';

/** Where the body of a response goes. */
export type BodySink = Readonly<{
  /** The next piece, which may be empty; false: no more until `resume` is called. */
  write: (chunk: Buffer) => boolean;
  /** The end, with the last piece if there is one. */
  end: (last: Buffer | undefined) => void;
  /** The response broke off. */
  fail: (message: string) => void;
}>;

/** A response whose body waits until it is piped somewhere or discarded. */
export type UpstreamResponse = Readonly<{
  kind: 'answered';
  status: number;
  /** As they stood on the wire, one character per byte. */
  headers: RawHeaders;
  pipe: (sink: BodySink) => void;
  /** Goes on after a `write` that said false. */
  resume: () => void;
  /** Gives up a response that is not wanted. */
  discard: () => void;
  /** Resolves, never rejects, when the response is over or broken off. */
  ended: Promise<void>;
}>;

/** Why there is no response. */
export type UpstreamFailure = Readonly<{
  /** `not_connected`: the other side has seen nothing of it; `broken`: it may have seen all. */
  kind: 'not_connected' | 'broken';
  isTimeout: boolean;
  /** This process is at fault, not the other side: it has no descriptors or ports left. */
  isOwnFault: boolean;
  /** The connection was closed before any of the response had come. */
  isConnectionLost: boolean;
  message: string;
}>;

/** What became of a request. */
export type UpstreamOutcome = UpstreamResponse | UpstreamFailure;

/** Bytes of an unwanted response that are read to keep its connection. */
const DISCARD_MAX_BYTES = 128 * 1024;

/** Bytes of a body that are kept until it is known where they go. */
const EARLY_MAX_BYTES = 64 * 1024;

const NOTHING = Buffer.alloc(0);

/**
 * One request on its way and its response on the way back, as a handler of undici.
 *
 * undici calls `onConnect` when a connection is there and before it writes to it: what fails
 * earlier, the other side has not seen; of what fails later, it may have seen everything.
 *
 * These are the callbacks that undici 7 uses inside. Those that it documents are wrapped around
 * them, and make an object of all headers and trailers of every response that nobody here reads.
 */
export class UpstreamExchange implements Dispatcher.DispatchHandler {
  readonly kind = 'answered';
  status = 0;
  headers: RawHeaders = [];
  readonly outcome: Promise<UpstreamOutcome>;
  readonly ended: Promise<void>;
  #settle!: (outcome: UpstreamOutcome) => void;
  #end!: () => void;
  /** There once a connection is. */
  #abort: ((error: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isPaused = false;
  #sink: BodySink | undefined;
  /** What has come before anybody said where it goes. */
  #early: Buffer[] = [];
  #earlyBytes = 0;
  /** How the response ended, if it has. */
  #ending: 'end' | 'fail' | undefined;
  #failure = '';

  /** `maxHeaderBytes`: the limit of response headers, for the words about larger ones. */
  constructor(
    readonly cancel: CancelSignal | undefined,
    readonly maxHeaderBytes: number,
  ) {
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
    this.ended = new Promise((resolve) => (this.#end = resolve));
    if (cancel?.aborted) this.#onAbort();
    else cancel?.addEventListener('abort', this.#onAbort, ONCE);
  }

  onConnect(abort: (error: Error) => void): void {
    this.#abort = abort;
    if (this.cancel?.aborted) this.#onAbort();
  }

  /** False, as of `onData`: no more until `resume` is called. */
  onHeaders(status: number, headers: readonly Buffer[], resume: () => void): boolean {
    // 1xx are for the connection; the client hears nothing of them.
    if (status < 200) return true;
    this.#resume = resume;
    this.status = status;
    this.headers = headers.map(asText);
    this.#settle(this);
    return !this.#isPaused;
  }

  onData(chunk: Buffer): boolean {
    if (this.#sink !== undefined) {
      if (!this.#sink.write(chunk)) this.#isPaused = true;
    } else {
      this.#early.push(chunk);
      this.#earlyBytes += chunk.length;
      if (this.#earlyBytes >= EARLY_MAX_BYTES) this.#isPaused = true;
    }
    return !this.#isPaused;
  }

  onComplete(): void {
    this.#finish('end', '');
  }

  onError(error: Error): void {
    const failure = failureOf(error, this.#abort !== undefined, this.maxHeaderBytes);
    this.#settle(failure);
    this.#finish('fail', failure.message);
  }

  readonly pipe = (sink: BodySink): void => {
    const early = this.#early.length > 1 ? Buffer.concat(this.#early) : this.#early[0];
    this.#early = [];
    this.#sink = sink;
    if (this.#ending === 'end') sink.end(early);
    else if (this.#ending === 'fail') sink.fail(this.#failure);
    else if (sink.write(early ?? NOTHING)) this.resume();
    else this.#isPaused = true;
  };

  readonly resume = (): void => {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resume?.();
  };

  readonly discard = (): void => {
    let bytes = 0;
    this.pipe({
      // Reads a short rest, so that the connection can be used again, and cuts a long one off.
      write: (chunk) => {
        bytes += chunk.length;
        if (bytes > DISCARD_MAX_BYTES) this.#abort?.(new Error('it is not wanted'));
        return true;
      },
      end: ignore,
      fail: ignore,
    });
  };

  #finish(ending: 'end' | 'fail', failure: string): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    this.#failure = failure;
    this.cancel?.removeEventListener('abort', this.#onAbort);
    if (ending === 'end') this.#sink?.end(undefined);
    else this.#sink?.fail(failure);
    this.#end();
  }

  readonly #onAbort = (): void => {
    const error = new Error('the client went away');
    if (this.#abort === undefined) this.onError(error);
    else this.#abort(error);
  };
}

const ONCE = { once: true } as const;

const ignore = (): void => undefined;

const asText = (part: Buffer): string => part.toString('latin1');

const failureOf = (
  error: Error,
  wasConnected: boolean,
  maxHeaderBytes: number,
): UpstreamFailure => {
  // Some errors of undici have the property and no value in it.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A request that undici refuses to write never left, but would not reach another engine either.
  const isUnseen = !wasConnected && code !== 'UND_ERR_INVALID_ARG';
  return {
    kind: isUnseen ? 'not_connected' : 'broken',
    isTimeout: TIMEOUT_CODES.has(code),
    isOwnFault: OWN_FAULT_CODES.has(code),
    isConnectionLost: LOST_CODES.has(code),
    message: failureText(code, error, maxHeaderBytes),
  };
};

const failureText = (code: string, error: Error, maxHeaderBytes: number): string => {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const limit = `${counted(maxHeaderBytes, 'byte')} (--max-response-headers)`;
    return `expected response headers of at most ${limit}, given more`;
  }
  const tls = tlsReason(error);
  if (tls !== undefined) return [tls.given, ...(tls.advice ? [`(${tls.advice})`] : [])].join(' ');
  // Those of undici are words for programs; its messages are for people.
  return code === '' || (code.startsWith('UND_ERR_') && !TIMEOUT_CODES.has(code))
    ? error.message
    : code;
};

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const LOST_CODES: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const OWN_FAULT_CODES: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
]);
