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
  /** Time until the answer is with the router, ms; it tells how things were when it was asked. */
  delayMs: number;
}>;
