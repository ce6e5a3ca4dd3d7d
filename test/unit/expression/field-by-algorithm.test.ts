import { describe, expect, test } from 'vitest';
import { ALGORITHMS, FIELDS, FIELD_KEYS } from '../../../src/core/config/fields.js';
import type { AlgorithmName, FieldKey } from '../../../src/core/config/fields.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import { rejected, resolved, settingsOf } from './outcome.js';

const W = 'wait-and-widen';
const P = 'pulsar';
const PW = 'pulsar-wait-and-widen';
const ALL = ALGORITHMS;

type Value = boolean | string | number | undefined;
type Row = Readonly<{
  key: FieldKey;
  where: readonly AlgorithmName[];
  /** Text in the expression, effective value in the policy. */
  good: readonly (readonly [text: string, value: Value])[];
  bad: readonly string[];
  inert?: readonly string[];
  /** A parameter without which the field has no effect. */
  beside?: string;
}>;

const BAD_BOOLEANS = ['1', '0', 'TRUE', 'True', 'yes', 'null', 'true false'];
const BAD_UNSIGNED = [
  '-1',
  '-0',
  '+1',
  '01',
  '00',
  '1.0',
  '1.5',
  '1e3',
  '0x1',
  '1_000',
  '1 0',
  'x',
];
const TOO_BIG = ['9007199254740992', '9007199254740993', '9'.repeat(400)];
const BAD_NUMBERS = ['.5', '1.', '+1', '1e3', '1.5.2', '--1', '- 1', 'NaN', 'Infinity', '0x1', 'x'];
const TOO_FAR = ['9'.repeat(400), `-${'9'.repeat(400)}`];

/** Written down from the documentation, not taken from the field table. */
const flag = (key: FieldKey, where: Row['where']): Row => ({
  key,
  where,
  good: [
    ['true', true],
    ['false', false],
  ],
  bad: BAD_BOOLEANS,
});

const count = (key: FieldKey, where: Row['where'], extra: Partial<Row> = {}): Row => ({
  key,
  where,
  good: [
    ['0', 0],
    ['7', 7],
    ['9007199254740991', 9007199254740991],
  ],
  bad: [...BAD_UNSIGNED, ...TOO_BIG],
  ...extra,
});

const TABLE: readonly Row[] = [
  flag('requireCacheAffinityKey', ALL),
  flag('requireInputTokens', ALL),
  {
    key: 'maxInputWorkSeconds',
    where: ALL,
    good: [
      ['2.50', 2.5],
      ['007', 7],
      ['0.000001', 0.000001],
    ],
    bad: [...BAD_NUMBERS, ...TOO_FAR],
    inert: ['0', '-0', '0.0', '-1', '-0.5', `0.${'0'.repeat(400)}1`],
  },
  {
    key: 'seed',
    where: [W, P, PW],
    good: [
      ['a b', 'a b'],
      ['true', 'true'],
      ['01', '01'],
    ],
    bad: [],
  },
  flag('considerKvFreeTokens', [P, PW]),
  {
    key: 'rendezvousWeight',
    where: [P, PW],
    good: [
      ['max-input-tps', 'max-input-tps'],
      ['last-mean-input-tps', 'last-mean-input-tps'],
    ],
    bad: ['MAX-INPUT-TPS', 'max_input_tps', 'tps'],
  },
  {
    key: 'sampleCount',
    where: ['power-of-n'],
    good: [
      ['1', 1],
      ['64', 64],
    ],
    bad: [...BAD_UNSIGNED, ...TOO_BIG, '0', '65'],
  },
  {
    key: 'comparator',
    where: ['power-of-n', W],
    good: ['ttft', 'queue-time', 'input-work-seconds', 'utilization', 'num-requests-queued'].map(
      (name) => [name, name] as const,
    ),
    bad: ['TTFT', 'queue_time', 'fastest'],
  },
  count('cacheAffinityVirtualNodes', [W], {
    good: [
      ['1', 1],
      ['1024', 1024],
    ],
    bad: [...BAD_UNSIGNED, ...TOO_BIG, '1025'],
    inert: ['0'],
  }),
  count('cacheAffinityBackendSelectionCount', [W, PW], {
    good: [
      ['1', 1],
      ['7', 7],
    ],
  }),
  count('cacheAffinityWaitMs', [W, PW]),
  {
    key: 'cacheAffinityInputTokensScale',
    where: [W, PW],
    good: [
      ['0', 0],
      ['-0', 0],
      ['0.10', 0.1],
      ['1.000', 1],
    ],
    bad: [...BAD_NUMBERS, ...TOO_FAR, '1.1', '-0.1'],
  },
  flag('lastClusterAffinity', [W, PW]),
  count('bandWidenIntervalMs', [PW]),
  count('fallbackMaxQueued', [PW]),
  count('maxQueueTimeFloorMs', [W, PW], { beside: 'max_queue_time_ceil_ms=9' }),
  count('maxQueueTimeCeilMs', [W, PW], { beside: 'max_queue_time_floor_ms=9' }),
  count('ttftBucketSizeMs', [W, PW]),
  {
    key: 'nextBucketUnlockFactor',
    where: [W, PW],
    good: [
      ['-0.25', -0.25],
      ['-0', 0],
      ['3', 3],
    ],
    bad: [...BAD_NUMBERS, ...TOO_FAR],
  },
  count('n', [W, PW], {
    good: [
      ['1', 1],
      ['7', 7],
    ],
    inert: ['0'],
  }),
  count('maxQueued', [W, PW]),
  flag('ignoreQueueTime', [W, PW]),
  flag('ignoreInputProcessingTime', [W, PW]),
];

const builtIn = (algorithm: AlgorithmName) => settingsOf(compilePolicy({ algorithm }));

const write = (algorithm: AlgorithmName, row: Row, value: string): string =>
  [algorithm, ...(row.beside ? [row.beside] : []), `${FIELDS[row.key].name}=${value}`].join(';');

test('the table has a row for every field', () => {
  expect(TABLE.map(({ key }) => key).sort()).toEqual([...FIELD_KEYS].sort());
});

describe.each(TABLE)('the field $key', (row) => {
  const { name } = FIELDS[row.key];

  describe.each(row.where)('with %s', (algorithm) => {
    test.each(row.good)('takes %s as %s and changes nothing else', (text, value) => {
      const { policy, warnings } = resolved(write(algorithm, row, text));
      const beside = row.beside ? resolved(`${algorithm};${row.beside}`).config : {};
      const expected = { ...builtIn(algorithm), ...beside, [row.key]: value };
      expect(settingsOf(policy)).toEqual(expected);
      expect(warnings.filter(({ code }) => code === 'lone_queue_slo_bound')).toEqual([]);
    });

    test.each(row.bad)('refuses %s as an invalid value', (text) => {
      expect(rejected(write(algorithm, row, text))).toMatchObject({
        code: 'invalid_value',
        parameter: name,
        value: text,
        position: write(algorithm, row, '').length,
      });
    });

    test.each(row.inert ?? [])('refuses %s as inert', (text) => {
      expect(rejected(write(algorithm, row, text))).toMatchObject({
        code: 'inert_value',
        parameter: name,
        value: text,
      });
    });
  });

  const elsewhere = ALL.filter((algorithm) => !row.where.includes(algorithm));

  test.each(elsewhere)('does not apply to %s, whatever its value', (algorithm) => {
    for (const text of [...row.good.map(([good]) => good), ...row.bad, 'x']) {
      expect(rejected(`${algorithm};${name}=${text}`)).toMatchObject({
        code: 'not_applicable',
        parameter: name,
        value: text,
        position: algorithm.length + 1,
      });
    }
  });
});

describe('a selection count of 0', () => {
  const text = (algorithm: AlgorithmName) =>
    `${algorithm};cache_affinity_backend_selection_count=0`;

  test('turns affinity off with wait-and-widen', () => {
    expect(settingsOf(resolved(text(W)).policy)).toEqual(builtIn(W));
  });

  test('is refused as inert with pulsar-wait-and-widen', () => {
    expect(rejected(text(PW)).code).toBe('inert_value');
  });
});

describe('what is no parameter', () => {
  test.each(ALL)('of %s: the algorithm, nested maps, and names of the language', (algorithm) => {
    for (const name of ['algorithm', 'request_algorithms', 'constructor', 'valueof', 'x']) {
      expect(rejected(`${algorithm};${name}=1`)).toMatchObject({
        code: 'unknown_parameter',
        parameter: name,
      });
    }
  });
});
