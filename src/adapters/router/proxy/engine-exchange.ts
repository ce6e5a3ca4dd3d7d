import type { Dispatcher } from 'undici';
import { HEADERS, type RawHeaders } from '../../http/index.js';
import type { SendOutcome } from '../routing/send.js';

/** Where the body of a response goes. */
export type BodySink = Readonly<{
  /** False: no more until `onDrained` is called. */
  write: (chunk: Buffer, onDrained: () => void) => boolean;
  end: () => void;
  /** The response broke off. */
  fail: () => void;
}>;

/** A response whose body waits until it is piped somewhere or discarded. */
export type EngineResponse = Readonly<{
  status: number;
  /** As they stood on the wire, one character per byte. */
  headers: RawHeaders;
  pipe: (sink: BodySink) => void;
}>;

/** Bytes of a response nobody wants that are read to keep its connection. */
const DISCARD_MAX_BYTES = 128 * 1024;

/**
 * One request on its way to an engine and its response on the way back, as a handler of undici.
 *
 * undici calls `onRequestStart` when a connection is there and before it writes to it: what fails
 * earlier, the engine has not seen; of what fails later, it may have seen everything.
 */
export class EngineExchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<SendOutcome<EngineResponse>>;
  readonly #ended: Promise<void>;
  #settle!: (outcome: SendOutcome<EngineResponse>) => void;
  #end!: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #sink: BodySink | undefined;
  /** How the response ended, if it has. */
  #ending: 'end' | 'fail' | undefined;

  constructor(readonly signal: AbortSignal | undefined) {
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
    this.#ended = new Promise((resolve) => (this.#end = resolve));
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.signal?.aborted) this.#onAbort();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // 1xx are for the connection; the client hears nothing of them.
    if (status < 200) return;
    controller.pause();
    const headers = rawHeaders(controller);
    const pipe = (sink: BodySink): void => {
      this.#pipe(sink);
    };
    this.#settle({
      kind: 'answered',
      status,
      isRetryable: valueOf(headers, HEADERS.retryable.name)?.toLowerCase() === 'true',
      retryReason: valueOf(headers, HEADERS.retryReason.name),
      sent: { status, headers, pipe },
      discard: () => {
        pipe(discardSink(controller));
      },
      ended: this.#ended,
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const resume = (): void => {
      controller.resume();
    };
    if (this.#sink?.write(chunk, resume) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#finish('end');
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#settle(failureOf(error, this.#controller !== undefined));
    this.#finish('fail');
  }

  #pipe(sink: BodySink): void {
    this.#sink = sink;
    if (this.#ending === undefined) this.#controller?.resume();
    else sink[this.#ending]();
  }

  #finish(ending: 'end' | 'fail'): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    this.signal?.removeEventListener('abort', this.#onAbort);
    this.#sink?.[ending]();
    this.#end();
  }

  readonly #onAbort = (): void => {
    const error = new Error('the client went away');
    if (this.#controller === undefined) this.onResponseError(undefined, error);
    else this.#controller.abort(error);
  };
}

const rawHeaders = ({ rawHeaders: raw }: Dispatcher.DispatchController): RawHeaders =>
  Array.isArray(raw)
    ? raw.map((part: Buffer | string) =>
        typeof part === 'string' ? part : part.toString('latin1'),
      )
    : [];

const valueOf = (headers: RawHeaders, name: string): string | undefined => {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() === name) return headers[i + 1]!.trim();
  }
  return undefined;
};

/** Reads a short rest, so that the connection can be used again, and cuts a long one off. */
const discardSink = (controller: Dispatcher.DispatchController): BodySink => {
  let bytes = 0;
  return {
    write: (chunk) => {
      bytes += chunk.length;
      if (bytes > DISCARD_MAX_BYTES) controller.abort(new Error('the response is not wanted'));
      return true;
    },
    end: () => undefined,
    fail: () => undefined,
  };
};

const failureOf = (error: Error, wasConnected: boolean): SendOutcome<never> => {
  const code = 'code' in error ? String(error.code) : '';
  // A request that undici refuses to write never left, but no other backend would get it either.
  const isUnseen = !wasConnected && code !== 'UND_ERR_INVALID_ARG';
  return {
    kind: isUnseen ? 'not_connected' : 'broken',
    isTimeout: TIMEOUT_CODES.has(code),
    message: code === '' || code === 'UND_ERR_SOCKET' ? error.message : code,
  };
};

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
