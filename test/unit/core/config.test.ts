import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import {
  resolveAlgorithmName,
  resolveMethodName,
} from '../../../src/core/config/algorithm-name.js';
import { encodeAlgorithmConfig } from '../../../src/core/config/algorithm-codec.js';
import { parseAlgorithmConfig } from '../../../src/core/config/algorithm-codec.js';
import {
  DEFAULT_LB_CONFIG,
  resolveAlgorithm,
  type LbConfig,
} from '../../../src/core/config/config.js';
import { parseLbConfig } from '../../../src/core/config/config-codec.js';
import { encodeLbConfig } from '../../../src/core/config/config-codec.js';
import type { Fault } from '../../../src/core/codec/fault.js';
import { checkField } from '../../../src/core/config/field-value.js';
import { fieldTableMarkdown } from '../../../src/core/config/field-table.js';
import { parseJsonText } from '../../../src/core/codec/json-text.js';
import { ALGORITHMS, FIELDS, FIELD_KEYS, type FieldSpec } from '../../../src/core/config/fields.js';

const right = <A>(result: E.Either<readonly Fault[], A>): A => {
  if (E.isLeft(result)) throw new Error(result.left.map((fault) => fault.message).join('\n'));
  return result.right;
};

const left = (result: E.Either<readonly Fault[], unknown>): readonly Fault[] =>
  E.isLeft(result) ? result.left : [];

const lbConfig = (json: unknown): LbConfig => right(parseLbConfig(json)).config;

const codesAndPaths = (faults: readonly Fault[]): string[][] =>
  faults.map((fault) => [fault.code, fault.path]);

/** An object out of JSON text, where "__proto__" is an ordinary key. */
const json = (text: string): unknown => JSON.parse(text) as unknown;

const GOOD_VALUES: Readonly<Record<FieldSpec['kind'], readonly unknown[]>> = {
  boolean: [true, false],
  string: ['', 'text', '\u{1F600}'],
  unsigned: [1, 64],
  number: [0, 0.5, 1],
  name: [],
};

const BAD_VALUES: Readonly<Record<FieldSpec['kind'], readonly unknown[]>> = {
  boolean: ['true', 0, 1, null, [], {}],
  string: [1, null, true, [], {}, '\ud800'],
  unsigned: [-1, 1.5, 2 ** 53, '1', null, true, [], {}, Number.NaN, Infinity, -Infinity],
  number: ['1', null, true, [], {}, Number.NaN, Infinity, -Infinity],
  name: ['', 'fastest', 'TTFT', 1, null, [], {}, 'constructor'],
};

describe('the name of an algorithm', () => {
  test('is exact in configuration, aliases included', () => {
    for (const name of ALGORITHMS) expect(resolveAlgorithmName(name)).toBe(name);
    for (const alias of ['power-of-two', 'powerOf2', 'powerOfN', 'powerof2', 'powerofn']) {
      expect(resolveAlgorithmName(alias)).toBe('power-of-n');
    }
    expect(resolveAlgorithmName('groq-multiregion')).toBe('wait-and-widen');
    expect(resolveAlgorithmName('pulsar-multiregion')).toBe('pulsar-wait-and-widen');
    for (const other of ['Pulsar', 'round_robin', 'powerOFn', ' pulsar', '', '__proto__']) {
      expect(resolveAlgorithmName(other)).toBeUndefined();
    }
  });

  test('is forgiven case and underscores in a routing method', () => {
    expect(resolveMethodName('Round_Robin')).toBe('round-robin');
    expect(resolveMethodName('POWEROF2')).toBe('power-of-n');
    expect(resolveMethodName('Power_Of-Two')).toBe('power-of-n');
    expect(resolveMethodName('GROQ_MULTIREGION')).toBe('wait-and-widen');
    for (const other of ['round robin', 'pulsar ', '', 'toString', '__proto__', 'constructor']) {
      expect(resolveMethodName(other)).toBeUndefined();
    }
  });
});

describe('an algorithm object', () => {
  test('may be a bare name', () => {
    expect(right(parseAlgorithmConfig('powerOf2'))).toEqual({
      config: { algorithm: 'power-of-n' },
      warnings: [],
    });
  });

  test('keeps what was set, frozen, and nothing else', () => {
    const given = {
      algorithm: 'pulsar-multiregion',
      n: 0,
      seed: 's',
      consider_kv_free_tokens: true,
    };
    const { config } = right(parseAlgorithmConfig(given));
    expect(config).toStrictEqual({
      algorithm: 'pulsar-wait-and-widen',
      n: 0,
      seed: 's',
      considerKvFreeTokens: true,
    });
    expect(Object.isFrozen(config)).toBe(true);
    expect(encodeAlgorithmConfig(config)).toEqual({ ...given, algorithm: 'pulsar-wait-and-widen' });
  });

  test('reads -0 as 0', () => {
    const given = { algorithm: 'wait-and-widen', next_bucket_unlock_factor: -0 };
    expect(Object.is(right(parseAlgorithmConfig(given)).config.nextBucketUnlockFactor, 0)).toBe(
      true,
    );
  });

  for (const algorithm of ALGORITHMS) {
    test(`of ${algorithm} accepts exactly the fields the table gives it`, () => {
      for (const key of FIELD_KEYS) {
        const field: FieldSpec = FIELDS[key];
        const value = field.names?.[0] ?? GOOD_VALUES[field.kind][0];
        const result = parseAlgorithmConfig({ algorithm, [field.name]: value });
        if (field.algorithms.includes(algorithm)) {
          expect(right(result).config).toEqual({ algorithm, [key]: value });
        } else {
          expect(codesAndPaths(left(result))).toEqual([['not_applicable', field.name]]);
          expect(left(result)[0]!.message).toContain(field.name);
          expect(left(result)[0]!.message).toContain(algorithm);
        }
      }
    });
  }

  for (const key of FIELD_KEYS) {
    const field: FieldSpec = FIELDS[key];
    const algorithm = field.algorithms[0]!;
    test(`takes the right values for ${field.name} and no others`, () => {
      for (const value of [...GOOD_VALUES[field.kind], ...(field.names ?? [])]) {
        expect(checkField(key, algorithm, value)).toBeUndefined();
      }
      for (const value of BAD_VALUES[field.kind]) {
        const faults = left(parseAlgorithmConfig({ algorithm, [field.name]: value }, 'config'));
        expect(faults.map((fault) => fault.path)).toEqual([`config.${field.name}`]);
        expect(faults[0]!.message).toContain(`(${algorithm}): expected `);
      }
    });
  }

  test('holds sample_count to 1..64 and the discount to 0..1', () => {
    for (const value of [0, 65]) {
      expect(checkField('sampleCount', 'power-of-n', value)).toEqual({
        code: 'out_of_range',
        expected: 'an integer from 1 to 64',
      });
    }
    for (const value of [-0.01, 1.01]) {
      expect(checkField('cacheAffinityInputTokensScale', 'wait-and-widen', value)).toEqual({
        code: 'out_of_range',
        expected: 'a number from 0 to 1',
      });
    }
  });

  test('takes unsigned values up to 2^53-1, and says so of larger ones', () => {
    const most = { algorithm: 'wait-and-widen', n: Number.MAX_SAFE_INTEGER };
    expect(right(parseAlgorithmConfig(most)).config.n).toBe(Number.MAX_SAFE_INTEGER);
    const [fault] = left(parseAlgorithmConfig({ algorithm: 'wait-and-widen', n: 2 ** 53 }));
    expect(fault!.message).toBe(
      'n (wait-and-widen): expected an integer from 0 to 2^53-1, given 9007199254740992',
    );
  });

  test('takes negative unlock factors and work limits', () => {
    const given = {
      algorithm: 'wait-and-widen',
      next_bucket_unlock_factor: -0.25,
      max_input_work_seconds: -1,
    };
    expect(right(parseAlgorithmConfig(given)).config).toMatchObject({
      nextBucketUnlockFactor: -0.25,
      maxInputWorkSeconds: -1,
    });
  });

  test('suggests the nearest name for an unknown field', () => {
    const [fault] = left(parseAlgorithmConfig({ algorithm: 'wait-and-widen', max_queue: 3 }));
    expect(fault).toMatchObject({ code: 'unknown_field', path: 'max_queue', given: '3' });
    expect(fault!.message).toContain('did you mean "max_queued"?');
    const [other] = left(parseAlgorithmConfig({ algorithm: 'pulsar', [`x${'y'.repeat(1e6)}`]: 1 }));
    expect(other!.message.length).toBeLessThan(300);
  });

  test('suggests the nearest algorithm, and still judges the fields', () => {
    const faults = left(parseAlgorithmConfig({ algorithm: 'pulsr', n: 'x', widen: 1 }));
    expect(codesAndPaths(faults)).toEqual([
      ['invalid_value', 'algorithm'],
      ['wrong_type', 'n'],
      ['unknown_field', 'widen'],
    ]);
    expect(faults[0]!.message).toContain('did you mean "pulsar"?');
  });

  test('finds nothing under the names of the language', () => {
    const given = json('{"algorithm":"pulsar","__proto__":1,"constructor":2,"toString":3}');
    expect(codesAndPaths(left(parseAlgorithmConfig(given)))).toEqual([
      ['unknown_field', '__proto__'],
      ['unknown_field', 'constructor'],
      ['unknown_field', 'toString'],
    ]);
  });

  test.each([
    [null],
    [undefined],
    [3],
    [[]],
    [true],
    ['fastest'],
    [''],
    [{}],
    [{ algorithm: null }],
  ])('is refused: %j', (given) => {
    expect(left(parseAlgorithmConfig(given))).toHaveLength(1);
  });

  test('takes no request_algorithms of its own', () => {
    const given = { algorithm: 'pulsar', request_algorithms: {} };
    expect(codesAndPaths(left(parseAlgorithmConfig(given)))).toEqual([
      ['not_applicable', 'request_algorithms'],
    ]);
  });
});

describe('a warning', () => {
  const warnings = (given: unknown): string[][] =>
    codesAndPaths(right(parseAlgorithmConfig(given, 'c')).warnings);

  test('tells of fields that have no effect', () => {
    const virtualNodes = { cache_affinity_virtual_nodes: 8 };
    expect(warnings({ algorithm: 'pulsar-wait-and-widen', ...virtualNodes })).toEqual([
      ['not_applicable', 'c.cache_affinity_virtual_nodes'],
    ]);
    const group = { cache_affinity_backend_selection_count: 1 };
    expect(warnings({ algorithm: 'wait-and-widen', ...virtualNodes, ...group })).toEqual([]);
    for (const algorithm of ALGORITHMS) {
      expect(warnings({ algorithm, require_input_tokens: true })).toEqual([
        ['not_applicable', 'c.require_input_tokens'],
      ]);
    }
  });

  test.each([
    ['last_cluster_affinity', true],
    ['cache_affinity_wait_ms', 300],
    ['cache_affinity_input_tokens_scale', 0.1],
    ['cache_affinity_virtual_nodes', 8],
  ])('tells that %s of wait-and-widen needs an affinity group', (field, value) => {
    const config = { algorithm: 'wait-and-widen', [field]: value };
    expect(warnings(config)).toEqual([['missing', `c.${field}`]]);
    expect(warnings({ ...config, cache_affinity_backend_selection_count: 0 })).toEqual([
      ['missing', `c.${field}`],
    ]);
    expect(warnings({ ...config, cache_affinity_backend_selection_count: 1 })).toEqual([]);
  });

  test('tells that a queue at home needs one elsewhere, or a burst cannot queue', () => {
    const queue = { algorithm: 'pulsar-wait-and-widen', max_queued: 6 };
    expect(warnings(queue)).toEqual([['missing', 'c.max_queued']]);
    expect(warnings({ ...queue, fallback_max_queued: 0 })).toEqual([['missing', 'c.max_queued']]);
    expect(warnings({ ...queue, fallback_max_queued: 1 })).toEqual([]);
    expect(warnings({ ...queue, max_queued: 0 })).toEqual([]);
    expect(warnings({ ...queue, algorithm: 'wait-and-widen' })).toEqual([]);
  });

  test('tells of values that are read as another', () => {
    const zeros = { n: 0, cache_affinity_backend_selection_count: 0 };
    expect(warnings({ algorithm: 'pulsar-wait-and-widen', ...zeros })).toEqual([
      ['out_of_range', 'c.cache_affinity_backend_selection_count'],
      ['out_of_range', 'c.n'],
    ]);
    expect(warnings({ algorithm: 'wait-and-widen', next_bucket_unlock_factor: -0.5 })).toEqual([
      ['out_of_range', 'c.next_bucket_unlock_factor'],
    ]);
  });

  test('tells of a work limit that rejects everything', () => {
    for (const seconds of [0, -1]) {
      expect(warnings({ algorithm: 'random', max_input_work_seconds: seconds })).toEqual([
        ['out_of_range', 'c.max_input_work_seconds'],
      ]);
    }
    expect(warnings({ algorithm: 'random', max_input_work_seconds: 0.1 })).toEqual([]);
  });

  test('tells of a queue SLO with one bound, or bounds in the wrong order', () => {
    const algorithm = 'wait-and-widen';
    expect(warnings({ algorithm, max_queue_time_floor_ms: 5 })).toEqual([
      ['missing', 'c.max_queue_time_floor_ms'],
    ]);
    expect(warnings({ algorithm, max_queue_time_ceil_ms: 5 })).toEqual([
      ['missing', 'c.max_queue_time_ceil_ms'],
    ]);
    const pair = { max_queue_time_floor_ms: 5, max_queue_time_ceil_ms: 5 };
    expect(warnings({ algorithm, ...pair })).toEqual([]);
    expect(warnings({ algorithm, ...pair, max_queue_time_floor_ms: 6 })).toEqual([
      ['out_of_range', 'c.max_queue_time_floor_ms'],
    ]);
  });

  test('tells of overrides that the configured settings shadow', () => {
    const loaded = parseLbConfig({
      default: 'random',
      request_algorithms: { random: { algorithm: 'random', max_input_work_seconds: 3 } },
      models: {
        m: {
          algorithm: 'pulsar',
          request_algorithms: { pulsar: { algorithm: 'pulsar', seed: 'never used' } },
        },
      },
    });
    expect(codesAndPaths(right(loaded).warnings)).toEqual([
      ['not_applicable', 'models.m.request_algorithms.pulsar'],
      ['not_applicable', 'request_algorithms.random'],
    ]);
  });

  test('names the place as it was spelled', () => {
    const { warnings: all } = right(
      parseLbConfig({
        request_algorithms: { powerOf2: { algorithm: 'power-of-n', max_input_work_seconds: 0 } },
        models: {
          'a.b': {
            algorithm: 'pulsar',
            require_input_tokens: true,
            request_algorithms: { random: { algorithm: 'random', require_input_tokens: true } },
          },
        },
      }),
    );
    expect(all.map((fault) => fault.path)).toEqual([
      'request_algorithms.powerOf2.max_input_work_seconds',
      'models["a.b"].require_input_tokens',
      'models["a.b"].request_algorithms.random.require_input_tokens',
      'request_algorithms.powerOf2',
    ]);
    expect(all[0]!.message).toContain('(power-of-n)');
  });
});

describe('an lb-config', () => {
  test('may be empty', () => {
    expect(lbConfig({})).toEqual({
      default: 'power-of-n',
      requestAlgorithms: new Map(),
      models: new Map(),
    });
  });

  test('is read whole, and written back', () => {
    const config = lbConfig({
      default: 'groq-multiregion',
      request_algorithms: {
        'power-of-two': { algorithm: 'powerOfN', sample_count: 7 },
        random: 'random',
      },
      models: {
        plain: 'pulsar',
        tuned: {
          algorithm: 'wait-and-widen',
          n: 5,
          request_algorithms: { pulsar: { algorithm: 'pulsar', seed: 'own' } },
        },
      },
    });
    expect(config.default).toBe('wait-and-widen');
    expect(config.requestAlgorithms).toEqual(
      new Map([
        ['power-of-n', { algorithm: 'power-of-n', sampleCount: 7 }],
        ['random', { algorithm: 'random' }],
      ]),
    );
    expect(config.models.get('tuned')).toEqual({
      configured: { algorithm: 'wait-and-widen', n: 5 },
      requestAlgorithms: new Map([['pulsar', { algorithm: 'pulsar', seed: 'own' }]]),
    });
    expect(lbConfig(JSON.parse(JSON.stringify(encodeLbConfig(config))))).toEqual(config);
  });

  test('reports every fault at once', () => {
    const given = json(`{
      "defualt": "pulsar",
      "default": "Pulsar",
      "request_algorithms": {
        "pulsar-multiregion": "pulsar",
        "pulsar-wait-and-widen": "pulsar-wait-and-widen",
        "fastest": 3,
        "random": {"algorithm": "random", "seed": "s", "request_algorithms": {}}
      },
      "models": {
        "a.b": {"algorithm": "pulsar", "last_cluster_affinity": true,
                "request_algorithms": {"random": {"algorithm": "random", "request_algorithms": {}}}},
        "__proto__": {"algorithm": "wait-and-widen", "n": -1, "max_queue": 1},
        "none": {"n": 2},
        "list": []
      }
    }`);
    expect(codesAndPaths(left(parseLbConfig(given)))).toEqual([
      ['invalid_value', 'default'],
      ['invalid_value', 'request_algorithms["pulsar-multiregion"]'],
      ['duplicate', 'request_algorithms["pulsar-wait-and-widen"]'],
      ['invalid_value', 'request_algorithms.fastest'],
      ['wrong_type', 'request_algorithms.fastest'],
      ['not_applicable', 'request_algorithms.random.seed'],
      ['not_applicable', 'request_algorithms.random.request_algorithms'],
      ['not_applicable', 'models["a.b"].last_cluster_affinity'],
      ['not_applicable', 'models["a.b"].request_algorithms.random.request_algorithms'],
      ['out_of_range', 'models.__proto__.n'],
      ['unknown_field', 'models.__proto__.max_queue'],
      ['missing', 'models.none.algorithm'],
      ['wrong_type', 'models.list'],
      ['unknown_field', 'defualt'],
    ]);
  });

  test.each([
    [null],
    [[]],
    ['pulsar'],
    [{ default: null }],
    [{ default: { algorithm: 'pulsar' } }],
    [{ models: null }],
    [{ models: [] }],
    [{ request_algorithms: null }],
    [{ request_algorithms: ['pulsar'] }],
    [{ models: { m: { algorithm: 'pulsar', request_algorithms: null } } }],
    [{ models: { m: null } }],
  ])('is refused: %j', (given) => {
    expect(left(parseLbConfig(given))).toHaveLength(1);
  });
});

describe('settings that a router cancels', () => {
  const warningsOf = (json: unknown): readonly string[] => {
    const read = parseLbConfig(json);
    return E.isRight(read) ? read.right.warnings.map(({ path }) => path) : ['faulty'];
  };

  const widening = (fields: object): unknown => ({
    models: { m: { algorithm: 'pulsar-wait-and-widen', ...fields } },
  });

  test.each([
    [{ cache_affinity_wait_ms: 60_001 }, ['models.m.cache_affinity_wait_ms']],
    [{ cache_affinity_wait_ms: 9e15 }, ['models.m.cache_affinity_wait_ms']],
    [{ band_widen_interval_ms: 60_001 }, ['models.m.band_widen_interval_ms']],
    [
      { cache_affinity_wait_ms: 40_000, band_widen_interval_ms: 20_001 },
      ['models.m.band_widen_interval_ms'],
    ],
    [{ cache_affinity_wait_ms: 60_000 }, []],
    [{ cache_affinity_wait_ms: 300, band_widen_interval_ms: 100 }, []],
  ])('waits beyond 60 s are warned of: %j', (fields, paths) => {
    expect(warningsOf(widening(fields))).toEqual(paths);
  });

  test.each(['*', 'größe', ' m', 'm ', '', '\u00a0', 'm'.repeat(257)])(
    'a model that no request can name is warned of: %j',
    (modelId) => {
      expect(warningsOf({ models: { [modelId]: 'pulsar', 'model-a': 'random' } })).toHaveLength(1);
    },
  );
});

describe('the text of a document', () => {
  test('is read as JSON', () => {
    expect(parseJsonText('{"default":"pulsar"}')).toEqual(E.right({ default: 'pulsar' }));
  });

  test('is one fault when it is not JSON, with its place and without the words of the parser', () => {
    const [fault, ...others] = left(parseJsonText('{\n  "default":\u0007}'));
    expect(others).toEqual([]);
    expect(fault).toEqual({
      code: 'invalid_json',
      path: '',
      line: 2,
      column: 13,
      expected: 'a value',
      given: '"\\u{7}"',
      message: 'line 2, column 13: expected a value, given "\\u{7}"',
    });
  });
});

describe('resolving an algorithm', () => {
  const config = lbConfig(
    json(`{
      "default": "pulsar",
      "request_algorithms": {
        "pulsar": {"algorithm": "pulsar", "seed": "top"},
        "random": {"algorithm": "random", "max_input_work_seconds": 1},
        "round-robin": "round-robin"
      },
      "models": {
        "own": {"algorithm": "wait-and-widen", "n": 3, "request_algorithms": {
          "wait-and-widen": {"algorithm": "wait-and-widen", "n": 9},
          "random": {"algorithm": "random", "max_input_work_seconds": 2}}},
        "__proto__": "power-of-n",
        "constructor": "random"
      }
    }`),
  );

  test('gives a model its entry, and the others the default with built-in settings', () => {
    expect(resolveAlgorithm(config, 'own')).toEqual({ algorithm: 'wait-and-widen', n: 3 });
    expect(resolveAlgorithm(config, 'other')).toEqual({ algorithm: 'pulsar' });
  });

  test('gives a method the settings of the model itself first', () => {
    expect(resolveAlgorithm(config, 'own', 'wait-and-widen')).toEqual({
      algorithm: 'wait-and-widen',
      n: 3,
    });
  });

  test("then the model's overrides, which inherit the rest from the top", () => {
    expect(resolveAlgorithm(config, 'own', 'random')?.maxInputWorkSeconds).toBe(2);
    expect(resolveAlgorithm(config, 'own', 'round-robin')).toEqual({ algorithm: 'round-robin' });
    expect(resolveAlgorithm(config, 'own', 'pulsar')?.seed).toBe('top');
  });

  test('gives the default its built-in settings where the model has no entry', () => {
    expect(resolveAlgorithm(config, 'other', 'pulsar')).toEqual({ algorithm: 'pulsar' });
    expect(resolveAlgorithm(config, 'other', 'random')?.maxInputWorkSeconds).toBe(1);
  });

  test('refuses what nothing lists, also the default of a model that has an entry', () => {
    expect(resolveAlgorithm(config, 'other', 'power-of-n')).toBeUndefined();
    const bare = lbConfig({ default: 'pulsar', models: { m: 'random' } });
    expect(resolveAlgorithm(bare, 'm', 'pulsar')).toBeUndefined();
    expect(resolveAlgorithm(bare, 'm', 'random')).toEqual({ algorithm: 'random' });
  });

  test('knows models that are called like parts of the language', () => {
    expect(resolveAlgorithm(config, '__proto__')).toEqual({ algorithm: 'power-of-n' });
    expect(resolveAlgorithm(config, 'constructor')).toEqual({ algorithm: 'random' });
    expect(resolveAlgorithm(config, 'toString')).toEqual({ algorithm: 'pulsar' });
  });

  test('offers every algorithm without a file, only power-of-n with an empty one', () => {
    const empty = lbConfig({});
    expect(resolveAlgorithm(DEFAULT_LB_CONFIG, 'm')).toEqual({ algorithm: 'power-of-n' });
    expect(resolveAlgorithm(empty, 'm')).toEqual({ algorithm: 'power-of-n' });
    for (const algorithm of ALGORITHMS) {
      expect(resolveAlgorithm(DEFAULT_LB_CONFIG, 'm', algorithm)).toEqual({ algorithm });
      expect(resolveAlgorithm(empty, 'm', algorithm)).toEqual(
        algorithm === 'power-of-n' ? { algorithm } : undefined,
      );
    }
  });

  test('gives the same object each time', () => {
    expect(resolveAlgorithm(config, 'x')).toBe(resolveAlgorithm(config, 'y'));
  });
});

describe('the documentation', () => {
  const page = (name: string): string =>
    readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

  const examples = (text: string): unknown[] =>
    Array.from(text.matchAll(/```json\n([\s\S]*?)```/g), (match) => json(match[1]!));

  test('carries the field table as it is in code', () => {
    const table = /<!-- fields:start -->\n([\s\S]*?)\n<!-- fields:end -->/.exec(
      page('load-balancer-configuration.md'),
    );
    expect(table?.[1]).toBe(fieldTableMarkdown());
  });

  test('shows configurations that load without a warning', () => {
    const all = examples(page('load-balancer-configuration.md'));
    expect(all.length).toBeGreaterThan(0);
    for (const example of all) expect(right(parseLbConfig(example)).warnings).toEqual([]);
  });
});
