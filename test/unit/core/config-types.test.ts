/** What the compiler finds in a configuration written as an object; the engine finds it, too. */
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import type { LbConfigJson } from '../../../src/api.js';
import shipped from '../../../examples/lb-config.json';

test('a configuration with every kind of member is one', () => {
  const config: LbConfigJson = {
    $schema: './routing.schema.json',
    default: 'power-of-n',
    request_algorithms: { pulsar: { algorithm: 'pulsar', seed: 'blue' }, random: 'random' },
    models: {
      a: 'groq-multiregion',
      b: {
        algorithm: 'wait-and-widen',
        comparator: 'queue-time',
        cache_affinity_wait_ms: 300,
        last_cluster_affinity: true,
        seed: undefined,
        request_algorithms: { pulsar: 'pulsar' },
      },
    },
  };
  expect(createEngine({ config }).config.models.size).toBe(2);
});

test('so is one that is imported from a file', () => {
  expect(createEngine({ config: shipped }).config.models.size).toBeGreaterThan(0);
});

test('a misspelt field is found', () => {
  expect(() =>
    createEngine({
      config: {
        models: {
          m: {
            algorithm: 'wait-and-widen',
            // @ts-expect-error: it is called max_queued.
            max_queue: 3,
          },
        },
      },
    }),
  ).toThrow('did you mean "max_queued"?');
});

test('a value of another type is found', () => {
  expect(() =>
    createEngine({
      config: {
        models: {
          m: {
            algorithm: 'wait-and-widen',
            // @ts-expect-error: a number, not its text.
            n: '3',
          },
        },
      },
    }),
  ).toThrow('models.m.n (wait-and-widen): expected an integer from 0 to 2^53-1, given "3"');
});

test('settings without an algorithm are found', () => {
  // @ts-expect-error: which algorithm?
  expect(() => createEngine({ config: { models: { m: { n: 3 } } } })).toThrow('algorithm');
});
