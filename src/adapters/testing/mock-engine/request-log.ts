import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A request as the engine received it. */
export type ReceivedRequest = Readonly<{
  method: string;
  /** Path with query, as it stood in the request line. */
  path: string;
  /** Names and values as sent, in order, duplicates kept. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Bytes that have arrived. */
  bodyBytes: number;
  /** The body as UTF-8, its first 64 KiB. */
  bodyText: string;
  /** Of the whole body, in hex; empty until the body is complete. */
  bodySha256: string;
  /** False while the body is still arriving, and for good when it broke off. */
  isComplete: boolean;
}>;

/** What of a request is known before its body. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/** Takes the body of one request down. */
export type RequestRecorder = Readonly<{
  addChunk: (chunk: Buffer) => void;
  complete: () => void;
}>;

/** The latest requests, oldest first; older ones are forgotten. */
export type RequestLog = Readonly<{
  open: (head: RequestHead) => RequestRecorder;
  list: () => readonly ReceivedRequest[];
  clear: () => void;
}>;

/** Bytes of a body that the log keeps. */
export const LOGGED_BODY_BYTES = 64 * 1024;

/** An empty log of at most `maxRequests` requests. */
export const createRequestLog = (maxRequests: number): RequestLog => {
  let entries: (() => ReceivedRequest)[] = [];
  return {
    open: (head) => {
      const { recorder, read } = createEntry(head);
      entries.push(read);
      if (entries.length > maxRequests) entries.shift();
      return recorder;
    },
    list: () => entries.map((read) => read()),
    clear: () => {
      entries = [];
    },
  };
};

const createEntry = (head: RequestHead) => {
  const method = head.method ?? '';
  const path = head.url ?? '';
  const headers = pairUp(head.rawHeaders);
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bodyBytes = 0;
  let bodySha256 = '';
  const recorder: RequestRecorder = {
    addChunk: (chunk) => {
      hash.update(chunk);
      bodyBytes += chunk.length;
      const part = chunk.subarray(0, LOGGED_BODY_BYTES - keptBytes);
      keptBytes += part.length;
      if (part.length > 0) kept.push(part);
    },
    complete: () => {
      bodySha256 = hash.digest('hex');
    },
  };
  const read = (): ReceivedRequest => ({
    method,
    path,
    headers,
    bodyBytes,
    bodyText: Buffer.concat(kept).toString('utf8'),
    bodySha256,
    isComplete: bodySha256 !== '',
  });
  return { recorder, read };
};

const pairUp = (flat: readonly string[]): (readonly [string, string])[] =>
  Array.from(
    { length: flat.length / 2 },
    (_, index) => [flat[2 * index]!, flat[2 * index + 1]!] as const,
  );
