import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import type { ClusterStats } from '../../core/snapshot/snapshot.js';
import { deriveCapacity, estimateKvCache, type DerivedCapacity } from './kv-cache.js';
import { groupByModel, rowsOfModel, type ModelRows } from './model-rows.js';
import { isCutOff, parseMetricsPage, withoutByteOrderMark } from './page.js';
import type { CounterRows, EngineQuantities, EngineReader } from './quantities.js';
import { growthOf, measurePrefillRate, type PrefillRate } from './rates.js';
import { SGLANG } from './sglang.js';
import { VLLM } from './vllm.js';

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

/** The last sample of a model, and the time it was taken at. */
export type PreviousSample = Readonly<{ sample: EngineSample; atMs: number }>;

/** A page of an engine that was looked through; any of its models can be read from it. */
export type EnginePage = Readonly<{
  reader: EngineReader;
  rows: ModelRows;
  startedAtSeconds: number | undefined;
}>;

/** The statistics a page gives; a field is absent when the page does not say. */
export type EngineReading = Readonly<{ stats: Partial<ClusterStats>; sample: EngineSample }>;

/**
 * Reads the statistics of an engine from its Prometheus page.
 *
 * `previous` is the sample of the last reading and the time it was taken at; without it there are
 * no rates yet. Pure: times come in, the caller keeps the sample. A page that is not one of this
 * engine, has no sample that is used, is cut off, or does not say which of several models is meant
 * is a fault; single bad lines are passed over.
 *
 * @example
 * const first = readEnginePage('vllm', page, undefined, 0, {});
 */
export const readEnginePage = (
  engine: EngineName,
  page: string,
  previous: PreviousSample | undefined,
  nowMs: number,
  settings: EnginePageSettings,
): E.Either<Fault, EngineReading> =>
  pipe(
    parseEnginePage(engine, page),
    E.chain((parsed) => readEngineModel(parsed, previous, nowMs, settings)),
  );

/** The first half of `readEnginePage`, which is the same for every model of the page. */
export const parseEnginePage = (engine: EngineName, page: string): E.Either<Fault, EnginePage> => {
  const reader = READERS[engine];
  const text = withoutByteOrderMark(page);
  const prefix = findPrefix(reader, text);
  if (prefix === undefined) return E.left(notAPage(reader, text));
  if (isCutOff(text)) return E.left(cutOff(text));
  const wanted = new Set([START_TIME, ...reader.names.map((name) => prefix + name)]);
  const samples = parseMetricsPage(text, wanted);
  if (!reader.names.some((name) => samples.has(prefix + name))) {
    return E.left(nothingKnown(reader, prefix));
  }
  const rows = groupByModel((name) => samples.get(prefix + name) ?? [], reader);
  return E.right({ reader, rows, startedAtSeconds: samples.get(START_TIME)?.[0]?.value });
};

/** The second half of it. */
export const readEngineModel = (
  { reader, rows, startedAtSeconds }: EnginePage,
  previous: PreviousSample | undefined,
  nowMs: number,
  settings: EnginePageSettings,
): E.Either<Fault, EngineReading> =>
  pipe(
    rowsOfModel(rows, settings.modelName),
    E.map((own) => ({ ...reader.read(own), startedAtSeconds })),
    E.map((now) => toReading(now, previous, nowMs, settings)),
  );

const READERS: Readonly<Record<EngineName, EngineReader>> = { vllm: VLLM, sglang: SGLANG };

const START_TIME = 'process_start_time_seconds';

/** The prefix of this page's names; without any prefix, one of the engine's names must be there. */
const findPrefix = ({ prefixes, names }: EngineReader, text: string): string | undefined =>
  prefixes.find((prefix) => {
    const name = prefix === '' ? `(?:${names.join('|')})\\b` : prefix;
    return new RegExp(`^(?:# (?:HELP|TYPE) )?${name}`, 'm').test(text);
  });

type Now = EngineQuantities & Pick<EngineSample, 'startedAtSeconds'>;

const toReading = (
  now: Now,
  previous: PreviousSample | undefined,
  nowMs: number,
  settings: EnginePageSettings,
): EngineReading => {
  const before = hasRestarted(previous?.sample, now) ? undefined : previous?.sample;
  const lastValidTps = previous?.sample.prefill.lastMeanInputTps;
  const prefill = measurePrefillRate(before?.prefill, now, lastValidTps);
  const derivedCapacity = deriveCapacity(now, before?.derivedCapacity);
  const capacityTokens =
    now.kvCapacityTokens ?? settings.kvCacheCapacityTokens ?? derivedCapacity?.tokens;
  const generated = before && growthOf(before.generationTokens, now.generationTokens);
  const elapsedMs = nowMs - (previous?.atMs ?? nowMs);
  const { generationTokens, startedAtSeconds } = now;
  return {
    stats: {
      ...present('numRunningQueries', now.runningCount),
      ...present('queueSize', now.waitingCount),
      ...estimateKvCache(now, capacityTokens),
      ...present('lastMeanInputTps', prefill.lastMeanInputTps),
      ...present('outputTps', perSecond(generated, elapsedMs)),
    },
    sample: { prefill, generationTokens, startedAtSeconds, derivedCapacity },
  };
};

const hasRestarted = (before: EngineSample | undefined, now: Now): boolean =>
  before?.startedAtSeconds !== undefined &&
  now.startedAtSeconds !== undefined &&
  before.startedAtSeconds !== now.startedAtSeconds;

type NumberField = 'numRunningQueries' | 'queueSize' | 'lastMeanInputTps' | 'outputTps';

const present = (
  field: NumberField,
  value: number | undefined,
): Partial<Record<NumberField, number>> => (value === undefined ? {} : { [field]: value });

const perSecond = (count: number | undefined, elapsedMs: number): number | undefined =>
  count === undefined || elapsedMs <= 0 ? undefined : (count * 1000) / elapsedMs;

const notAPage = ({ title, prefixes }: EngineReader, text: string): Fault =>
  fault({
    code: 'invalid_value',
    path: '',
    expected: `a Prometheus page of ${title}, with names that start with "${prefixes[0]!}"`,
    given: text,
    about: 'metrics page',
  });

/** Without this, an engine that says nothing would be taken for one that has nothing to do. */
const nothingKnown = ({ title, names }: EngineReader, prefix: string): Fault =>
  fault({
    code: 'missing',
    path: '',
    expected: `a sample that is used of ${title}, such as "${prefix}${names[0]!}"`,
    given: undefined,
    about: 'metrics page',
  });

const cutOff = (text: string): Fault =>
  fault({
    code: 'invalid_value',
    path: '',
    expected: 'a whole page; its last line is cut off',
    given: text.slice(text.lastIndexOf('\n') + 1),
    about: 'metrics page',
  });
