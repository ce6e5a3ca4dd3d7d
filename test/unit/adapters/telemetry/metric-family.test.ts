import fc from 'fast-check';
import * as client from 'prom-client';
import { expect, test } from 'vitest';
import { counterOf, histogramOf } from '../../../../src/adapters/telemetry/bound-series.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { MetricFamily } from '../../../../src/adapters/telemetry/metric-family.js';
import type { MetricSpec } from '../../../../src/adapters/telemetry/metrics.js';
import { createPrometheusMetrics } from '../../../../src/adapters/telemetry/prometheus.js';

const SPEC = {
  name: 'x_total',
  role: 'router',
  labels: { model: 'open', kind: 'open' },
  help: 'Help.',
  buckets: [0.001, 0.5, 2],
} as const satisfies Omit<MetricSpec, 'type'>;

const CONFIG = { name: SPEC.name, help: SPEC.help, labelNames: ['model', 'kind'] };

const pageOf = (metric: client.Metric): Promise<string> => {
  const registry = new client.Registry();
  registry.registerMetric(metric);
  return registry.metrics();
};

const changes = fc.array(
  fc.record({
    labels: fc.record({ model: fc.constantFrom('a', 'b "c"'), kind: fc.constantFrom('', 'k') }),
    value: fc.oneof(fc.constantFrom(0, 0.001, 0.5, 2), fc.double({ min: 0, max: 5, noNaN: true })),
  }),
);

test.each(['counter', 'gauge', 'histogram'] as const)(
  'a %s stands on a page as one of prom-client does',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(changes, async (made) => {
        const family = new MetricFamily(SPEC.name, { ...SPEC, type });
        const registers: client.Registry[] = [];
        const counter = new client.Counter({ ...CONFIG, registers });
        const gauge = new client.Gauge({ ...CONFIG, registers });
        const histogram = new client.Histogram({
          ...{ ...CONFIG, registers },
          buckets: [...SPEC.buckets],
        });
        for (const { labels, value } of made) {
          family.cell(labels).record(value);
          if (type === 'counter') counter.inc(labels, value);
          else if (type === 'gauge') gauge.set(labels, value);
          else histogram.observe(labels, value);
        }
        const theirs = { counter, gauge, histogram }[type];
        expect(await pageOf(family as unknown as client.Metric)).toBe(await pageOf(theirs));
      }),
    );
  },
);

test('a metric that somebody else has registered under the name goes on being used', async () => {
  const registry = new client.Registry();
  const theirs = new client.Counter({
    ...{ name: 'stargate_admission_rejections_total', help: 'Theirs.' },
    ...{ labelNames: ['algorithm'], registers: [registry] },
  });
  theirs.inc({ algorithm: 'pulsar' }, 40);
  const metrics = createPrometheusMetrics(client, { registry });
  metrics.count('admissionRejections', { algorithm: 'pulsar' });
  counterOf(metrics, 'admissionRejections', { algorithm: 'pulsar' })(1);
  const page = await metrics.page();
  expect(page).toContain('# HELP stargate_admission_rejections_total Theirs.');
  expect(page).toContain('stargate_admission_rejections_total{algorithm="pulsar"} 42');
});

test('a series that is found once is the one its labels are looked up to', async () => {
  const metrics = createPrometheusMetrics(client, { registry: new client.Registry() });
  const labels = { algorithm: 'pulsar', kind: 'wait' };
  const add = counterOf(metrics, 'routingDecisions', labels);
  add(2);
  metrics.count('routingDecisions', labels);
  for (const value of [NaN, -1, Infinity]) add(value);
  expect(await metrics.page()).toContain(
    'stargate_routing_decisions_total{algorithm="pulsar",kind="wait"} 3',
  );
});

test('where a telemetry finds no series, every change is looked up', () => {
  const telemetry = createInMemoryTelemetry();
  const labels = { algorithm: 'pulsar' };
  counterOf(telemetry.metrics, 'admissionRejections', labels)(3);
  histogramOf(telemetry.metrics, 'routingDecisionDuration', labels)(0.5);
  expect(telemetry.counter('admissionRejections', labels)).toBe(3);
  expect(telemetry.observations('routingDecisionDuration', labels)).toEqual([0.5]);
});

test('a registry that is reset starts its series at 0 again', async () => {
  const registry = new client.Registry();
  const metrics = createPrometheusMetrics(client, { registry });
  const add = counterOf(metrics, 'admissionRejections', { algorithm: 'pulsar' });
  add(5);
  registry.resetMetrics();
  add(1);
  expect(await metrics.page()).toContain(
    'stargate_admission_rejections_total{algorithm="pulsar"} 1',
  );
});
