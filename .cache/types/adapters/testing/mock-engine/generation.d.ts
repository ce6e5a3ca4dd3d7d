import type { Clock } from '../../time/clock.js';
import type { KvCache } from './kv-cache.js';
import type { Meter } from './meter.js';
import type { Pace } from './pace.js';
import type { Scheduler } from './scheduler.js';
/** The parts of an engine that do the work of a request. */
export type EngineParts = Readonly<{
    clock: Clock;
    scheduler: Scheduler;
    kvCache: KvCache;
    pace: Pace;
    meter: Meter;
}>;
/** The work of one request. */
export type GenerationJob = Readonly<{
    /** Absent: the request neither uses nor fills the KV cache. */
    affinityKey: string | undefined;
    promptTokens: number;
    /** 0 for work that ends with the prefill, such as embeddings. */
    outputTokens: number;
    finishReason: 'stop' | 'length';
}>;
/** An answer on its way to the client; it may hold the request up. */
export type Answer = Readonly<{
    /** The prefill is done. */
    start: () => Promise<void>;
    token: (text: string) => Promise<void>;
    /** The slot is free again. */
    finish: () => Promise<void>;
}>;
/** How the work ended: all done, no place in the queue, or the client went away. */
export type GenerationOutcome = 'done' | 'refused' | 'gone';
/**
 * Takes a request through queue, prefill and decode to its answer.
 *
 * The prefill pays only for tokens that are not cached and ends with the first output token; the
 * others follow at the decode rate. When `signal` aborts, the slot or the queue place is free at
 * once. `createAnswer` is called when the prefill is done.
 */
export declare const runGeneration: (engine: EngineParts, job: GenerationJob, createAnswer: (cachedTokens: number) => Answer, signal: AbortSignal) => Promise<GenerationOutcome>;
