import { TIMER_MS, type OptionRanges } from '../../core/codec/option-ranges.js';

/** Settings of a fleet; times in ms, from 1 to 2^31-1. */
export type FleetSettings = Readonly<{
  /** A backend that has not reported for so long is stale; at least two of its polls. */
  staleAfterMs: number;
  /** And after so long it is dropped; at least four of its polls. */
  dropAfterMs: number;
  /** For a whole metrics page. */
  pollTimeoutMs: number;
  /** From one resolving of a host name to the next. */
  dnsIntervalMs: number;
  dnsTimeoutMs: number;
  /** First pause of a backend that cannot be connected to; each failed probe doubles it. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** Prefill tokens/s of a backend of which nothing is known; 1 to 10^9. */
  assumedInputTps: number;
}>;

export const DEFAULT_FLEET_SETTINGS: FleetSettings = {
  staleAfterMs: 5000,
  dropAfterMs: 30_000,
  pollTimeoutMs: 2000,
  dnsIntervalMs: 5000,
  dnsTimeoutMs: 5000,
  firstPauseMs: 1000,
  maxPauseMs: 30_000,
  assumedInputTps: 4000,
};

export const FLEET_SETTING_RANGES: OptionRanges<keyof FleetSettings> = {
  staleAfterMs: TIMER_MS,
  dropAfterMs: TIMER_MS,
  pollTimeoutMs: TIMER_MS,
  dnsIntervalMs: TIMER_MS,
  dnsTimeoutMs: TIMER_MS,
  firstPauseMs: TIMER_MS,
  maxPauseMs: TIMER_MS,
  assumedInputTps: { wholeOnly: false, min: 1, max: 1e9 },
};
