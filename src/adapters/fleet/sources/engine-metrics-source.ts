import * as E from 'fp-ts/lib/Either.js';
import type { ClusterStats } from '../../../core/snapshot/snapshot.js';
import type { Clock } from '../../time/clock.js';
import { untilClosed } from './document-intake.js';
import {
  parseEnginePage,
  readEngineModel,
  type EngineName,
  type EnginePage,
  type EnginePageSettings,
  type PreviousSample,
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

/** What one poll of a page gave, whatever its models. */
export type PolledPage = Readonly<{
  page: EnginePage;
  /** When it was there. */
  atMs: number;
  /** Smoothed round trip. */
  rttMs: number;
}>;

/** Where a page is, and how it is asked for. */
export type EnginePageOptions = Readonly<{
  url: string;
  engine: EngineName;
  intervalMs: number;
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
export const createEnginePageSource = (options: EnginePageOptions): Source<PolledPage> => {
  const { url, engine, clock, intervalMs, timeoutMs } = options;
  const maxBytes = options.maxBytes ?? 8 * 1024 * 1024;
  const phase = (options.phaseOf ?? phaseOf)(url);
  let isClosed = false;
  let closeLoop = (): void => undefined;
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
        const atMs = clock.nowMs();
        const page = parseEnginePage(engine, fetched.right.text);
        if (E.isLeft(page)) {
          listener.onRefused([page.left]);
          return;
        }
        rttMs = smoothRttMs(rttMs, fetched.right.rttMs);
        listener.onValue({ page: page.right, atMs, rttMs }, askedAtMs);
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

/** What the pages of `polled` say of one model; one that does not say which is meant is refused. */
export const createEngineMetricsSource = (
  polled: Source<PolledPage>,
  settings: EnginePageSettings,
): Source<EngineReport> => {
  let previous: PreviousSample | undefined;
  return {
    ...polled,
    start: (listener) =>
      polled.start({
        ...listener,
        onValue: ({ page, atMs, rttMs }, askedAtMs) => {
          const reading = readEngineModel(page, previous, atMs, settings);
          if (E.isLeft(reading)) {
            listener.onRefused([reading.left]);
            return;
          }
          const { stats, sample } = reading.right;
          previous = { sample, atMs };
          listener.onValue({ stats, rttMs }, askedAtMs);
        },
      }),
  };
};

/** The round trip to go by after one more sample, ms; undefined before the first. */
export const smoothRttMs = (before: number | undefined, sampleMs: number): number =>
  before === undefined ? sampleMs : before + RTT_GAIN * (sampleMs - before);
