import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../../core/codec/fault.js';
import {
  defineSettings,
  type SettingSpec,
  type SettingsOf,
} from '../../servers/settings/setting-table.js';

/** What a kind of setting takes: text of a flag, and values from code. */
type Kind<A> = Pick<SettingSpec<A>, 'placeholder' | 'expected' | 'parse'> &
  Readonly<{ accepts: (value: unknown) => value is A }>;

const kind = <A>(
  placeholder: string,
  expected: string,
  accepts: (value: unknown) => value is A,
  read: (text: string) => unknown,
): Kind<A> => ({
  placeholder,
  expected,
  accepts,
  parse: (text) => {
    const value = read(text);
    return accepts(value) ? value : undefined;
  },
});

const isPlainText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= 256 &&
  !/[\u0000-\u001f\u007f]/.test(value);

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((id) => isPlainText(id) && !id.includes(' '));

const isRate = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Digits without sign and exponent; else undefined. */
const readNumber = (text: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

const text = kind(
  '<text>',
  'text of 1 to 256 characters, no control characters',
  isPlainText,
  (given) => given,
);

const ids = kind(
  '<texts...>',
  'one or more texts of 1 to 256 characters, no spaces and no control characters',
  isIds,
  (given) => given.split(' '),
);

const rate = kind('<number>', 'a number above 0', isRate, readNumber);

const count = (min: number, max = Number.MAX_SAFE_INTEGER): Kind<number> =>
  kind(
    '<count>',
    `a whole number from ${String(min)} to ${String(max)}`,
    (value): value is number =>
      Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max,
    readNumber,
  );

/**
 * Every setting of a mock engine: the options, the flags of `homeward mock-engine` and the table
 * in the documentation are this table.
 */
export const MOCK_ENGINE_SETTINGS = defineSettings({
  host: { ...text, flag: 'host', default: '127.0.0.1', meaning: 'address to listen on' },
  port: {
    ...count(0, 65_535),
    flag: 'port',
    default: '0',
    meaning: 'port to listen on; 0 takes any free one',
  },
  clusterId: {
    ...text,
    flag: 'cluster-id',
    default: 'mock',
    meaning: 'cluster the engine says it belongs to',
  },
  backendId: {
    ...text,
    flag: 'backend-id',
    default: 'mock-1',
    meaning: 'name the engine gives itself',
  },
  modelIds: {
    ...ids,
    flag: 'model-ids',
    default: 'mock-model',
    meaning:
      'models served, separated by spaces; the first one labels the metrics, the others are aliases',
  },
  prefillTokensPerSecond: {
    ...rate,
    flag: 'prefill-tokens-per-second',
    default: '10000',
    meaning: 'prompt tokens one request prefills in a second',
  },
  decodeTokensPerSecond: {
    ...rate,
    flag: 'decode-tokens-per-second',
    default: '100',
    meaning: 'output tokens one request gets in a second',
  },
  slots: {
    ...count(1),
    flag: 'slots',
    default: '8',
    meaning: 'requests that run at the same time',
  },
  maxQueue: {
    ...count(0),
    flag: 'max-queue',
    default: '64',
    meaning: 'requests that may wait for a slot; the next one is refused with 503',
  },
  kvCapacityTokens: {
    ...count(0),
    flag: 'kv-capacity-tokens',
    default: '100000',
    meaning: 'tokens the KV cache holds; 0 switches it off',
  },
  outputTokens: {
    ...count(1),
    flag: 'output-tokens',
    default: '16',
    meaning: 'tokens of an answer, unless the request asks for fewer',
  },
  timeScale: {
    ...rate,
    flag: 'time-scale',
    default: '1',
    meaning: 'speeds prefill and decode up by this factor',
  },
});

/** The plain settings of a mock engine, all present. */
export type MockEngineSettings = SettingsOf<typeof MOCK_ENGINE_SETTINGS>;

/** Checks options from code and fills in the defaults; returns every fault there is. */
export const parseMockEngineSettings = (
  given: Readonly<Partial<Record<keyof MockEngineSettings, unknown>>>,
): E.Either<readonly Fault[], MockEngineSettings> => {
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [path, spec] of Object.entries(MOCK_ENGINE_SETTINGS)) {
    const value = given[path as keyof MockEngineSettings] ?? spec.parse(spec.default);
    const { accepts, expected } = spec;
    if (!accepts(value))
      faults.push(fault({ code: 'invalid_value', path, expected, given: value }));
    settings[path] = value;
  }
  return faults.length > 0 ? E.left(faults) : E.right(settings as MockEngineSettings);
};
