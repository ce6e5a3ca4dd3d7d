import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { METRICS } from '../../../../src/adapters/telemetry/metrics.js';
import { noOpTelemetry } from '../../../../src/adapters/telemetry/no-op.js';
import type { Labels, Metrics } from '../../../../src/adapters/telemetry/port.js';
import { serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, idleFleet, snapshotOf, TARGET } from './small-fleet.js';

describe('the counter of expressions', () => {
  test('counts every request with a method by method, outcome and cache result', () => {
    const { send, telemetry } = serveRuntime({
      config: { models: { 'model-a': 'pulsar' }, request_algorithms: { random: 'random' } },
    });
    const texts = [
      'pulsar;seed=a',
      'PULSAR;seed=a',
      'pulsar;n=1',
      'pulsar;sead=a',
      'Round_Robin',
      'power-of-two;n=1',
      'least-loaded',
      'pulsar;',
    ];
    for (const text of texts) send(text);
    send(undefined);
    send('random', { target: { modelId: 'model-x' } });
    const counted = telemetry
      .series('routingExpressions')
      .map(({ labels, value }) => [...Object.values(labels), value].join(' '));
    expect(counted).toEqual([
      'pulsar accepted build 1',
      'pulsar accepted hit 1',
      'pulsar not_applicable none 1',
      'pulsar unknown_parameter none 1',
      'round-robin unavailable none 1',
      'power-of-n unavailable none 1',
      'unknown unknown_method none 1',
      'unknown malformed_expression none 1',
      'random accepted none 1',
    ]);
  });

  test('and all others get no label that depends on an expression, a key or a request', () => {
    const given = new Map<string, Set<string>>();
    const note = (metric: string, labels: Labels): void => {
      const keys = given.get(metric) ?? new Set<string>();
      given.set(metric, keys.add(JSON.stringify(labels)));
    };
    const metrics: Metrics = { count: note, gauge: note, observe: note };
    const engine = createEngine({ telemetry: { ...noOpTelemetry, metrics } });
    engine.publish(idleFleet('AB'));
    for (let i = 0; i < 300; i++) {
      const mark = `zebra${String(i)}`;
      const texts = [
        'pulsar;seed=',
        'wait-and-widen;no_',
        `${mark}=`,
        `${mark};seed=`,
        'pulsar;n=',
      ];
      for (const text of texts) {
        const request = { requestId: mark, cacheAffinityKey: mark, routingMethod: text + mark };
        engine.decide({ ...request, target: TARGET }, { elapsedMs: 0 });
      }
    }
    expect([...given.values()].flatMap((labels) => [...labels]).join()).not.toContain('zebra');
    for (const labels of given.get('routingExpressions')!) {
      const { method, outcome, cache, ...rest } = JSON.parse(labels) as Record<string, string>;
      expect(rest).toEqual({});
      const known = METRICS.routingExpressions.labels;
      expect(known.method).toContain(method);
      expect(known.outcome).toContain(outcome);
      expect(known.cache).toContain(cache);
    }
    expect(given.get('routingExpressions')!.size).toBeLessThan(10);
  });
});

describe('decisions', () => {
  test('are counted by kind, and their time is observed', () => {
    const { send, telemetry } = serveRuntime({
      snapshots: [snapshotOf([cluster('A', FULL), cluster('B')])],
    });
    const session = { cacheAffinityKey: HOME_KEY };
    send('pulsar-multiregion', session);
    send('pulsar-multiregion;cache_affinity_wait_ms=9', session);
    send('pulsar-multiregion', { excludedClusterIds: ['A', 'B'] });
    send('pulsar-multiregion;require_input_tokens=true', session);
    const algorithm = 'pulsar-wait-and-widen';
    for (const kind of ['selected', 'wait', 'unavailable']) {
      expect(telemetry.counter('routingDecisions', { algorithm, kind })).toBe(1);
    }
    expect(telemetry.counter('routingDecisions')).toBe(3);
    expect(telemetry.observations('routingDecisionDuration', { algorithm })).toEqual([0, 0, 0, 0]);
    expect(telemetry.counter('admissionRejections')).toBeUndefined();
  });

  test('are timed in seconds, by the clock of the runtime', () => {
    let nowMs = 0;
    const telemetry = createInMemoryTelemetry();
    const engine = createEngine({ telemetry, nowMs: () => (nowMs += 5) });
    engine.publish(idleFleet('A'));
    engine.decide({ target: TARGET, requestId: 'r1' }, { elapsedMs: 0 });
    expect(telemetry.observations('routingDecisionDuration')).toEqual([0.005]);
  });

  test('that reject for too much work are counted as such', () => {
    const { send, telemetry } = serveRuntime();
    send('random;max_input_work_seconds=0.001', { inputTokens: 1000 });
    expect(telemetry.series('admissionRejections')).toEqual([
      { labels: { algorithm: 'random' }, value: 1 },
    ]);
    expect(telemetry.counter('routingDecisions')).toBeUndefined();
  });

  test('that select are primary at rank 1 and fallback below', () => {
    const scoped = { routingKey: 'rk', modelId: 'model-a' };
    const { send, telemetry } = serveRuntime({
      snapshots: [idleFleet('AB', scoped)],
    });
    const request = { target: scoped, cacheAffinityKey: HOME_KEY };
    send('pulsar', request);
    send('pulsar', { ...request, excludedClusterIds: ['A'] });
    send('pulsar', { ...request, excludedClusterIds: ['B'] });
    const labels = { routing_key: 'rk', model: 'model-a', algorithm: 'pulsar' };
    const count = (selection: string) =>
      telemetry.counter('routingSelections', { ...labels, selection });
    expect([count('primary'), count('fallback')]).toEqual([2, 1]);
    expect(telemetry.counter('routingSessionSelections')).toBeUndefined();
    expect(telemetry.lines('routing_session')).toEqual([]);
  });
});
