/** The way to other servers, on undici: one pool of kept-alive connections per address. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { LRUCache } from 'lru-cache';
import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import type { Fault } from '../../core/codec/fault.js';
import type { RawHeaders } from '../http/header-source.js';
import { loadPackage } from '../node/load-package.js';
import type { CancelSignal } from '../time/cancel-signal.js';
import { UpstreamExchange, type UpstreamOutcome } from './upstream-exchange.js';

/** A request as it goes out. */
export type UpstreamRequest = Readonly<{
  /** Base URL; a path in it is put before every target. */
  baseUrl: string;
  method: string;
  /** Path and query. */
  target: string;
  headers: RawHeaders;
  /** A stream is read once a connection is there to take it. */
  body: Buffer | Readable | null;
  /** Ends request and response. */
  cancel: CancelSignal | undefined;
}>;

/** Sends requests. Promises never reject. */
export type Upstream = Readonly<{
  send: (request: UpstreamRequest) => Promise<UpstreamOutcome>;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}>;

export type UpstreamLimits = Readonly<{
  /** Longest time to connect, ms. */
  connectTimeoutMs: number;
  /** Longest time from the end of a request to its response headers, ms. */
  responseTimeoutMs: number;
  /** Longest silence within a response, ms. */
  silenceTimeoutMs: number;
}>;

type UndiciPackage = Pick<typeof Undici, 'Agent'>;

/** Opens the way; left when `undici` is not installed. */
export const openUpstream = (
  limits: UpstreamLimits,
  load: TE.TaskEither<Fault, UndiciPackage> = loadPackage('undici'),
): TE.TaskEither<Fault, Upstream> =>
  pipe(
    load,
    TE.map((undici) => upstreamOver(undici, limits)),
  );

const upstreamOver = ({ Agent }: UndiciPackage, limits: UpstreamLimits): Upstream => {
  const agent = new Agent({
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.responseTimeoutMs,
    bodyTimeout: limits.silenceTimeoutMs,
    // A request that waited for an answer on the same connection would be lost with it.
    pipelining: 1,
  });
  const addressOf = createAddressReader();
  return {
    send: ({ baseUrl, method, target, headers, body, cancel }) => {
      const exchange = new UpstreamExchange(cancel);
      const { origin, basePath } = addressOf(baseUrl);
      agent.dispatch(
        {
          origin,
          path: basePath + target,
          method: method as Undici.Dispatcher.HttpMethod,
          headers: headers as string[],
          body,
        },
        exchange,
      );
      return exchange.outcome;
    },
    close: () => agent.destroy(),
  };
};

type Address = Readonly<{ origin: string; basePath: string }>;

/** Addresses that are taken apart once rather than for every request. */
const MAX_KNOWN_ADDRESSES = 1024;

const createAddressReader = (): ((baseUrl: string) => Address) => {
  const known = new LRUCache<string, Address>({ max: MAX_KNOWN_ADDRESSES });
  return (baseUrl) => {
    const found = known.get(baseUrl);
    if (found !== undefined) return found;
    const { origin, pathname } = new URL(baseUrl);
    const address = { origin, basePath: pathname.replace(/\/+$/, '') };
    known.set(baseUrl, address);
    return address;
  };
};
