/** What a router server takes and waits for, at most. */
import * as E from 'fp-ts/lib/Either.js';
import {
  DELAY_MS,
  requireInRange,
  TIMER_MS,
  wholeFrom,
  withDefaults,
  type Given,
} from '../../../core/codec/option-ranges.js';
import type { BodyLimits } from '../../servers/client/replayable-body.js';
import { LISTENER_RANGES, type ListenerLimits } from '../../servers/listen/listener.js';
import { readSettings } from '../../servers/settings/setting-table.js';
import { UPSTREAM_RANGES, type UpstreamLimits } from '../../servers/upstream/upstream.js';
import { REPLAY_MAX_BYTES } from '../proxy/outgoing-body.js';
import { ROUTER_SETTINGS, type RouterSettings } from './router-settings.js';

/** Limits of a router server. */
export type RouterServerLimits = BodyLimits &
  ListenerLimits &
  UpstreamLimits &
  Readonly<{
    /** Longest silence of a client whose turn it is, ms. */
    idleMs: number;
    /** Longest time open requests have to end, ms. */
    shutdownGraceMs: number;
    /** How long it goes on accepting before, not ready any more, ms. Default 0. */
    shutdownDelayMs?: number | undefined;
  }>;

/** The limits that settings name. */
export const limitsOf = (settings: RouterSettings): RouterServerLimits => ({
  keepBytes: REPLAY_MAX_BYTES,
  maxBytes: settings.maxBody,
  idleMs: settings.clientIdle,
  maxHeaderBytes: settings.maxHeaders,
  headersTimeoutMs: settings.clientIdle,
  keepAliveMs: settings.keepAlive,
  connectTimeoutMs: settings.connectTimeout,
  responseTimeoutMs: settings.responseTimeout,
  silenceTimeoutMs: settings.silenceTimeout,
  shutdownGraceMs: settings.shutdownGrace,
  shutdownDelayMs: settings.shutdownDelay,
  maxResponseHeaderBytes: settings.maxResponseHeaders,
});

/**
 * The limits with what was not given as `homeward router` has it without flags; throws a RangeError on
 * those out of range.
 */
export const completeLimits = (
  given: Given<RouterServerLimits> | undefined,
): RouterServerLimits => {
  requireInRange('startRouterServer', RANGES, given, 'limits.');
  const defaults = readSettings(ROUTER_SETTINGS, {}, {});
  if (E.isLeft(defaults)) throw new Error(defaults.left[0]!.message);
  return withDefaults(limitsOf(defaults.right), given);
};

const RANGES = {
  ...UPSTREAM_RANGES,
  ...LISTENER_RANGES,
  keepBytes: wholeFrom(0),
  idleMs: TIMER_MS,
  shutdownGraceMs: DELAY_MS,
  shutdownDelayMs: DELAY_MS,
};
