import type { Codec, Decoded } from '../../../core/codec/codec.js';
import { objectCodec, optional, required, type Members } from '../../../core/codec/object-codec.js';
import { nameIn } from '../../../core/codec/value-codec.js';
import type { Clock } from '../../time/clock.js';
import { boolean, count, headerText, milliseconds, passing } from './codecs.js';

/** An object that starts with a name of its kind and has no other members than these. */
export const exactly = <A extends object>(members: Members<A>): Codec<A> =>
  objectCodec<A>('an object', {
    members,
    unknown: () => ({ code: 'unknown_field', expected: 'no such field for this action' }),
  });

const statusCode = passing<number>(
  'a status from 400 to 599',
  (json) => Number.isInteger(json) && (json as number) >= 400 && (json as number) <= 599,
);

type Limits = Readonly<{
  /** Requests that fail; without it all do. */
  times?: number;
  /** Milliseconds until the failure ends by itself; without it never. */
  forMs?: number;
  /** What fails: the model paths (default), the metrics page, or all but the controls. */
  paths?: 'models' | 'metrics' | 'all';
}>;

const LIMITS: Members<Limits> = {
  times: optional('times', count),
  forMs: optional('for_ms', milliseconds),
  paths: optional('paths', nameIn(['models', 'metrics', 'all'])),
};

const mode = <Name extends string>(name: Name) => required('mode', nameIn([name]));

type Mode<Name extends string, Fields = unknown> = Readonly<{ mode: Name }> & Readonly<Fields>;
type Limited<Name extends string, Fields = unknown> = Mode<Name, Fields> & Limits;

/** Codecs of `Failure`, by mode. */
export const FAILURES = {
  none: exactly<Mode<'none'>>({ mode: mode('none') }),
  'connect-refuse': exactly<Mode<'connect-refuse', { forMs?: number }>>({
    mode: mode('connect-refuse'),
    forMs: LIMITS.forMs,
  }),
  'close-before-headers': exactly<Limited<'close-before-headers'>>({
    mode: mode('close-before-headers'),
    ...LIMITS,
  }),
  'close-mid-stream': exactly<Limited<'close-mid-stream', { afterPieces?: number }>>({
    mode: mode('close-mid-stream'),
    afterPieces: optional('after_pieces', count),
    ...LIMITS,
  }),
  status: exactly<
    Limited<
      'status',
      { status: number; retryable?: boolean; retryReason?: string; retryAfterMs?: number }
    >
  >({
    mode: mode('status'),
    status: required('status', statusCode),
    retryable: optional('retryable', boolean),
    retryReason: optional('retry_reason', headerText),
    retryAfterMs: optional('retry_after_ms', count),
    ...LIMITS,
  }),
  'slow-headers': exactly<Limited<'slow-headers', { delayMs: number }>>({
    mode: mode('slow-headers'),
    delayMs: required('delay_ms', milliseconds),
    ...LIMITS,
  }),
  'slow-body': exactly<Limited<'slow-body', { delayMs: number }>>({
    mode: mode('slow-body'),
    delayMs: required('delay_ms', milliseconds),
    ...LIMITS,
  }),
} as const;

/**
 * A way in which the engine misbehaves until it is told otherwise.
 *
 * - `none`: it does not.
 * - `connect-refuse`: nothing listens on the port; requests that run go on.
 * - `close-before-headers`: the request is read, then its connection is closed.
 * - `close-mid-stream`: the connection is closed after `afterPieces` (default 1) pieces of the
 *   response body; an answer that is not a stream has two pieces.
 * - `status`: an error answer, marked as retryable if told so.
 * - `slow-headers`: the response headers come `delayMs` later.
 * - `slow-body`: every piece of the response body comes `delayMs` later.
 */
export type Failure = Decoded<(typeof FAILURES)[keyof typeof FAILURES]>;

/** Knows the failure in force and which requests it hits. */
export type FailurePlan = Readonly<{
  set: (failure: Failure) => void;
  /** The failure that hits a request to `path`; counts it. */
  take: (path: string) => Failure;
  mode: () => Failure['mode'];
}>;

/** A plan without a failure. */
export const createFailurePlan = (clock: Clock): FailurePlan => {
  let failure: Failure = NO_FAILURE;
  let timesLeft = Infinity;
  let endMs = Infinity;
  const current = () => (timesLeft > 0 && clock.nowMs() < endMs ? failure : NO_FAILURE);
  return {
    set: (next) => {
      failure = next;
      timesLeft = ('times' in next ? next.times : undefined) ?? Infinity;
      endMs = clock.nowMs() + (('forMs' in next ? next.forMs : undefined) ?? Infinity);
    },
    take: (path) => {
      const found = current();
      if (!hits(found, path)) return NO_FAILURE;
      timesLeft -= 1;
      return found;
    },
    mode: () => current().mode,
  };
};

const NO_FAILURE: Failure = { mode: 'none' };

const hits = (failure: Failure, path: string): boolean => {
  switch (('paths' in failure ? failure.paths : undefined) ?? 'models') {
    case 'models':
      return path.startsWith('/v1/');
    case 'metrics':
      return path === '/metrics';
    case 'all':
      return !path.startsWith('/mock/');
  }
};
