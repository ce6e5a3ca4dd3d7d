import { describe, expect, test } from 'vitest';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { CALLER } from './trace-headers.js';

describe('the in-memory telemetry', () => {
  test('adds up the counters that carry the asked labels', () => {
    const telemetry = createInMemoryTelemetry();
    const { metrics } = telemetry;
    expect(telemetry.counter('routingDecisions')).toBeUndefined();
    metrics.count('routingDecisions', { algorithm: 'pulsar', kind: 'wait' });
    metrics.count('routingDecisions', { algorithm: 'pulsar', kind: 'selected' }, 2);
    metrics.count('routingDecisions', { algorithm: 'random', kind: 'selected' }, 4);
    expect(telemetry.counter('routingDecisions')).toBe(7);
    expect(telemetry.counter('routingDecisions', { algorithm: 'pulsar' })).toBe(3);
    expect(telemetry.counter('routingDecisions', { kind: 'unavailable' })).toBeUndefined();
    expect(telemetry.series('routingDecisions')[0]).toEqual({
      labels: { algorithm: 'pulsar', kind: 'wait' },
      value: 1,
    });
  });

  test('has the same series from the start, labels and cap as every adapter', () => {
    const telemetry = createInMemoryTelemetry({ maxTargets: 1 });
    expect(telemetry.counter('lastClusterLookups', { result: 'timeout' })).toBe(0);
    expect(telemetry.series('lastClusterWrites')).toHaveLength(2);
    for (const model of ['m', 'n', 'o']) {
      telemetry.metrics.gauge('backends', { model, state: 'live', affinity_key: 'k' }, 1);
    }
    expect(telemetry.series('backends').map(({ labels }) => labels)).toEqual([
      { model: 'm', state: 'live' },
      { model: 'other', state: 'live' },
    ]);
  });

  test('keeps the last value of a gauge and every observation of a histogram', () => {
    const telemetry = createInMemoryTelemetry();
    telemetry.metrics.gauge('routingDefinitions', {}, 3);
    telemetry.metrics.gauge('routingDefinitions', {}, 2);
    telemetry.metrics.observe('routingDecisionDuration', { algorithm: 'pulsar' }, 0.1);
    telemetry.metrics.observe('routingDecisionDuration', { algorithm: 'pulsar' }, 0.2);
    telemetry.metrics.observe('routingDecisionDuration', { algorithm: 'pulsar' }, NaN);
    expect(telemetry.gaugeValue('routingDefinitions', {})).toBe(2);
    expect(telemetry.observations('routingDecisionDuration')).toEqual([0.1, 0.2]);
  });

  test('records spans with parent, attributes and failure, and nothing after their end', () => {
    const { spans, recordedSpans } = createInMemoryTelemetry();
    const request = spans.start('request', { headers: CALLER });
    const child = spans.start('lookup', { parent: request });
    child.set('result', 'error');
    child.fail('down');
    child.end();
    child.set('result', 'hit');
    child.fail('again');
    expect(child.headers()).toEqual(CALLER);
    expect(recordedSpans()).toEqual([
      {
        name: 'request',
        parent: undefined,
        attributes: new Map(),
        failure: undefined,
        hasEnded: false,
      },
      {
        name: 'lookup',
        parent: 'request',
        attributes: new Map([['result', 'error']]),
        failure: 'down',
        hasEnded: true,
      },
    ]);
  });

  test('records log lines as they would be written', () => {
    const { log, lines } = createInMemoryTelemetry();
    log.warn('backend_stale', { backend: 'a\nb', ageMs: 5, affinityKey: 'k' });
    log.debug('routing_session', {});
    expect(lines()).toHaveLength(2);
    expect(lines('backend_stale')).toEqual([
      { level: 'warn', event: 'backend_stale', fields: { backend: 'a\\nb', ageMs: 5 } },
    ]);
  });
});
