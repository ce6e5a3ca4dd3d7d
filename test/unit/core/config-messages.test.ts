/** What is told of a configuration, word for word: the place, what was expected, what is given. */
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { compilePolicy, parseLbConfig } from '../../../src/api.js';

const NAMES = 'power-of-n, wait-and-widen, round-robin, random, pulsar, pulsar-wait-and-widen';

const told = (faults: readonly Readonly<{ code: string; message: string }>[]) =>
  faults.map(({ code, message }) => ({ code, message }));

describe('a fault of', () => {
  test.each<[unknown, string, string]>([
    [5, 'wrong_type', 'the input: expected an object, given 5'],
    [[], 'wrong_type', 'the input: expected an object, given an array'],
    [{ models: 5 }, 'wrong_type', 'models: expected an object, given 5'],
    [
      { request_algorithms: [] },
      'wrong_type',
      'request_algorithms: expected an object, given an array',
    ],
    [{ default: 7 }, 'wrong_type', `default: expected an algorithm, one of ${NAMES}, given 7`],
    [
      { default: 'pulsr' },
      'invalid_value',
      `default: expected an algorithm, one of ${NAMES} (did you mean "pulsar"?), given "pulsr"`,
    ],
    [
      { models: { m: 7 } },
      'wrong_type',
      'models.m: expected an algorithm name, or an object with "algorithm", given 7',
    ],
    [
      { models: { m: [] } },
      'wrong_type',
      'models.m: expected an algorithm name, or an object with "algorithm", given an array',
    ],
    [
      { models: { m: 'pulsr' } },
      'invalid_value',
      `models.m: expected an algorithm, one of ${NAMES} (did you mean "pulsar"?), given "pulsr"`,
    ],
    [
      { models: { m: {} } },
      'missing',
      `models.m.algorithm: expected an algorithm, one of ${NAMES}, given nothing`,
    ],
    [
      { models: { m: { algorithm: 7 } } },
      'wrong_type',
      `models.m.algorithm: expected an algorithm, one of ${NAMES}, given 7`,
    ],
    [
      { models: { m: { algorithm: 'pulsr' } } },
      'invalid_value',
      `models.m.algorithm: expected an algorithm, one of ${NAMES} (did you mean "pulsar"?), given "pulsr"`,
    ],
    [
      { models: { m: { algorithm: 'pulsar', n: 2 } } },
      'not_applicable',
      'models.m.n (pulsar): expected no n with pulsar, as it belongs to wait-and-widen, pulsar-wait-and-widen, given 2',
    ],
    [
      { models: { m: { algorithm: 'pulsar', rendezvous_weight: 7 } } },
      'wrong_type',
      'models.m.rendezvous_weight (pulsar): expected one of max-input-tps, last-mean-input-tps, given 7',
    ],
    [
      { models: { m: { algorithm: 'pulsar', rendezvous_weight: 'x' } } },
      'invalid_value',
      'models.m.rendezvous_weight (pulsar): expected one of max-input-tps, last-mean-input-tps, given "x"',
    ],
    [
      { models: { m: { algorithm: 'power-of-n', sample_count: '2' } } },
      'wrong_type',
      'models.m.sample_count (power-of-n): expected an integer from 1 to 64, given "2"',
    ],
    [
      { models: { m: { algorithm: 'power-of-n', sample_count: 65 } } },
      'out_of_range',
      'models.m.sample_count (power-of-n): expected an integer from 1 to 64, given 65',
    ],
    [
      { models: { m: { algorithm: 'pulsar', seed: 7 } } },
      'wrong_type',
      'models.m.seed (pulsar): expected a string, given 7',
    ],
    [
      { models: { m: { algorithm: 'pulsar', consider_kv_free_tokens: 1 } } },
      'wrong_type',
      'models.m.consider_kv_free_tokens (pulsar): expected a boolean, given 1',
    ],
    [
      { request_algorithms: { pulsr: 'pulsar' } },
      'invalid_value',
      `request_algorithms.pulsr: expected an algorithm as key, one of ${NAMES} (did you mean "pulsar"?), given "pulsr"`,
    ],
    [
      { request_algorithms: { pulsar: 'random' } },
      'invalid_value',
      'request_algorithms.pulsar: expected algorithm pulsar, as its key says, given "random"',
    ],
    [
      {
        request_algorithms: {
          'wait-and-widen': 'wait-and-widen',
          'groq-multiregion': 'wait-and-widen',
        },
      },
      'duplicate',
      'request_algorithms["groq-multiregion"]: expected wait-and-widen once (the key "wait-and-widen" names it too), given "groq-multiregion"',
    ],
    [
      { request_algorithms: { pulsar: { algorithm: 'pulsar', request_algorithms: {} } } },
      'not_applicable',
      'request_algorithms.pulsar.request_algorithms (pulsar): expected request_algorithms only at the top level or directly in a models entry, given an object',
    ],
    [
      { models: { m: { algorithm: 'pulsar', x: 1 } } },
      'unknown_field',
      'models.m.x (pulsar): expected a known field, given 1',
    ],
    [
      { x: 1 },
      'unknown_field',
      'x: expected one of the fields default, request_algorithms, models, given 1',
    ],
  ])('%j', (json, code, message) => {
    const result = parseLbConfig(json);
    expect(E.isLeft(result) && told(result.left)).toEqual([{ code, message }]);
  });
});

const warningsOf = (json: unknown) => {
  const result = parseLbConfig(json);
  if (E.isLeft(result)) throw new Error(result.left[0]!.message);
  return told(result.right.warnings);
};

describe('a warning of', () => {
  test.each<[unknown, string, string]>([
    [
      { models: { m: { algorithm: 'pulsar-wait-and-widen', cache_affinity_virtual_nodes: 5 } } },
      'not_applicable',
      'models.m.cache_affinity_virtual_nodes (pulsar-wait-and-widen): expected no such setting, as it has no effect with pulsar-wait-and-widen, given 5',
    ],
    [
      { models: { m: { algorithm: 'pulsar', require_input_tokens: true } } },
      'not_applicable',
      'models.m.require_input_tokens (pulsar): expected no such setting behind a router, which always demands input tokens, given true',
    ],
    [
      { models: { m: { algorithm: 'pulsar', max_input_work_seconds: 0 } } },
      'out_of_range',
      'models.m.max_input_work_seconds (pulsar): expected a limit > 0, as this one rejects any prefill work, given 0',
    ],
    [
      { models: { m: { algorithm: 'wait-and-widen', max_queue_time_floor_ms: 1 } } },
      'missing',
      'models.m.max_queue_time_floor_ms (wait-and-widen): expected max_queue_time_ceil_ms beside it, as one bound alone has no effect, given 1',
    ],
    [
      { models: { m: { algorithm: 'wait-and-widen', max_queue_time_ceil_ms: 1 } } },
      'missing',
      'models.m.max_queue_time_ceil_ms (wait-and-widen): expected max_queue_time_floor_ms beside it, as one bound alone has no effect, given 1',
    ],
    [
      {
        models: {
          m: { algorithm: 'wait-and-widen', max_queue_time_floor_ms: 2, max_queue_time_ceil_ms: 1 },
        },
      },
      'out_of_range',
      'models.m.max_queue_time_floor_ms (wait-and-widen): expected a floor <= max_queue_time_ceil_ms (1), or the limit falls as the request waits, given 2',
    ],
    [
      { models: { m: { algorithm: 'wait-and-widen', cache_affinity_wait_ms: 5 } } },
      'missing',
      'models.m.cache_affinity_wait_ms (wait-and-widen): expected cache_affinity_backend_selection_count >= 1 beside it, as it acts on the affinity group, given 5',
    ],
    [
      {
        models: {
          m: {
            algorithm: 'wait-and-widen',
            cache_affinity_backend_selection_count: 1,
            cache_affinity_wait_ms: 60001,
          },
        },
      },
      'out_of_range',
      'models.m.cache_affinity_wait_ms (wait-and-widen): expected a search that widens within 60000 ms of arrival, when a router ends every wait, given 60001',
    ],
    [
      { models: { m: { algorithm: 'wait-and-widen', n: 0 } } },
      'out_of_range',
      'models.m.n (wait-and-widen): expected at least 1, as 0 is read as 1, given 0',
    ],
    [
      { models: { m: { algorithm: 'wait-and-widen', next_bucket_unlock_factor: -1 } } },
      'out_of_range',
      'models.m.next_bucket_unlock_factor (wait-and-widen): expected a factor >= 0, as a negative one acts as 0, given -1',
    ],
    [
      { models: { m: { algorithm: 'pulsar-wait-and-widen', max_queued: 3 } } },
      'missing',
      'models.m.max_queued (pulsar-wait-and-widen): expected fallback_max_queued >= 1 beside it, or a request that leaves home takes free slots only, and a burst waits or fails that could queue, given 3',
    ],
    [
      { models: { '*': 'pulsar' } },
      'not_applicable',
      'models["*"]: expected a model id, as "*" stands for itself only (default is for models without an entry), given "*"',
    ],
    [
      { models: { größe: 'pulsar' } },
      'invalid_value',
      'models["größe"]: expected visible ASCII text, without outer spaces, given "größe"',
    ],
    [
      { models: { m: { algorithm: 'pulsar', request_algorithms: { pulsar: 'pulsar' } } } },
      'not_applicable',
      'models.m.request_algorithms.pulsar: expected another algorithm, as the model\'s own settings always come first, given "pulsar"',
    ],
    [
      { request_algorithms: { 'power-of-n': { algorithm: 'power-of-n', sample_count: 3 } } },
      'not_applicable',
      'request_algorithms["power-of-n"]: expected another algorithm, as models without an entry get the default with its built-in settings, given "power-of-n"',
    ],
    [
      {
        models: {
          m: {
            algorithm: 'pulsar-wait-and-widen',
            cache_affinity_wait_ms: 30000,
            band_widen_interval_ms: 40000,
          },
        },
      },
      'out_of_range',
      'models.m.band_widen_interval_ms (pulsar-wait-and-widen): expected a search that widens within 60000 ms of arrival, when a router ends every wait, given 40000',
    ],
  ])('%j', (json, code, message) => {
    expect(warningsOf(json)).toEqual([{ code, message }]);
  });

  test.each([
    { models: { m: { algorithm: 'wait-and-widen', next_bucket_unlock_factor: 0 } } },
    {
      models: { m: { algorithm: 'pulsar-wait-and-widen', max_queued: 3, fallback_max_queued: 1 } },
    },
    {
      models: {
        m: { algorithm: 'wait-and-widen', max_queue_time_floor_ms: 1, max_queue_time_ceil_ms: 1 },
      },
    },
    { models: { m: { algorithm: 'pulsar', max_input_work_seconds: 0.1 } } },
    {
      models: {
        m: {
          algorithm: 'pulsar-wait-and-widen',
          cache_affinity_wait_ms: 30000,
          band_widen_interval_ms: 30000,
        },
      },
    },
  ])('none: %j', (json) => {
    expect(warningsOf(json)).toEqual([]);
  });
});

test('a bad policy is told with all of its faults', () => {
  expect(() => compilePolicy({ algorithm: 'pulsar', seed: 7, n: 2 } as never)).toThrow(
    'bad policy: seed: expected a string, given 7; n: expected no n with pulsar, as it belongs to wait-and-widen, pulsar-wait-and-widen, given 2',
  );
  expect(() => compilePolicy({ algorithm: 'x' } as never)).toThrow(
    `bad policy: algorithm: expected one of ${NAMES}, given "x"`,
  );
});

test.each([
  [undefined, 'the input: expected an object with "algorithm", given nothing'],
  ['pulsar', 'the input: expected an object with "algorithm", given "pulsar"'],
  [
    { algorithm: 'pulsr' },
    `algorithm: expected one of ${NAMES} (did you mean "pulsar"?), given "pulsr"`,
  ],
  [
    { algorithm: 'wait-and-widen', cache_affinity_wait_ms: 300 },
    'cache_affinity_wait_ms: expected a known field (did you mean "cacheAffinityWaitMs"?), given 300',
  ],
  [
    { algorithm: 'wait-and-widen', maxQueue: 3, n: -1, extra: undefined },
    'n: expected an integer from 0 to 2^53-1, given -1; ' +
      'maxQueue: expected a known field (did you mean "maxQueued"?), given 3',
  ],
  [
    JSON.parse('{ "algorithm": "pulsar", "__proto__": 1 }'),
    '__proto__: expected a known field, given 1',
  ],
])('a policy that is none is told: %j', (config, faults) => {
  expect(() => compilePolicy(config as never)).toThrow(new RangeError(`bad policy: ${faults}`));
});
