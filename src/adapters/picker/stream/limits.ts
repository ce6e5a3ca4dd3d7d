/** Limits of one stream. */
export type StreamLimits = Readonly<{
  /** Longest request body. */
  maxBodyBytes: number;
  /** Most bytes of request bodies that all streams hold at once. */
  bodyBudgetBytes: number;
  /** Fallbacks named behind the backend that was picked, at most. */
  maxFallbacks: number;
  /** Longest silence of the proxy within a request, ms. */
  silenceMs: number;
  /** How long an answer may be withheld before the proxy is asked for patience, ms. */
  patienceAfterMs: number;
  /** How long it is asked for, ms. */
  patienceMs: number;
}>;

/** Used where nothing else is said. */
export const DEFAULT_STREAM_LIMITS: StreamLimits = {
  maxBodyBytes: 32 * 1024 * 1024,
  bodyBudgetBytes: 512 * 1024 * 1024,
  maxFallbacks: 2,
  silenceMs: 60_000,
  patienceAfterMs: 100,
  patienceMs: 61_000,
};
