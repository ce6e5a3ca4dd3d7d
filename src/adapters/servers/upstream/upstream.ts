/** The way to other servers, on undici: one pool of kept-alive connections per address. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { LRUCache } from 'lru-cache';
import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import type { Fault } from '../../../core/codec/fault.js';
import { TIMER_MS, wholeFrom, type OptionRanges } from '../../../core/codec/option-ranges.js';
import type { RawHeaders } from '../../http/header-source.js';
import { loadPackage } from '../../node/load-package.js';
import { skippingContinue } from './skip-continue.js';
import type { CancelSignal } from '../../time/cancel-signal.js';
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
  /** Longest time to connect, ms, as the others 1 to 2^31-1. */
  connectTimeoutMs: number;
  /** Longest time from the end of a request to its response headers, ms. */
  responseTimeoutMs: number;
  /** Longest silence within a response, ms. */
  silenceTimeoutMs: number;
  /** Largest response headers, bytes; larger ones are a failure. Default 16 KiB. */
  maxResponseHeaderBytes?: number | undefined;
}>;

export const UPSTREAM_RANGES: OptionRanges<keyof UpstreamLimits> = {
  connectTimeoutMs: TIMER_MS,
  responseTimeoutMs: TIMER_MS,
  silenceTimeoutMs: TIMER_MS,
  maxResponseHeaderBytes: wholeFrom(1),
};

const DEFAULT_MAX_HEADER_BYTES = 16 * 1024;

type UndiciPackage = Pick<typeof Undici, 'Agent' | 'buildConnector'>;

/** Opens the way; left when `undici` is not installed. */
export const openUpstream = (
  limits: UpstreamLimits,
  load: TE.TaskEither<Fault, UndiciPackage> = loadPackage('undici'),
): TE.TaskEither<Fault, Upstream> =>
  pipe(
    load,
    TE.map((undici) => upstreamOver(undici, limits)),
  );

const upstreamOver = (
  { Agent, buildConnector }: UndiciPackage,
  limits: UpstreamLimits,
): Upstream => {
  const connect = buildConnector({ timeout: limits.connectTimeoutMs });
  const maxHeaderSize = limits.maxResponseHeaderBytes ?? DEFAULT_MAX_HEADER_BYTES;
  const agent = new Agent({
    connect: (options, done) => {
      connect(options, (...result) => {
        // On failure there is no socket, whatever the types say.
        if (result[0] === null) skippingContinue(result[1]);
        done(...result);
      });
    },
    headersTimeout: limits.responseTimeoutMs,
    bodyTimeout: limits.silenceTimeoutMs,
    maxHeaderSize,
    // A request that waited for an answer on the same connection would be lost with it.
    pipelining: 1,
  });
  const addressOf = createAddressReader();
  const send = (request: UpstreamRequest): Promise<UpstreamOutcome> => {
    const { baseUrl, method, target, headers, body, cancel } = request;
    const exchange = new UpstreamExchange(cancel, maxHeaderSize);
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
  };
  return {
    send: (request) => {
      const sent = send(request);
      return isRepeatable(request)
        ? sent.then((first) => (isLost(first) ? send(request) : first))
        : sent;
    },
    close: () => agent.destroy(),
  };
};

/** A request that changes nothing, and of which nothing but the head is sent (RFC 9110, 9.2.2). */
const isRepeatable = ({ method, body }: UpstreamRequest): boolean =>
  body === null && (method === 'GET' || method === 'HEAD');

/** The other side closed a kept connection at the moment it was used again. */
const isLost = (outcome: UpstreamOutcome): boolean =>
  outcome.kind === 'broken' && outcome.isConnectionLost;

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
