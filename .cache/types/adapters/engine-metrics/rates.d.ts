/**
 * Rates from counters that were read twice.
 *
 * Prefill throughput = prompt tokens / prefill seconds. Engines let the two counters move at
 * different moments (tokens when the prefill is done, seconds when the request ends), so a poll in
 * which only one of them moved gives no rate and stays open: the next poll measures from where the
 * last rate was taken. The rate is per request: requests that prefill at the same time count their
 * seconds each.
 */
import type { CounterRows, EngineQuantities } from './quantities.js';
/** The counters a prefill rate is measured from. */
export type PrefillCounters = Pick<EngineQuantities, 'promptTokens' | 'prefillSeconds'>;
export type PrefillRate = Readonly<{
    /** Where the next rate is measured from. */
    since: PrefillCounters;
    /** tokens/s; the last valid one, undefined before the first. */
    lastMeanInputTps: number | undefined;
}>;
/**
 * The rate between two readings; `lastValidTps` is kept while there is no new one: while idle, and
 * after a restart or with nothing to compare with (`previous` undefined).
 */
export declare const measurePrefillRate: (previous: PrefillRate | undefined, { promptTokens, prefillSeconds }: PrefillCounters, lastValidTps: number | undefined) => PrefillRate;
/**
 * How much a counter grew, all ranks together; undefined when the two readings cannot be compared,
 * because there is nothing, or a rank came, went or began again from 0.
 */
export declare const growthOf: (before: CounterRows, now: CounterRows) => number | undefined;
