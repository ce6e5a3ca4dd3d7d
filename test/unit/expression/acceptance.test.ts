import { describe, expect, test } from 'vitest';
import { resolveAlgorithm } from '../../../src/core/config/config.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import {
  checkFormat,
  parseModelCreate,
  parseModelFormJson,
  parseModelUpdate,
} from '../../../src/expression/index.js';
import { accepted, readConfig, refused, rejected, resolved } from './outcome.js';

const FIRST = 'pulsar;seed=stable-a;consider_kv_free_tokens=true';
const SECOND = 'pulsar-multiregion;seed=stable-a;n=2;max_queue_time_floor_ms=100';

describe('the two examples that owners are given', () => {
  test('the first sets a seed and KV feasibility', () => {
    const { policy, warnings } = resolved(FIRST);
    expect(policy).toMatchObject({
      algorithm: 'pulsar',
      seed: 'stable-a',
      considerKvFreeTokens: true,
    });
    expect(warnings).toEqual([]);
  });

  test('the second sets a seed, and its lone queue SLO bound is accepted with a warning', () => {
    const { policy, canonical, warnings } = resolved(SECOND);
    expect(policy).toMatchObject({ algorithm: 'pulsar-wait-and-widen', seed: 'stable-a', n: 2 });
    expect(canonical).toBe('pulsar-wait-and-widen;seed=stable-a');
    expect(warnings).toEqual([
      {
        code: 'lone_queue_slo_bound',
        parameter: 'max_queue_time_floor_ms',
        message:
          '"max_queue_time_floor_ms" has no effect without "max_queue_time_ceil_ms", which is not set',
      },
    ]);
  });
});

describe('the forms of a function owner', () => {
  test.each([
    FIRST,
    SECOND,
    'pulsar',
    'power-of-two',
    'groq-multiregion',
    'round-robin',
    'random',
    'pulsar-multiregion',
    'no-such-method;no_such_parameter=-1e400',
    'pulsar;n=2;seed=a',
    'round-robin;max_input_work_seconds=0',
  ])('persist %s as it is, in JSON and in both inline forms', (text) => {
    const uris = ['/v1/chat/completions', '/v1/embeddings'];
    const inlineUris = uris.join('|');
    expect(
      accepted(parseModelCreate(`name=m,uris=${inlineUris},routingMethod=${text}`)),
    ).toMatchObject({ name: 'm', uris, routingMethod: text });
    expect(accepted(parseModelUpdate(`name=m,routingMethod=${text}`))).toEqual({
      name: 'm',
      routingMethod: text,
    });
    expect(
      accepted(
        parseModelFormJson({ models: [{ name: 'm', llmConfig: { uris, routingMethod: text } }] }),
      ),
    ).toEqual({ kind: 'create', models: [{ name: 'm', uris, routingMethod: text }] });
    expect(
      accepted(
        parseModelFormJson({
          modelUpdates: [{ modelName: 'm', llmConfig: { routingMethod: text } }],
        }),
      ),
    ).toEqual({ kind: 'update', updates: [{ name: 'm', routingMethod: text }] });
  });

  test.each(['pulsar;', 'pulsar;seed', 'pulsar;seed=', 'pulsar;seed=a;seed=b', ';seed=a', ''])(
    'refuse the malformed "%s" before anything is sent',
    (text) => {
      const rule = refused(checkFormat(text)).rule;
      const faults = [
        refused(parseModelCreate(`name=m,uris=/v1/x,routingMethod=${text}`)),
        refused(parseModelUpdate(`name=m,routingMethod=${text}`)),
        refused(
          parseModelFormJson({
            modelUpdates: [{ modelName: 'm', llmConfig: { routingMethod: text } }],
          }),
        ),
      ];
      for (const fault of faults) expect(fault.map((one) => one.code)).toEqual([rule]);
    },
  );

  test('keep a text unchanged on its way to the router, spelling and inner spaces included', () => {
    const text = 'Pulsar_Multiregion;  seed=a b;n=3';
    const { routingMethod } = accepted(parseModelUpdate(`name=m, routingMethod= ${text} `));
    expect(routingMethod).toBe(text);
    expect(resolved(routingMethod!).canonical).toBe('pulsar-wait-and-widen;n=3;seed=a b');
  });
});

describe('the router as semantic authority', () => {
  const config = readConfig({
    default: 'power-of-n',
    models: {
      tuned: {
        algorithm: 'wait-and-widen',
        seed: 'base',
        n: 5,
        max_queue_time_ceil_ms: 900,
        request_algorithms: { random: { algorithm: 'random', max_input_work_seconds: 3 } },
      },
    },
    request_algorithms: { pulsar: { algorithm: 'pulsar', seed: 'top' }, random: 'random' },
  });

  test.each(['wait-and-widen', 'random', 'pulsar'] as const)(
    'lets a method alone, %s, mean exactly what is configured',
    (method) => {
      const configured = resolveAlgorithm(config, 'tuned', method)!;
      const result = resolved(method, config, 'tuned');
      expect(result.config).toEqual(configured);
      expect(result.policy).toEqual(compilePolicy(configured));
      expect(result.warnings).toEqual([]);
    },
  );

  test('lets omitted fields keep their configured values', () => {
    const { config: overlaid } = resolved('wait-and-widen;n=3;max_queued=4', config, 'tuned');
    expect(overlaid).toEqual({
      algorithm: 'wait-and-widen',
      seed: 'base',
      n: 3,
      maxQueueTimeCeilMs: 900,
      maxQueued: 4,
    });
  });

  test('leaves the configuration it overlays as it was', () => {
    const before = structuredClone(resolveAlgorithm(config, 'tuned'));
    resolved('wait-and-widen;n=3;seed=other', config, 'tuned');
    expect(resolveAlgorithm(config, 'tuned')).toEqual(before);
  });

  test('looks for the method where the model, then the fleet, has it', () => {
    const canonicalOf = (text: string, model: string) => resolved(text, config, model).canonical;
    expect(canonicalOf('random', 'tuned')).toBe('random;max_input_work_seconds=3');
    expect(canonicalOf('random', 'other')).toBe('random');
    expect(canonicalOf('pulsar;consider_kv_free_tokens=true', 'tuned')).toBe(
      'pulsar;consider_kv_free_tokens=true;seed=top',
    );
    expect(canonicalOf('power-of-n', 'other')).toBe('power-of-n');
    expect(rejected('power-of-n', config, 'tuned').code).toBe('unavailable');
    expect(rejected('wait-and-widen', config, 'other').code).toBe('unavailable');
  });

  test.each([
    ['power-of-two', 'power-of-n'],
    ['powerOf2', 'power-of-n'],
    ['powerOfN', 'power-of-n'],
    ['POWER_OF_TWO', 'power-of-n'],
    ['groq-multiregion', 'wait-and-widen'],
    ['round_robin', 'round-robin'],
    ['Random', 'random'],
    ['PULSAR', 'pulsar'],
    ['Pulsar_MultiRegion', 'pulsar-wait-and-widen'],
  ])('reads the method %s as %s', (spelling, canonical) => {
    expect(resolved(spelling).canonical).toBe(canonical);
    expect(resolved(`${spelling};require_cache_affinity_key=true`).canonical).toBe(
      `${canonical};require_cache_affinity_key=true`,
    );
  });

  test.each([
    ['no-such-method', 'unknown_method'],
    ['round-robin', 'unavailable'],
    ['wait-and-widen;no_such_parameter=1', 'unknown_parameter'],
    ['wait-and-widen;rendezvous_weight=max-input-tps', 'not_applicable'],
    ['wait-and-widen;n=many', 'invalid_value'],
    ['wait-and-widen;n=0', 'inert_value'],
  ])('rejects the well-formed %s as %s', (text, rejectionClass) => {
    expect(accepted(checkFormat(text)).text).toBe(text);
    expect(rejected(text, config, 'tuned').code).toBe(rejectionClass);
  });
});

describe('a queue SLO', () => {
  const config = readConfig({
    models: {
      floored: { algorithm: 'wait-and-widen', max_queue_time_floor_ms: 100 },
      plain: 'wait-and-widen',
    },
  });
  const codesOf = (text: string, model: string) =>
    resolved(text, config, model).warnings.map(({ code, parameter }) => [code, parameter]);

  test('bound that the base completes draws no warning', () => {
    expect(codesOf('wait-and-widen;max_queue_time_ceil_ms=200', 'floored')).toEqual([]);
  });

  test('bound that stays alone draws one, when the expression gives it', () => {
    expect(codesOf('wait-and-widen;max_queue_time_ceil_ms=200', 'plain')).toEqual([
      ['lone_queue_slo_bound', 'max_queue_time_ceil_ms'],
    ]);
    expect(codesOf('wait-and-widen;max_queue_time_floor_ms=2', 'floored')).toEqual([
      ['lone_queue_slo_bound', 'max_queue_time_floor_ms'],
    ]);
    expect(codesOf('wait-and-widen;n=3', 'floored')).toEqual([]);
  });

  test('with its floor above its ceiling draws one and is kept', () => {
    const text = 'wait-and-widen;max_queue_time_ceil_ms=50';
    expect(codesOf(text, 'floored')).toEqual([['floor_above_ceiling', 'max_queue_time_floor_ms']]);
    expect(resolved(text, config, 'floored').canonical).toBe(
      'wait-and-widen;max_queue_time_ceil_ms=50;max_queue_time_floor_ms=100',
    );
  });
});

describe('names that every object has', () => {
  const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];

  test.each(NAMES)('%s is an unknown method', (name) => {
    expect(rejected(name).code).toBe('unknown_method');
    expect(rejected(`${name};seed=a`).code).toBe('unknown_method');
  });

  test('__proto__ is malformed as a method and as a parameter', () => {
    expect(rejected('__proto__').code).toBe('malformed_expression');
    expect(rejected('pulsar;__proto__=1').code).toBe('malformed_expression');
  });

  test('constructor is an unknown parameter', () => {
    expect(rejected('pulsar;constructor=1').code).toBe('unknown_parameter');
  });

  test.each([...NAMES, '__proto__', ''])('"%s" is a model without an entry', (name) => {
    const config = readConfig({
      models: { m: 'pulsar' },
      request_algorithms: { random: 'random' },
    });
    expect(resolved('power-of-n', config, name).canonical).toBe('power-of-n');
    expect(resolved('random', config, name).canonical).toBe('random');
    expect(rejected('pulsar', config, name).code).toBe('unavailable');
  });

  test('are ordinary values', () => {
    expect(resolved('pulsar;seed=__proto__').policy.seed).toBe('__proto__');
    expect(rejected('wait-and-widen;comparator=constructor').code).toBe('invalid_value');
  });
});
