import { describe, expect, test } from 'vitest';
import { resolveAlgorithm } from '../../../../src/core/config/config.js';
import { serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, snapshotOf } from './small-fleet.js';

const MODEL_B = { modelId: 'model-b' };
const BUSY_HOME = [cluster('A', FULL), cluster('B')];

/** model-a waits 300 ms for its home; the fleet offers 50 ms, and model-b has no entry. */
const serveTuned = () =>
  serveRuntime({
    config: {
      models: {
        'model-a': {
          algorithm: 'wait-and-widen',
          cache_affinity_backend_selection_count: 1,
          cache_affinity_wait_ms: 300,
          request_algorithms: {
            'pulsar-wait-and-widen': {
              algorithm: 'pulsar-wait-and-widen',
              cache_affinity_wait_ms: 200,
            },
          },
        },
      },
      request_algorithms: {
        'wait-and-widen': {
          algorithm: 'wait-and-widen',
          cache_affinity_backend_selection_count: 1,
          cache_affinity_wait_ms: 50,
        },
        'pulsar-wait-and-widen': {
          algorithm: 'pulsar-wait-and-widen',
          cache_affinity_wait_ms: 70,
        },
        pulsar: { algorithm: 'pulsar', require_cache_affinity_key: true },
      },
    },
    snapshots: [snapshotOf(BUSY_HOME), snapshotOf(BUSY_HOME, MODEL_B)],
  });

const waitUntil = (untilMs: number) => ({ kind: 'wait', untilMs });
const session = { cacheAffinityKey: HOME_KEY };

describe('an expression inherits', () => {
  const { send } = serveTuned();

  test.each([
    ['wait-and-widen', 300],
    ['wait-and-widen;cache_affinity_wait_ms=100', 100],
    ['wait-and-widen;max_queued=0', 300],
    ['groq-multiregion;n=1', 300],
    ['pulsar-wait-and-widen', 200],
    ['pulsar-wait-and-widen;n=3', 200],
  ])("%s: what it does not set, from the model's own configuration", (text, untilMs) => {
    expect(send(text, session)).toMatchObject(waitUntil(untilMs));
  });

  test.each([
    ['wait-and-widen', 50],
    ['wait-and-widen;n=3', 50],
    ['pulsar_multiregion;n=3', 70],
  ])('%s: what it does not set, from the fleet where the model has no entry', (text, untilMs) => {
    const anyHome = { ...session, target: MODEL_B, excludedClusterIds: ['B'] };
    expect(send(text, anyHome)).toMatchObject(waitUntil(untilMs));
  });

  test('request policy too', () => {
    expect(send('pulsar;seed=a')).toEqual({
      kind: 'rejected',
      code: 'cache_affinity_key_required',
    });
    expect(send('pulsar;require_cache_affinity_key=false').kind).toBe('selected');
  });

  test('values that it then overrides one by one', () => {
    const text = 'wait-and-widen;cache_affinity_backend_selection_count=2';
    expect(send(text, session)).toMatchObject({ clusterId: 'B', phase: 'affinity' });
  });
});

describe('the configuration under an expression', () => {
  test('is what it was, for requests without a method and with a method alone', () => {
    const { engine, send } = serveTuned();
    const before = JSON.stringify(resolveAlgorithm(engine.config, 'model-a'));
    send('wait-and-widen;cache_affinity_wait_ms=100;seed=other', session);
    expect(JSON.stringify(resolveAlgorithm(engine.config, 'model-a'))).toBe(before);
    expect(send(undefined, session)).toMatchObject(waitUntil(300));
    expect(send('wait-and-widen', session)).toMatchObject(waitUntil(300));
  });

  test('serves a method alone from the instance that serves requests without a method', () => {
    const { route } = serveTuned();
    expect(route('Wait_And_Widen').instance).toBe(route().instance);
    expect(route('wait-and-widen;cache_affinity_wait_ms=300').instance).toBe(route().instance);
    expect(route('wait-and-widen;cache_affinity_wait_ms=301').instance).not.toBe(route().instance);
  });
});
