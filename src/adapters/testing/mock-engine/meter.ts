/** Why a request ended; the values are those of vLLM's `finished_reason` label. */
export type FinishReason = 'stop' | 'length' | 'abort';

/** When the parts of one request began and ended. */
export type RequestTimes = Readonly<{
  arrivedMs: number;
  startedMs: number;
  /** Absent if the request ended before its prefill did. */
  prefilledMs: number | undefined;
  endedMs: number;
  computedTokens: number;
}>;

/** Counts everything the metrics page shows. */
export type Meter = Readonly<{
  /** Tokens of running requests in the KV cache; a negative number gives them back. */
  addHeldTokens: (tokens: number) => void;
  countPrefill: (promptTokens: number, cachedTokens: number) => void;
  countOutputToken: () => void;
  countEnd: (reason: FinishReason, times: RequestTimes) => void;
  /** As after a restart of the engine, except that running requests keep their tokens. */
  reset: () => void;
  totals: () => MeterTotals;
}>;

/** What a meter has counted. */
export type MeterTotals = Readonly<{
  startedAtMs: number;
  heldTokens: number;
  promptTokens: number;
  cachedTokens: number;
  outputTokens: number;
  finished: Readonly<Record<FinishReason, number>>;
  histograms: Readonly<Record<HistogramName, Histogram>>;
}>;

/** Names of the histograms, without the engine's prefix. */
export type HistogramName = (typeof HISTOGRAM_NAMES)[number];

/** The histograms, in the order of the page. */
export const HISTOGRAM_NAMES = [
  'time_to_first_token_seconds',
  'e2e_request_latency_seconds',
  'request_queue_time_seconds',
  'request_prefill_time_seconds',
  'request_decode_time_seconds',
  'request_prefill_kv_computed_tokens',
] as const;

/** A cumulative histogram in the manner of Prometheus. */
export type Histogram = Readonly<{
  observe: (value: number) => void;
  /** Upper bounds with the observations at or below each; the last bound is infinite. */
  buckets: () => readonly (readonly [bound: number, count: number])[];
  sum: () => number;
}>;

/** A meter at zero. */
export const createMeter = (nowMs: () => number): Meter => {
  let heldTokens = 0;
  let counts = zeroCounts(nowMs());
  return {
    addHeldTokens: (tokens) => {
      heldTokens += tokens;
    },
    countPrefill: (promptTokens, cachedTokens) => {
      counts.promptTokens += promptTokens;
      counts.cachedTokens += cachedTokens;
    },
    countOutputToken: () => {
      counts.outputTokens += 1;
    },
    countEnd: (reason, times) => {
      counts.finished[reason] += 1;
      observeTimes(counts.histograms, times);
    },
    reset: () => {
      counts = zeroCounts(nowMs());
    },
    totals: () => ({ ...counts, heldTokens }),
  };
};

const zeroCounts = (startedAtMs: number) => ({
  startedAtMs,
  promptTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  finished: { stop: 0, length: 0, abort: 0 },
  histograms: {
    time_to_first_token_seconds: createHistogram(FIRST_TOKEN_BOUNDS),
    e2e_request_latency_seconds: createHistogram(LATENCY_BOUNDS),
    request_queue_time_seconds: createHistogram(LATENCY_BOUNDS),
    request_prefill_time_seconds: createHistogram(LATENCY_BOUNDS),
    request_decode_time_seconds: createHistogram(LATENCY_BOUNDS),
    request_prefill_kv_computed_tokens: createHistogram(TOKEN_BOUNDS),
  },
});

/** An engine tells about the times of a request when it ends, not while it runs. */
const observeTimes = (
  histograms: Readonly<Record<HistogramName, Histogram>>,
  times: RequestTimes,
): void => {
  const observeSpan = (name: HistogramName, fromMs: number, toMs: number) => {
    histograms[name].observe((toMs - fromMs) / 1000);
  };
  observeSpan('e2e_request_latency_seconds', times.arrivedMs, times.endedMs);
  observeSpan('request_queue_time_seconds', times.arrivedMs, times.startedMs);
  if (times.prefilledMs === undefined) return;
  observeSpan('time_to_first_token_seconds', times.arrivedMs, times.prefilledMs);
  observeSpan('request_prefill_time_seconds', times.startedMs, times.prefilledMs);
  observeSpan('request_decode_time_seconds', times.prefilledMs, times.endedMs);
  histograms.request_prefill_kv_computed_tokens.observe(times.computedTokens);
};

const FIRST_TOKEN_BOUNDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const LATENCY_BOUNDS = [0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60];
const TOKEN_BOUNDS = [1, 10, 100, 1000, 10_000, 100_000];

/** An empty histogram over ascending upper bounds, the infinite one left out. */
const createHistogram = (bounds: readonly number[]): Histogram => {
  const allBounds = [...bounds, Infinity];
  const counts = allBounds.map(() => 0);
  let sum = 0;
  return {
    observe: (value) => {
      sum += value;
      allBounds.forEach((bound, index) => {
        if (value <= bound) counts[index]! += 1;
      });
    },
    buckets: () => allBounds.map((bound, index) => [bound, counts[index]!] as const),
    sum: () => sum,
  };
};
