import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { combineTelemetry } from '../../../../src/adapters/telemetry/combine-telemetry.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { noOpTelemetry } from '../../../../src/adapters/telemetry/no-op.js';
import type { Metrics, Span, Spans } from '../../../../src/adapters/telemetry/port.js';
import { createRouter } from '../../../../src/adapters/router/index.js';
import { createFakeFleet } from '../../../servers/router/support/fake-fleet.js';
import {
  givenConfig,
  givenRequest,
  givenSnapshot,
  M,
} from '../../../servers/router/support/given.js';
import { createSendLog } from '../../../servers/router/support/send-log.js';

const boom = (): never => {
  throw new Error('out of order');
};

const BROKEN_METRICS: Metrics = { count: boom, gauge: boom, observe: boom };
const BROKEN_SPAN: Span = { set: boom, fail: boom, end: boom, headers: boom };
const CALLER = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

describe('a combined telemetry', () => {
  test('records nothing where a part is not given', () => {
    const { metrics, spans, log } = combineTelemetry({});
    expect({ metrics, spans, log }).toEqual(noOpTelemetry);
  });

  test('hands everything on to its parts', () => {
    const told = createInMemoryTelemetry();
    const bound: number[] = [];
    const bind: Metrics['bind'] = () => (value) => void bound.push(value);
    const { metrics, spans, log } = combineTelemetry({
      ...told,
      metrics: { ...told.metrics, bind },
    });
    metrics.count('routingDecisions', { algorithm: 'pulsar', kind: 'wait' }, 2);
    metrics.bind?.('routingDecisions', { algorithm: 'pulsar', kind: 'wait' })(1);
    metrics.gauge('routingDefinitions', {}, 7);
    const parent = spans.start('outer', { headers: CALLER });
    const span = spans.start('inner', { parent });
    span.set('routing.model', 'm');
    span.fail('why');
    span.end();
    log.info('config_loaded', { file: 'f' });
    expect(told.counter('routingDecisions', { algorithm: 'pulsar', kind: 'wait' })).toBe(2);
    expect(bound).toEqual([1]);
    expect(told.gaugeValue('routingDefinitions', {})).toBe(7);
    const plain = createInMemoryTelemetry();
    const outer = plain.spans.start('outer', { headers: CALLER });
    const inner = plain.spans.start('inner', { parent: outer });
    inner.set('routing.model', 'm');
    inner.fail('why');
    inner.end();
    expect(JSON.stringify(told.recordedSpans())).toBe(JSON.stringify(plain.recordedSpans()));
    expect(told.lines('config_loaded')).toHaveLength(1);
  });

  test('has no `bind` where its metrics have none', () => {
    expect(combineTelemetry({ metrics: BROKEN_METRICS }).metrics.bind).toBeUndefined();
  });

  test('passes the trace of the caller on where no span can be opened', () => {
    const { spans } = combineTelemetry({ spans: { start: boom } });
    expect(spans.start('request', { headers: CALLER }).headers()).toEqual(CALLER);
  });

  test('tells of the first failure of each part, and of no later one', () => {
    const { log, lines } = createInMemoryTelemetry();
    const telemetry = combineTelemetry({ metrics: BROKEN_METRICS, spans: { start: boom }, log });
    telemetry.metrics.count('routingDecisions', {});
    telemetry.metrics.gauge('routingDefinitions', {}, 1);
    telemetry.spans.start('request');
    telemetry.spans.start('request');
    expect(lines('telemetry_failed').map(({ fields }) => fields)).toEqual([
      { part: 'metrics', message: 'out of order' },
      { part: 'spans', message: 'out of order' },
    ]);
  });
});

const BROKEN: readonly (readonly [string, Parameters<typeof combineTelemetry>[0]])[] = [
  ['metrics', { metrics: BROKEN_METRICS }],
  ['bound metrics', { metrics: { ...BROKEN_METRICS, bind: () => boom } }],
  ['metrics that cannot be bound', { metrics: { ...BROKEN_METRICS, bind: boom } }],
  ['spans that do not open', { spans: { start: boom } }],
  ['spans', { spans: { start: () => BROKEN_SPAN } satisfies Spans }],
  ['a log', { log: { debug: boom, info: boom, warn: boom } }],
];

describe.each(BROKEN)('%s that throw', (_name, parts) => {
  const snapshot = givenSnapshot({ A: { slots: 1 } });
  const config = givenConfig({ algorithm: 'power-of-n' });

  test('fail no decision', () => {
    const engine = createEngine({ config, telemetry: combineTelemetry(parts) });
    engine.publish(snapshot);
    const request = { target: M, requestId: 'r' };
    expect(engine.decide(request, { elapsedMs: 0 })).toMatchObject({ kind: 'selected' });
    const refused = engine.decide({ ...request, routingMethod: 'x;' }, { elapsedMs: 0 });
    expect(refused).toMatchObject({ kind: 'rejected', code: 'malformed_expression' });
  });

  test('fail no request', async () => {
    const runtime = createEngine({ config, telemetry: combineTelemetry(parts) });
    const router = createRouter({ runtime, fleet: createFakeFleet({ snapshots: [snapshot] }) });
    await router.start();
    const routed = await router.route(givenRequest(), { send: createSendLog().send })();
    expect(E.isRight(routed)).toBe(true);
    const broken = createSendLog(() => 'break').send;
    expect(await router.route(givenRequest(), { send: broken })()).toMatchObject({
      left: { code: 'upstream_error' },
    });
    await router.close();
  });
});

test('a recorder that throws fails no decision, and is told of once', () => {
  const { log, lines } = createInMemoryTelemetry();
  const engine = createEngine({ telemetry: combineTelemetry({ log }), record: boom });
  engine.publish(givenSnapshot({ A: {} }));
  for (let i = 0; i < 3; i++) {
    const decision = engine.decide({ target: M, requestId: 'r' }, { elapsedMs: 0 });
    expect(decision.kind).toBe('selected');
  }
  expect(lines('telemetry_failed').map(({ fields }) => fields)).toEqual([
    { part: 'record', message: 'out of order' },
  ]);
});
