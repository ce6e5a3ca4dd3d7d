import type { ServerResponse } from 'node:http';
import { pause } from '../../time/pause.js';
import type { Clock } from '../../time/clock.js';
import type { Failure } from './failure.js';

/** Header names and values of a response. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Writes one response, and spoils it where the failure in force says so. */
export type Reply = Readonly<{
  /** A whole answer. */
  send: (status: number, headers: ReplyHeaders, body: string) => Promise<void>;
  sendJson: (status: number, body: object, headers?: ReplyHeaders) => Promise<void>;
  /** The beginning of a stream of server-sent events. */
  startStream: (headers: ReplyHeaders) => Promise<void>;
  /** One piece of a stream; waits while the client does not read. */
  write: (piece: string) => Promise<void>;
  end: () => void;
  /** Closes the connection without an answer. */
  hangUp: () => void;
}>;

/** What a reply is made of. */
export type ReplyInput = Readonly<{
  response: ServerResponse;
  clock: Clock;
  failure: Failure;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** Go on every response. */
  baseHeaders: ReplyHeaders;
}>;

/** A reply of which nothing has been sent. */
export const createReply = (input: ReplyInput): Reply => {
  const { response, clock, failure, signal, baseHeaders } = input;
  const piecesUntilCut =
    failure.mode === 'close-mid-stream' ? (failure.afterPieces ?? 1) : Infinity;
  let pieces = 0;

  /** A cut connection shows as an abort, like one the client closed. */
  const cutWhenDue = async () => {
    if (pieces < piecesUntilCut) return;
    response.socket?.destroySoon();
    await aborted(signal);
  };
  const start = async (status: number, headers: ReplyHeaders) => {
    if (failure.mode === 'slow-headers') await pause(clock, failure.delayMs, signal);
    response.writeHead(status, { ...baseHeaders, ...headers });
    if (isSpoilingBody(failure)) response.flushHeaders();
    await cutWhenDue();
  };
  const write = async (piece: string | Buffer) => {
    if (failure.mode === 'slow-body') await pause(clock, failure.delayMs, signal);
    if (signal.aborted) return;
    pieces += 1;
    if (!response.write(piece)) await drained(response, signal);
    await cutWhenDue();
  };
  const send = async (status: number, headers: ReplyHeaders, body: string) => {
    await start(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    if (!isSpoilingBody(failure)) {
      response.end(body);
      return;
    }
    const bytes = Buffer.from(body);
    const half = Math.ceil(bytes.length / 2);
    await write(bytes.subarray(0, half));
    await write(bytes.subarray(half));
    response.end();
  };
  return {
    send,
    sendJson: (status, body, headers) =>
      send(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    startStream: (headers) =>
      start(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        ...STREAM_HEADERS,
        ...headers,
      }),
    write,
    end: () => {
      response.end();
    },
    hangUp: () => {
      response.destroy();
    },
  };
};

const STREAM_HEADERS = { 'cache-control': 'no-cache' };

const isSpoilingBody = ({ mode }: Failure): boolean =>
  mode === 'slow-body' || mode === 'close-mid-stream';

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const drained = (response: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
