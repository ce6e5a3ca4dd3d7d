import { describe, expect, test } from 'vitest';
import { readConfig, rejected } from './outcome.js';

const config = readConfig({
  models: { 'model-a': 'wait-and-widen' },
  request_algorithms: { pulsar: 'pulsar', 'pulsar-multiregion': 'pulsar-wait-and-widen' },
});

const reject = (text: string) => rejected(text, config);

describe('the message of a rejection', () => {
  test('of malformed_expression names the position and the rule', () => {
    expect(reject('wait-and-widen;n')).toEqual({
      code: 'malformed_expression',
      rule: 'missing_equals',
      position: 16,
      expected: '"=" and a value',
      found: 'the text ends',
      message:
        'malformed routing expression at position 16: expected "=" and a value, but the text ends',
    });
  });

  test('of unknown_method names the method and all there are', () => {
    expect(reject(' fastest;n=1')).toEqual({
      code: 'unknown_method',
      position: 1,
      expected:
        'one of power-of-n, wait-and-widen, round-robin, random, pulsar, pulsar-wait-and-widen',
      message:
        'unknown method "fastest": expected one of power-of-n, wait-and-widen, round-robin, random, pulsar, pulsar-wait-and-widen',
    });
  });

  test('of unavailable names the model and what it may select', () => {
    expect(reject('Random')).toEqual({
      code: 'unavailable',
      position: 0,
      expected: 'one of wait-and-widen, pulsar, pulsar-wait-and-widen',
      message:
        'method "Random" is not configured for "model-a": expected one of wait-and-widen, pulsar, pulsar-wait-and-widen',
    });
  });

  test('of unknown_parameter names the parameter, its value, and what the method takes', () => {
    expect(reject('pulsar;widen_every_ms=2')).toEqual({
      code: 'unknown_parameter',
      parameter: 'widen_every_ms',
      value: '2',
      position: 7,
      expected:
        'a parameter of pulsar: one of require_cache_affinity_key, require_input_tokens, max_input_work_seconds, seed, consider_kv_free_tokens, rendezvous_weight',
      message:
        'unknown parameter "widen_every_ms" with value "2": expected a parameter of pulsar: one of require_cache_affinity_key, require_input_tokens, max_input_work_seconds, seed, consider_kv_free_tokens, rendezvous_weight',
    });
  });

  test('of not_applicable names the methods that have the parameter', () => {
    expect(reject('pulsar;seed=a;n=2')).toEqual({
      code: 'not_applicable',
      parameter: 'n',
      value: '2',
      position: 14,
      expected: 'it only with wait-and-widen, pulsar-wait-and-widen',
      message:
        'parameter "n" with value "2" does not apply to pulsar: expected it only with wait-and-widen, pulsar-wait-and-widen',
    });
    expect(reject('pulsar-multiregion;cache_affinity_virtual_nodes=8').message).toBe(
      'parameter "cache_affinity_virtual_nodes" with value "8" does not apply to pulsar-wait-and-widen: expected it only with wait-and-widen',
    );
  });

  test('of invalid_value names the value and the range', () => {
    expect(reject('wait-and-widen;cache_affinity_input_tokens_scale=1.5')).toEqual({
      code: 'invalid_value',
      parameter: 'cache_affinity_input_tokens_scale',
      value: '1.5',
      position: 49,
      expected: 'a number from 0 to 1, in digits without exponent',
      message:
        'invalid parameter "cache_affinity_input_tokens_scale" with value "1.5": expected a number from 0 to 1, in digits without exponent',
    });
  });

  test.each([
    ['n=2.0', 'an integer from 0 to 2^53-1, in digits without leading zeros'],
    ['ignore_queue_time=1', 'a boolean, true or false'],
    ['cache_affinity_virtual_nodes=1025', 'at most 1024, the limit in an expression'],
    [
      'comparator=utilisation',
      'one of ttft, queue-time, input-work-seconds, utilization, num-requests-queued (did you mean "utilization"?)',
    ],
  ])('of the invalid %s says that it expected %s', (parameter, expected) => {
    expect(reject(`wait-and-widen;${parameter}`)).toMatchObject({
      code: 'invalid_value',
      expected,
    });
  });

  test('of inert_value says what the value would be read as', () => {
    expect(reject('wait-and-widen;n=0')).toEqual({
      code: 'inert_value',
      parameter: 'n',
      value: '0',
      position: 17,
      expected: '1 or more with wait-and-widen, as 0 would be read as 1',
      message:
        'inert parameter "n" with value "0": expected 1 or more with wait-and-widen, as 0 would be read as 1',
    });
    expect(reject('wait-and-widen;max_input_work_seconds=-3').message).toBe(
      'inert parameter "max_input_work_seconds" with value "-3": expected a limit above 0',
    );
  });

  test('shows at most 64 characters of a value', () => {
    const { message, value } = reject(`wait-and-widen;n=${'7'.repeat(900)}`);
    expect(message).toMatch(/with value "7{59}\.\.\.": expected/);
    expect(value).toHaveLength(900);
  });
});

describe('the order of checks', () => {
  test.each([
    ['fastest;widen=0;', 'malformed_expression'],
    ['fastest;widen=0', 'unknown_method'],
    ['random;widen=0', 'unavailable'],
    ['pulsar;widen=0;n=x', 'unknown_parameter'],
    ['pulsar;n=x;widen=0', 'not_applicable'],
    ['wait-and-widen;n=x;widen=0', 'invalid_value'],
    ['wait-and-widen;n=0;widen=0', 'inert_value'],
    ['wait-and-widen;widen=0;n=0', 'unknown_parameter'],
    ['wait-and-widen;max_queued=x;n=0', 'invalid_value'],
  ])('lets %s be %s', (text, rejectionClass) => {
    expect(reject(text).code).toBe(rejectionClass);
  });
});

describe('a misspelled name', () => {
  test.each([
    ['pulsr', 'pulsar'],
    ['Wait_And_Widden', 'wait-and-widen'],
    ['power-of-tow', 'power-of-two'],
    ['groq-multi-region', 'groq-multiregion'],
    ['wait-and-widen;max_queud=3', 'max_queued'],
    ['wait-and-widen;cache_affinity_wait=3', 'cache_affinity_wait_ms'],
  ])('%s is answered with %s', (text, suggestion) => {
    const rejection = reject(text);
    expect(rejection.suggestion).toBe(suggestion);
    expect(rejection.message).toContain(`(did you mean "${suggestion}"?)`);
  });

  test('is not answered with a parameter that would be refused as well', () => {
    expect(reject('pulsar;max_queud=3').suggestion).toBeUndefined();
  });

  test('that resembles nothing is answered without a guess', () => {
    expect(reject('qwertyuiop')).not.toHaveProperty('suggestion');
    expect(reject(`${'q'.repeat(1000)}`)).not.toHaveProperty('suggestion');
  });
});
