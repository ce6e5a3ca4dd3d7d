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

/** Tells the rows of a series apart; rows with one answer say the same thing twice. */
export type RowKey = (sample: Sample) => string;

/** The greatest value of every key, for the first of `names` that the page has. */
export const valuesByKey = (
  rows: Rows,
  names: readonly string[],
  keyOf: RowKey,
): ReadonlyMap<string, number> => {
  const values = new Map<string, number>();
  const name = names.find((candidate) => rows(candidate).length > 0);
  if (name === undefined) return values;
  for (const sample of rows(name)) {
    const key = `${name} ${keyOf(sample)}`;
    values.set(key, Math.max(sample.value, values.get(key) ?? 0));
  }
  return values;
};

/** Undefined when there is nothing to add up, which is not 0. */
export const sumOf = (values: ReadonlyMap<string, number>): number | undefined => {
  if (values.size === 0) return undefined;
  let sum = 0;
  for (const value of values.values()) sum += value;
  return sum;
};

/** Undefined when there is nothing to average. */
export const meanOf = (values: ReadonlyMap<string, number>): number | undefined => {
  const sum = sumOf(values);
  return sum === undefined ? undefined : sum / values.size;
};

/** A positive whole number in a label; undefined for `None` and other words. */
export const countInLabel = (sample: Sample, label: string): number | undefined => {
  const text = sample.labels.get(label) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
};
