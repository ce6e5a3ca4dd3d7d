import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { fault } from '../../../core/codec/fault.js';
import type { Fault } from '../../../core/codec/fault.js';

/** The plain settings of a mock engine, all present. */
export type MockEngineSettings = Readonly<{
  host: string;
  port: number;
  clusterId: string;
  backendId: string;
  modelIds: readonly string[];
  prefillTokensPerSecond: number;
  decodeTokensPerSecond: number;
  slots: number;
  maxQueue: number;
  kvCapacityTokens: number;
  outputTokens: number;
  timeScale: number;
}>;

/** Name of a setting. */
export type SettingKey = keyof MockEngineSettings;

/** One row of the settings table. */
export type SettingSpec = Readonly<{
  kind: 'text' | 'texts' | 'integer' | 'rate';
  default: string | number | readonly string[];
  /** Inclusive range of an integer. */
  min?: number;
  max?: number;
  effect: string;
}>;

/**
 * Every setting of a mock engine: the options, the flags of `homeward mock-engine` and the table
 * in the documentation are this table.
 */
export const MOCK_ENGINE_SETTINGS: Readonly<Record<SettingKey, SettingSpec>> = {
  host: { kind: 'text', default: '127.0.0.1', effect: 'address to listen on' },
  port: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 65_535,
    effect: 'port to listen on; 0 takes any free one',
  },
  clusterId: { kind: 'text', default: 'mock', effect: 'cluster the engine says it belongs to' },
  backendId: { kind: 'text', default: 'mock-1', effect: 'name the engine gives itself' },
  modelIds: {
    kind: 'texts',
    default: ['mock-model'],
    effect:
      'models served, separated by spaces; the first one labels the metrics, the others are aliases',
  },
  prefillTokensPerSecond: {
    kind: 'rate',
    default: 10_000,
    effect: 'prompt tokens one request prefills in a second',
  },
  decodeTokensPerSecond: {
    kind: 'rate',
    default: 100,
    effect: 'output tokens one request gets in a second',
  },
  slots: { kind: 'integer', default: 8, min: 1, effect: 'requests that run at the same time' },
  maxQueue: {
    kind: 'integer',
    default: 64,
    min: 0,
    effect: 'requests that may wait for a slot; the next one is refused with 503',
  },
  kvCapacityTokens: {
    kind: 'integer',
    default: 100_000,
    min: 0,
    effect: 'tokens the KV cache holds; 0 switches it off',
  },
  outputTokens: {
    kind: 'integer',
    default: 16,
    min: 1,
    effect: 'tokens of an answer, unless the request asks for fewer',
  },
  timeScale: {
    kind: 'rate',
    default: 1,
    effect: 'speeds prefill and decode up by this factor',
  },
};

/** Names of all settings, in the order of the table. */
export const MOCK_ENGINE_SETTING_KEYS = Object.keys(MOCK_ENGINE_SETTINGS) as SettingKey[];

/** Checks settings from outside and fills in the defaults; returns every fault there is. */
export const parseMockEngineSettings = (
  given: Readonly<Partial<Record<SettingKey, unknown>>>,
): Either<readonly Fault[], MockEngineSettings> => {
  const faults: Fault[] = [];
  const settings: Partial<Record<SettingKey, unknown>> = {};
  for (const key of MOCK_ENGINE_SETTING_KEYS) {
    const spec = MOCK_ENGINE_SETTINGS[key];
    const value = given[key] ?? spec.default;
    const expected = explainMismatch(spec, value);
    if (expected !== undefined) {
      faults.push(fault({ code: 'invalid_value', path: key, expected, given: value }));
    }
    settings[key] = value;
  }
  return faults.length > 0 ? E.left(faults) : E.right(settings as MockEngineSettings);
};

/** What was expected, if the value is not that. */
const explainMismatch = (spec: SettingSpec, value: unknown): string | undefined => {
  switch (spec.kind) {
    case 'text':
      return isPlainText(value) ? undefined : 'text of 1 to 256 characters, no control characters';
    case 'texts':
      return Array.isArray(value) && value.length > 0 && value.every(isModelId)
        ? undefined
        : 'one or more texts of 1 to 256 characters, no spaces and no control characters';
    case 'rate':
      return typeof value === 'number' && value > 0 ? undefined : 'a number above 0';
    case 'integer': {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
      return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : `a whole number from ${String(min)} to ${String(max)}`;
    }
  }
};

const isPlainText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= 256 &&
  !/[\u0000-\u001f\u007f]/.test(value);

/** Ids are given side by side, separated by spaces: one with a space is two in quotes by mistake. */
const isModelId = (value: unknown): boolean => isPlainText(value) && !value.includes(' ');
