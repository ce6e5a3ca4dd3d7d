/** The way to the router, on undici. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { requireInRange, withDefaults, type Given } from '../../../core/codec/option-ranges.js';
import {
  openUpstream,
  UPSTREAM_RANGES,
  type UpstreamLimits,
  type UpstreamRequest,
} from '../../servers/upstream/upstream.js';
import type {
  UpstreamFailure,
  UpstreamResponse,
} from '../../servers/upstream/upstream-exchange.js';

/** A request as the router gets it. */
export type RouterRequest = Omit<UpstreamRequest, 'baseUrl'>;

/** What came back; its body waits until it is piped or discarded. */
export type RouterResponse = UpstreamResponse;

/** Why there is no response. The message names no header and no content. */
export type RouterLinkError = UpstreamFailure;

/** Sends requests to the router. Promises never reject. */
export type RouterLink = Readonly<{
  send: (request: RouterRequest) => Promise<RouterResponse | RouterLinkError>;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}>;

/** Settings of a link. */
export type RouterLinkOptions = Readonly<{
  /** Base URL of the router; a path in it is put before every target. */
  url: string;
}> &
  /** Defaults: 2 s to connect, 12 min to the headers (the router waits for engines), 6 min silence. */
  Given<UpstreamLimits>;

const DEFAULT_LIMITS: UpstreamLimits = {
  connectTimeoutMs: 2_000,
  responseTimeoutMs: 720_000,
  silenceTimeoutMs: 360_000,
};

/**
 * Opens a link; left when `undici` is not installed. A router that is down is no fault. Throws a
 * RangeError on limits out of range.
 */
export const openRouterLink = ({
  url,
  ...limits
}: RouterLinkOptions): TE.TaskEither<Fault, RouterLink> => {
  requireInRange('openRouterLink', UPSTREAM_RANGES, limits);
  return pipe(
    openUpstream(withDefaults(DEFAULT_LIMITS, limits)),
    TE.map((upstream) => ({
      // Written out, because spreading one object into another is slow.
      send: ({ method, target, headers, body, cancel }) =>
        upstream.send({ baseUrl: url, method, target, headers, body, cancel }),
      close: upstream.close,
    })),
  );
};
