import * as E from 'fp-ts/lib/Either.js';
import type { ClusterStats } from '../../../core/snapshot/snapshot.js';
import type { Clock } from '../../time/clock.js';
import { untilClosed } from './document-intake.js';
import {
  readEnginePage,
  type EngineName,
  type EnginePageSettings,
  type EngineSample,
} from '../../engine-metrics/read-engine-page.js';
import { fetchText, withoutSecrets } from '../../node/fetch-text.js';
import { phaseOf } from '../../time/poll-loop.js';
import { createPollLoop } from '../../time/poll-loop.js';
import type { Source } from '../../time/source.js';

/** What one poll of an engine's page gave. */
export type EngineReport = Readonly<{
  /** A field is absent when the page does not say. */
  stats: Partial<ClusterStats>;
  /** Smoothed round trip. */
  rttMs: number;
}>;

/** Where a page is, and how it is read. */
export type EngineMetricsOptions = Readonly<{
  url: string;
  engine: EngineName;
  intervalMs: number;
  page: EnginePageSettings;
  /** For a whole page. */
  timeoutMs: number;
  /** Default 8 MiB. */
  maxBytes?: number;
  clock: Clock;
  /** Place in the interval, [0, 1), by URL. Default: a hash of it. */
  phaseOf?: (name: string) => number;
}>;

/** The first poll is due within this, however long the interval. */
export const FIRST_POLL_WITHIN_MS = 1000;

/** Weight of a new sample in the smoothed round trip, as for TCP (RFC 6298). */
const RTT_GAIN = 1 / 8;

/**
 * The metrics page of one engine, polled. A page that is late, too large or not one of the engine
 * is refused.
 *
 * The round trip is the time to the first byte of the page, smoothed; making the page is part of
 * it, and so is connecting at the first poll.
 */
export const createEngineMetricsSource = (options: EngineMetricsOptions): Source<EngineReport> => {
  const { url, engine, clock, intervalMs, timeoutMs, page } = options;
  const maxBytes = options.maxBytes ?? 8 * 1024 * 1024;
  const phase = (options.phaseOf ?? phaseOf)(url);
  let isClosed = false;
  let closeLoop = (): void => undefined;
  let previous: Readonly<{ sample: EngineSample; atMs: number }> | undefined;
  let rttMs: number | undefined;

  return {
    name: `metrics page ${withoutSecrets(url)}`,
    start: (given) => {
      const listener = untilClosed(given, () => isClosed);
      const poll = async (signal: AbortSignal): Promise<void> => {
        const askedAtMs = clock.nowMs();
        const fetched = await fetchText(url, { clock, timeoutMs, maxBytes, signal });
        if (E.isLeft(fetched)) {
          listener.onRefused([fetched.left]);
          return;
        }
        const nowMs = clock.nowMs();
        const reading = readEnginePage(engine, fetched.right.text, previous, nowMs, page);
        if (E.isLeft(reading)) {
          listener.onRefused([reading.left]);
          return;
        }
        previous = { sample: reading.right.sample, atMs: nowMs };
        rttMs = smoothRttMs(rttMs, fetched.right.rttMs);
        listener.onValue({ stats: reading.right.stats, rttMs }, askedAtMs);
      };
      const firstAfterMs = phase * Math.min(intervalMs, FIRST_POLL_WITHIN_MS);
      const loop = createPollLoop({ clock, intervalMs, firstAfterMs, poll });
      closeLoop = loop.close;
      return loop.start();
    },
    close: async () => {
      isClosed = true;
      closeLoop();
    },
  };
};

/** The round trip to go by after one more sample, ms; undefined before the first. */
export const smoothRttMs = (before: number | undefined, sampleMs: number): number =>
  before === undefined ? sampleMs : before + RTT_GAIN * (sampleMs - before);
