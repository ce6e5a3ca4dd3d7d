import { describe, expect, test } from 'vitest';
import type { Target } from '../../../../src/core/snapshot/snapshot.js';
import { serveRuntime } from './served-runtime.js';
import { idleFleet } from './small-fleet.js';

const MODEL_A: Target = { modelId: 'model-a' };
const MODEL_B: Target = { modelId: 'model-b' };

describe('the identity of a definition', () => {
  const SPELLINGS = [
    'pulsar-wait-and-widen;n=3;seed=a;next_bucket_unlock_factor=0.5',
    'pulsar-wait-and-widen;seed=a;next_bucket_unlock_factor=0.5;n=3',
    '  Pulsar_Wait_And_Widen;  n=3; seed=a; next_bucket_unlock_factor=0.5  ',
    'PULSAR-MULTIREGION;n=3;seed=a;next_bucket_unlock_factor=0.500',
    'pulsar_multiregion;n=3;seed=a;next_bucket_unlock_factor=0.5;max_queued=0',
    'pulsar-wait-and-widen;n=3;seed=a;next_bucket_unlock_factor=0.5;max_queue_time_floor_ms=9',
  ];

  test('does not depend on order, case, aliases, spaces, digits, defaults or a lone bound', () => {
    const { engine, cacheResult, route } = serveRuntime();
    expect(SPELLINGS.map((text) => cacheResult(text))).toEqual([
      'build',
      ...SPELLINGS.slice(1).map(() => 'hit'),
    ]);
    expect(new Set(SPELLINGS.map((text) => route(text).instance)).size).toBe(1);
    expect(engine.definitionCount).toBe(1);
  });

  test('changes with any effective value', () => {
    const { engine, cacheResult } = serveRuntime();
    const others = ['n=4;seed=a', 'n=3;seed=b', 'n=3', 'seed=a', 'n=3;seed=a;max_queued=1'];
    for (const parameters of ['n=3;seed=a', ...others]) {
      expect(cacheResult(`pulsar-wait-and-widen;${parameters}`)).toBe('build');
    }
    expect(engine.definitionCount).toBe(6);
  });

  test('tells a band interval equal to the wait from one that follows it', () => {
    const { cacheResult } = serveRuntime();
    const text = 'pulsar-wait-and-widen;cache_affinity_wait_ms=200';
    expect(cacheResult(text)).toBe('build');
    expect(cacheResult(`${text};band_widen_interval_ms=200`)).toBe('build');
  });

  test('tells a seed that looks like parameters from parameters', () => {
    const seeds = ['a;n=3', 'a%3Bn=3', 'a'];
    const { engine, route } = serveRuntime({
      config: {
        models: Object.fromEntries(
          seeds.map((seed, i) => [`m${String(i)}`, { algorithm: 'wait-and-widen', seed }]),
        ),
      },
      snapshots: seeds.map((_, i) => idleFleet('A', { modelId: `m${String(i)}` })),
    });
    const definitions = seeds.map(
      (_, i) =>
        route('wait-and-widen;max_queued=1', { target: { modelId: `m${String(i)}` } }).instance
          .definition,
    );
    expect(definitions.map(({ policy }) => policy.seed)).toEqual(seeds);
    expect(new Set(definitions.map(({ identity }) => identity)).size).toBe(3);
    expect(engine.definitionCount).toBe(3);
  });
});

describe('two models with different bases', () => {
  const serveTwo = () =>
    serveRuntime({
      config: {
        models: {
          'model-a': { algorithm: 'wait-and-widen', n: 3, seed: 'a' },
          'model-b': { algorithm: 'wait-and-widen', max_queued: 7, seed: 'b' },
        },
      },
      snapshots: [idleFleet('AB', MODEL_A), idleFleet('AB', MODEL_B)],
    });
  const TEXT_A = 'wait-and-widen;max_queued=4';
  const TEXT_B = 'groq_multiregion;seed=a;max_queued=4;n=3';

  test('and texts share a definition when they resolve alike, and no state', () => {
    const { engine, route } = serveTwo();
    const a = route(TEXT_A, { target: MODEL_A }).instance;
    const b = route(TEXT_B, { target: MODEL_B }).instance;
    expect(a.definition).toBe(b.definition);
    expect(a).not.toBe(b);
    expect(engine.definitionCount).toBe(2);
  });

  test('and one text do not share a definition when they resolve differently', () => {
    const { route } = serveTwo();
    const [a, b] = [MODEL_A, MODEL_B].map((target) => route(TEXT_A, { target }).policy);
    expect(a).toMatchObject({ n: 3, seed: 'a', maxQueued: 4 });
    expect(b).toMatchObject({ n: 2, seed: 'b', maxQueued: 4 });
  });

  test('share a definition that was in use for long before the second came', () => {
    const { engine, clock, route } = serveTwo();
    const first = route(TEXT_A, { target: MODEL_A }).instance;
    for (let minute = 10; minute <= 60; minute += 10) {
      clock.nowMs = minute * 60_000;
      expect(route(TEXT_A, { target: MODEL_A }).instance).toBe(first);
      engine.purgeIdle();
    }
    expect(route(TEXT_B, { target: MODEL_B }).instance.definition).toBe(first.definition);
  });

  test('share what the configuration names for one of them', () => {
    const { engine, route } = serveTwo();
    const configured = route(undefined, { target: MODEL_A }).instance.definition;
    const text = 'wait-and-widen;n=3;seed=a;max_queued=0';
    expect(route(text, { target: MODEL_B }).instance.definition).toBe(configured);
    expect(engine.definitionCount).toBe(0);
  });
});

test('a definition, its policy and what is read of it cannot be changed', () => {
  const { route } = serveRuntime();
  const { definition } = route('pulsar;seed=a').instance;
  expect(Object.isFrozen(definition)).toBe(true);
  expect(Object.isFrozen(definition.policy)).toBe(true);
});
