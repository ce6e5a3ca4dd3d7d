import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ClientWatch } from '../../servers/client/client-watch.js';
import { ReplayableBody, type BodyLimits } from '../../servers/client/replayable-body.js';
import {
  declaredBytes,
  hasBody,
  readBody,
  type BodyFault,
  type BodyTally,
} from '../../servers/client/request-body.js';

/** A body that can be sent, and sent again while it is whole. */
export type OutgoingBody = Readonly<{
  /** The body from its first byte; null when there is none. */
  open: () => Buffer | Readable | null;
  isReplayable: boolean;
  isTooLarge: boolean;
  /** There will be no other attempt. */
  settle: () => void;
  /** Nobody wants it any more. */
  release: () => void;
}>;

/** A body, or why there is none. */
export type TakenBody = OutgoingBody | Exclude<BodyFault, 'over_budget'>;

/** Largest body that keeps the bytes of a request together: it is read before a place is taken. */
export const SHORT_BODY_BYTES = 64 * 1024;

/** Largest body that is kept to be sent again. */
export const REPLAY_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Takes the body of a request: a short one whole, so that no slot is held while it comes in; any
 * other as it comes.
 */
export const takeBody = (
  request: IncomingMessage,
  limits: BodyLimits,
  watch: ClientWatch,
  tally: BodyTally,
): TakenBody | Promise<TakenBody> => {
  if (!hasBody(request)) return NO_BODY;
  const bytes = declaredBytes(request);
  if (bytes > limits.maxBytes) return 'too_large';
  const isShort = request.headers['transfer-encoding'] === undefined && bytes <= SHORT_BODY_BYTES;
  if (!isShort || bytes > limits.keepBytes)
    return new ReplayableBody(request, limits, watch, tally);
  return readBody(request, limits.maxBytes, watch, { tally }).then(shortBody);
};

const shortBody = (body: Buffer | BodyFault): TakenBody => {
  if (typeof body !== 'string') return wholeBody(body);
  return body === 'over_budget' ? 'too_large' : body;
};

const ignore = (): void => undefined;

const wholeBody = (body: Buffer | null): OutgoingBody => ({
  open: () => body,
  isReplayable: true,
  isTooLarge: false,
  settle: ignore,
  release: ignore,
});

const NO_BODY = wholeBody(null);
