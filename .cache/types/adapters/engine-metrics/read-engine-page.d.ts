import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../core/codec/fault.js';
import type { ClusterStats } from '../../core/snapshot.js';
import { type DerivedCapacity } from './kv-cache.js';
import type { CounterRows } from './quantities.js';
import { type PrefillRate } from './rates.js';
/** Engines whose metrics pages are understood. */
export type EngineName = 'vllm' | 'sglang';
export type EnginePageSettings = Readonly<{
    /** Served model name on the page; needed only where a page shows several models. */
    modelName?: string | undefined;
    /** KV capacity in tokens, where the engine does not publish it; what it publishes wins. */
    kvCacheCapacityTokens?: number | undefined;
}>;
/** What the next reading of the same page needs to know about this one. */
export type EngineSample = Readonly<{
    prefill: PrefillRate;
    generationTokens: CounterRows;
    /** Unix time at which the engine's process started, where the page has it. */
    startedAtSeconds: number | undefined;
    derivedCapacity: DerivedCapacity | undefined;
}>;
/** The statistics a page gives; a field is absent when the page does not say. */
export type EngineReading = Readonly<{
    stats: Partial<ClusterStats>;
    sample: EngineSample;
}>;
/**
 * Reads the statistics of an engine from its Prometheus page.
 *
 * `previous` is the sample of the last reading and the time it was taken at; without it there are
 * no rates yet. Pure: times come in, the caller keeps the sample. A page that is not one of this
 * engine, is cut off, or does not say which of several models is meant is a fault; single bad lines
 * are passed over.
 *
 * @example
 * const first = readEnginePage('vllm', page, undefined, 0, {});
 */
export declare const readEnginePage: (engine: EngineName, text: string, previous: Readonly<{
    sample: EngineSample;
    atMs: number;
}> | undefined, nowMs: number, settings: EnginePageSettings) => E.Either<Fault, EngineReading>;
