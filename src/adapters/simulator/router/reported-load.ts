import type { Distribution } from '../workload/distribution.js';

/** What a metrics page of an engine said. */
export type EngineReport = Readonly<{
  runningCount: number;
  queuedCount: number;
  queuedTokens: number;
  /** Counters since the start of the engine. */
  computedTokens: number;
  prefillSeconds: number;
  /** KV tokens in use, without those that could be evicted. */
  usedTokens: number;
}>;

/** A report as a router has it. */
export type TimedReport = EngineReport &
  Readonly<{
    /** From asking for the page to having it, as the router measured it, ms. */
    rttMs: number;
  }>;

/** Whether engines tell how they are one by one or all together. */
export const MOMENTS = ['own', 'same'] as const;

/** What engines tell, and when. */
export type StatisticsModel = Readonly<{
  /**
   * `engine-page`: what engines publish: running, queued, measured prefill rate, KV use.
   * `full`: also queued requests count as running, and queued prompt tokens are told.
   * `none`: nothing; a router knows what it has sent itself until it ends.
   */
  kind: 'engine-page' | 'full' | 'none';
  /** A router asks every engine this often, ms. */
  everyMs: number;
  /**
   * `own`: every engine at a moment of its own, as routers ask for pages (the default); `same`: all
   * at once, as one document tells of all.
   */
  moments?: (typeof MOMENTS)[number] | undefined;
  /** Time until the answer is with the router, ms; it tells how things were when it was asked. */
  delayMs: number;
  /**
   * Time an engine takes to make its page, ms. The round trip that decisions go by is smoothed from
   * that of the network and this. Default: it is that of the network.
   */
  pageMs?: Distribution | undefined;
}>;
