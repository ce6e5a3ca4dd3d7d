/** What a metrics page says about an engine, in the same words for every engine. */
import type { Sample } from './page.js';
/** One number per series of a counter, keyed by name and rank. */
export type CounterRows = ReadonlyMap<string, number>;
/** Absent means that the page does not say. */
export type EngineQuantities = Readonly<{
    runningCount: number | undefined;
    waitingCount: number | undefined;
    /** Share of the KV cache in use, 0..1, without what could be evicted. */
    kvUsageRatio: number | undefined;
    kvUsedTokens: number | undefined;
    kvCapacityTokens: number | undefined;
    promptTokens: CounterRows;
    prefillSeconds: CounterRows;
    generationTokens: CounterRows;
}>;
/** The samples of one name (without its prefix) for one model; empty when there are none. */
export type Rows = (name: string) => readonly Sample[];
/** How the pages of one engine are read. */
export type EngineReader = Readonly<{
    /** The engine's name for people. */
    title: string;
    /** What may stand in front of a name, most usual first; "" where a packager drops it. */
    prefixes: readonly string[];
    /** Every name that `read` asks for, without its prefix. */
    names: readonly string[];
    read: (rows: Rows) => EngineQuantities;
}>;
/** Tells the ranks of an engine apart; samples of one rank say the same thing twice. */
export type RankOf = (sample: Sample) => string;
/** The greatest value of every rank, for the first of `names` that the page has. */
export declare const valuesByRank: (rows: Rows, names: readonly string[], rankOf: RankOf) => ReadonlyMap<string, number>;
/** Undefined when there is nothing to add up, which is not 0. */
export declare const sumOf: (values: ReadonlyMap<string, number>) => number | undefined;
/** Undefined when there is nothing to average. */
export declare const meanOf: (values: ReadonlyMap<string, number>) => number | undefined;
/** A positive whole number in a label; undefined for `None` and other words. */
export declare const countInLabel: (sample: Sample, label: string) => number | undefined;
