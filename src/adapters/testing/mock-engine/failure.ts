import * as t from 'io-ts';
import { count, headerText, milliseconds } from './codecs.js';
import type { Clock } from '../../time/clock.js';

const statusCode = t.refinement(
  t.number,
  (value) => Number.isInteger(value) && value >= 400 && value <= 599,
  'a status from 400 to 599',
);

const limits = t.partial({
  /** Requests that fail; without it all do. */
  times: count,
  /** Milliseconds until the failure ends by itself; without it never. */
  forMs: milliseconds,
  /** What fails: the model paths (default), the metrics page, or all but the controls. */
  paths: t.keyof({ models: null, metrics: null, all: null }),
});

/** Codecs of `Failure`, by mode. */
export const FAILURES = {
  none: t.exact(t.type({ mode: t.literal('none') })),
  'connect-refuse': t.exact(
    t.intersection([
      t.type({ mode: t.literal('connect-refuse') }),
      t.partial({ forMs: milliseconds }),
    ]),
  ),
  'close-before-headers': t.exact(
    t.intersection([t.type({ mode: t.literal('close-before-headers') }), limits]),
  ),
  'close-mid-stream': t.exact(
    t.intersection([
      t.type({ mode: t.literal('close-mid-stream') }),
      t.partial({ afterPieces: count }),
      limits,
    ]),
  ),
  status: t.exact(
    t.intersection([
      t.type({ mode: t.literal('status'), status: statusCode }),
      t.partial({ retryable: t.boolean, retryReason: headerText, retryAfterMs: count }),
      limits,
    ]),
  ),
  'slow-headers': t.exact(
    t.intersection([t.type({ mode: t.literal('slow-headers'), delayMs: milliseconds }), limits]),
  ),
  'slow-body': t.exact(
    t.intersection([t.type({ mode: t.literal('slow-body'), delayMs: milliseconds }), limits]),
  ),
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
export type Failure = t.TypeOf<(typeof FAILURES)[keyof typeof FAILURES]>;

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
