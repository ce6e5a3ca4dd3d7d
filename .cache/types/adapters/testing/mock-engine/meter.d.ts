import type { Histogram } from './histogram.js';
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
export declare const HISTOGRAM_NAMES: readonly ["time_to_first_token_seconds", "e2e_request_latency_seconds", "request_queue_time_seconds", "request_prefill_time_seconds", "request_decode_time_seconds", "request_prefill_kv_computed_tokens"];
/** A meter at zero. */
export declare const createMeter: (nowMs: () => number) => Meter;
