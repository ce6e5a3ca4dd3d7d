import { describe, expect, test } from 'vitest';
import { createEngine, type RuntimeOptions } from '../../../../src/adapters/runtime/index.js';
import { goesTo, serveRuntime } from './served-runtime.js';
import { idleFleet, TARGET } from './small-fleet.js';

const MINUTE_MS = 60_000;

/** A round-robin definition of its own for every index. */
const roundRobin = (index: number): string =>
  `round-robin;max_input_work_seconds=${String(index + 1)}`;

const targetOf = (index: number) => ({ modelId: `model-${String(index)}` });

describe('dynamic instances', () => {
  test('are at most 1,024, however many expressions come', () => {
    const { engine, send } = serveRuntime();
    for (let i = 0; i < 1500; i++) {
      send(roundRobin(i));
      expect(engine.definitionCount).toBe(Math.min(i + 1, 1024));
    }
  });

  test('are at most 1,024, however many targets one expression is used for', () => {
    const targets = Array.from({ length: 1200 }, (_, i) => targetOf(i));
    const { engine, send } = serveRuntime({
      snapshots: targets.map((target) => idleFleet('A', target)),
    });
    for (const target of targets) send('pulsar;seed=a', { target });
    expect(engine.definitionCount).toBe(1024);
    expect(engine.targets()).toHaveLength(1200);
  });

  test('are evicted least recently used first', () => {
    const { cacheResult } = serveRuntime({ limits: { maxInstances: 3 } });
    const results = [0, 1, 2, 0, 3, 0, 2, 1].map((index) => cacheResult(roundRobin(index)));
    expect(results).toEqual(['build', 'build', 'build', 'hit', 'build', 'hit', 'hit', 'build']);
  });

  test('start afresh when they come back after eviction', () => {
    const { send } = serveRuntime({ limits: { maxInstances: 1 } });
    const turns = [0, 0, 1, 0].map((index) => goesTo(send(roundRobin(index))));
    expect(turns).toEqual(['A', 'B', 'A', 'A']);
  });

  test('do not count what the configuration names, nor push it out', () => {
    const { engine, send } = serveRuntime({
      config: {
        models: {
          'model-a': {
            algorithm: 'round-robin',
            request_algorithms: { pulsar: { algorithm: 'pulsar', seed: 'a' } },
          },
        },
        default: 'power-of-n',
        request_algorithms: { pulsar: 'pulsar', random: 'random' },
      },
      limits: { maxInstances: 1 },
    });
    const turns: string[] = [];
    for (let i = 0; i < 4; i++) {
      turns.push(goesTo(send(i % 2 === 0 ? undefined : 'round_robin')));
      for (const text of ['pulsar', 'random', 'pulsar;seed=a']) send(text);
      expect(engine.definitionCount).toBe(Math.min(i, 1));
      send(roundRobin(i));
    }
    expect(turns).toEqual(['A', 'B', 'C', 'A']);
  });

  test('are shown by the gauge', () => {
    const { telemetry, engine, clock, send } = serveRuntime({ limits: { maxInstances: 3 } });
    const shown: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      send(roundRobin(i));
      shown.push(telemetry.gaugeValue('routingDefinitions', {}));
    }
    clock.nowMs = 16 * MINUTE_MS;
    engine.purgeIdle();
    shown.push(telemetry.gaugeValue('routingDefinitions', {}));
    expect(shown).toEqual([1, 2, 3, 3, 3, 0]);
  });
});

test('limits and a clock given as undefined are the defaults', () => {
  const options = { nowMs: undefined, limits: { maxInstances: undefined, idleMs: undefined } };
  const engine = createEngine(options as unknown as RuntimeOptions);
  engine.publish(idleFleet('A'));
  for (let i = 0; i < 1100; i++) {
    const request = { target: TARGET, requestId: 'r1', routingMethod: roundRobin(i) };
    engine.decide(request, { elapsedMs: 0 });
  }
  expect(engine.definitionCount).toBe(1024);
});

describe('an idle instance', () => {
  test('is kept for 15 minutes', () => {
    const { clock, cacheResult } = serveRuntime();
    cacheResult(roundRobin(0));
    clock.nowMs = 15 * MINUTE_MS;
    expect(cacheResult(roundRobin(0))).toBe('hit');
  });

  test('starts afresh after more than 15 minutes', () => {
    const { clock, cacheResult, send } = serveRuntime();
    const turns = [goesTo(send(roundRobin(0))), goesTo(send(roundRobin(0)))];
    clock.nowMs = 15 * MINUTE_MS + 1;
    turns.push(goesTo(send(roundRobin(0))));
    expect(turns).toEqual(['A', 'B', 'A']);
    clock.nowMs += 15 * MINUTE_MS + 1;
    expect(cacheResult(roundRobin(0))).toBe('build');
  });

  test('lives as long as a hit comes every 15 minutes, and no longer', () => {
    const { clock, engine, send } = serveRuntime();
    const turns: string[] = [];
    for (let i = 0; i < 6; i++) {
      turns.push(goesTo(send(roundRobin(0))));
      clock.nowMs += 14 * MINUTE_MS;
      engine.purgeIdle();
    }
    expect(turns).toEqual(['A', 'B', 'C', 'A', 'B', 'C']);
    clock.nowMs += 2 * MINUTE_MS;
    engine.purgeIdle();
    expect(engine.definitionCount).toBe(0);
  });

  test('is dropped by publishing, while one in use is not', () => {
    const { clock, engine, telemetry, send, cacheResult } = serveRuntime();
    send(roundRobin(0));
    send(roundRobin(1));
    for (let second = 0; second <= 15 * 60; second += 5) {
      clock.nowMs = second * 1000;
      if (second % 60 === 0) send(roundRobin(1));
      engine.publish(idleFleet('ABC'));
    }
    clock.nowMs += 10_000;
    engine.publish(idleFleet('ABC'));
    expect(engine.definitionCount).toBe(1);
    expect(telemetry.gaugeValue('routingDefinitions', {})).toBe(1);
    expect(cacheResult(roundRobin(1))).toBe('hit');
    expect(cacheResult(roundRobin(0))).toBe('build');
  });

  test('expires after the time given, on a clock that starts at any moment', () => {
    for (const startMs of [0, 1, 1e12]) {
      const { clock, engine, send } = serveRuntime({ limits: { idleMs: 1000 } });
      clock.nowMs = startMs;
      send(roundRobin(0));
      clock.nowMs = startMs + 1000;
      engine.purgeIdle();
      expect(engine.definitionCount).toBe(1);
      clock.nowMs = startMs + 1001;
      engine.purgeIdle();
      expect(engine.definitionCount).toBe(0);
    }
  });

  test('is never one that the configuration names', () => {
    const { clock, engine, send } = serveRuntime({ config: { default: 'round-robin' } });
    const turns = [goesTo(send('round-robin')), goesTo(send())];
    clock.nowMs = 60 * MINUTE_MS;
    engine.purgeIdle();
    turns.push(goesTo(send('round-robin')), goesTo(send()));
    expect(turns).toEqual(['A', 'B', 'C', 'A']);
  });
});
