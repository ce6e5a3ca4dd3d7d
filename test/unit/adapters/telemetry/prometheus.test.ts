import * as E from 'fp-ts/lib/Either.js';
import * as client from 'prom-client';
import { describe, expect, test } from 'vitest';
import {
  createPrometheusMetrics,
  loadPrometheusMetrics,
  type PrometheusOptions,
} from '../../../../src/adapters/telemetry/prometheus.js';
import { startSessionSelections } from '../../../../src/adapters/telemetry/series.js';

const create = (options: PrometheusOptions = {}) =>
  createPrometheusMetrics(client, { registry: new client.Registry(), ...options });

const linesOf = (page: string, name: string): readonly string[] =>
  page.split('\n').filter((line) => line.startsWith(name));

describe('prom-client metrics', () => {
  test('show counters, gauges and histograms on the page of the registry', async () => {
    const metrics = create();
    const target = { routing_key: 'rk', model: 'm', algorithm: 'pulsar', selection: 'primary' };
    metrics.count('routingSelections', target);
    metrics.count('routingSelections', target, 2);
    metrics.gauge('backends', { model: 'm', state: 'stale' }, 3);
    metrics.observe('routingDecisionDuration', { algorithm: 'pulsar' }, 0.000002);
    const page = await metrics.page();
    expect(metrics.contentType).toContain('text/plain');
    expect(page).toContain(
      'stargate_routing_selections_total{routing_key="rk",model="m",algorithm="pulsar",selection="primary"} 3',
    );
    expect(page).toContain('stargate_backends{model="m",state="stale"} 3');
    expect(linesOf(page, 'stargate_routing_decision_duration_seconds')).toEqual([
      'stargate_routing_decision_duration_seconds_bucket{le="0.000001",algorithm="pulsar"} 0',
      'stargate_routing_decision_duration_seconds_bucket{le="0.0000025",algorithm="pulsar"} 1',
      ...['0.000005', '0.00001', '0.000025', '0.00005', '0.0001', '0.00025', '0.0005', '0.001']
        .concat('0.01', '0.1', '+Inf')
        .map(
          (le) =>
            `stargate_routing_decision_duration_seconds_bucket{le="${le}",algorithm="pulsar"} 1`,
        ),
      'stargate_routing_decision_duration_seconds_sum{algorithm="pulsar"} 0.000002',
      'stargate_routing_decision_duration_seconds_count{algorithm="pulsar"} 1',
    ]);
  });

  test('start every last-cluster counter at 0 when created', async () => {
    const page = await create().page();
    expect(linesOf(page, 'llm_api_gateway_last_cluster_lookups_total')).toEqual(
      ['hit', 'miss', 'error', 'timeout', 'skipped'].map(
        (result) => `llm_api_gateway_last_cluster_lookups_total{result="${result}"} 0`,
      ),
    );
    expect(linesOf(page, 'llm_api_gateway_last_cluster_writes_total')).toEqual(
      ['ok', 'error'].map(
        (result) => `llm_api_gateway_last_cluster_writes_total{result="${result}"} 0`,
      ),
    );
  });

  test('start the six session selection counters of a target at 0 when told of it', async () => {
    const metrics = create();
    const name = 'stargate_routing_session_selections_total';
    expect(linesOf(await metrics.page(), name)).toEqual([]);
    const target = { routingKey: 'rk', model: 'm', algorithm: 'wait-and-widen' };
    startSessionSelections(metrics, target);
    const labels = {
      ...{ routing_key: 'rk', model: 'm', algorithm: 'wait-and-widen' },
      ...{ session_state: 'returning', selection: 'primary' },
    };
    metrics.count('routingSessionSelections', labels);
    startSessionSelections(metrics, target);
    const start = `${name}{routing_key="rk",model="m",algorithm="wait-and-widen",session_state=`;
    expect(linesOf(await metrics.page(), name)).toEqual([
      `${start}"new",selection="primary"} 0`,
      `${start}"new",selection="fallback"} 0`,
      `${start}"returning",selection="primary"} 1`,
      `${start}"returning",selection="fallback"} 0`,
      `${start}"stale",selection="primary"} 0`,
      `${start}"stale",selection="fallback"} 0`,
    ]);
  });

  test('take other prefixes, and only the metrics of the wanted services', async () => {
    const metrics = create({ prefixes: { gateway: 'edge_' }, roles: ['gateway'] });
    metrics.count('routingDecisions', { algorithm: 'random', kind: 'wait' });
    const page = await metrics.page();
    expect(page).toContain('edge_last_cluster_writes_total{result="ok"} 0');
    expect(page).not.toContain('stargate_');
  });

  test('share the series of a registry that has them already', async () => {
    const registry = new client.Registry();
    for (const metrics of [create({ registry }), create({ registry })]) {
      metrics.count('admissionRejections', { algorithm: 'pulsar' });
    }
    expect(await registry.metrics()).toContain(
      'stargate_admission_rejections_total{algorithm="pulsar"} 2',
    );
  });

  test('count in a metric of the registry that has the name, the type and the labels', async () => {
    const registry = new client.Registry();
    const name = 'stargate_admission_rejections_total';
    const labelNames = ['region', 'algorithm'];
    new client.Counter({ name, help: 'mine', labelNames, registers: [registry] });
    create({ registry }).count('admissionRejections', { algorithm: 'pulsar' });
    expect(await registry.metrics()).toContain(`${name}{algorithm="pulsar"} 1`);
  });

  test('refuse, when created, a metric that has the name and another type or other labels', () => {
    const name = 'stargate_admission_rejections_total';
    const expected = `metric ${name} of the registry: expected a counter with the labels algorithm`;
    const registers = [new client.Registry()];
    new client.Counter({ name, help: 'mine', labelNames: ['x', 'y'], registers });
    expect(() => create({ registry: registers[0]! })).toThrow(
      new RangeError(`${expected}, given a counter with the labels x, y`),
    );
    const others = [new client.Registry()];
    new client.Gauge({ name, help: 'mine', registers: others });
    expect(() => create({ registry: others[0]! })).toThrow(
      new RangeError(`${expected}, given a gauge without labels`),
    );
  });

  test('refuse prefixes that no name may begin with, and services that there are not', () => {
    const options = {
      prefixes: { router: 'my fleet-', gateway: '9' },
      roles: ['routr' as 'router'],
    };
    const letters = 'expected letters, digits, "_" and ":", a digit not first';
    expect(() => create(options)).toThrow(
      'bad options of createPrometheusMetrics: ' +
        `prefixes.router: ${letters}, given "my fleet-"; prefixes.gateway: ${letters}, given "9"; ` +
        'roles: expected router or gateway, given "routr"',
    );
    expect(() => create({ prefixes: { router: '', gateway: 'a:b_' } })).not.toThrow();
  });

  test('ignore labels that no metric has and values that cannot be counted, without throwing', async () => {
    const metrics = create();
    const labels = { algorithm: 'pulsar', affinity_key: 'secret-1', __proto__: 'x' };
    metrics.count('admissionRejections', labels);
    for (const value of [NaN, -1, Infinity]) {
      metrics.count('admissionRejections', labels, value);
      metrics.observe('routingDecisionDuration', labels, value);
    }
    metrics.gauge('routingDefinitions', {}, NaN);
    const page = await metrics.page();
    expect(page).toContain('stargate_admission_rejections_total{algorithm="pulsar"} 1');
    expect(page).not.toContain('secret-1');
    expect(page).toContain('stargate_routing_definitions 0');
  });

  test('write `other` for values outside a closed list, so callers cannot invent series', async () => {
    const metrics = create();
    metrics.count('proxyRetries', { model: 'm', reason: 'whatever the engine said' });
    metrics.count('routingDecisions', { algorithm: 'toString', kind: 'wait' });
    const page = await metrics.page();
    expect(page).toContain('stargate_proxy_retries_total{model="m",reason="other"} 1');
    expect(page).toContain('stargate_routing_decisions_total{algorithm="other",kind="wait"} 1');
  });

  test('escape what stands in labels', async () => {
    const metrics = create();
    metrics.gauge('backends', { model: 'a"b\nc\\d', state: 'live' }, 1);
    expect(await metrics.page()).toContain(String.raw`{model="a\"b\nc\\d",state="live"} 1`);
  });

  test('keep 100,000 routing keys within the cap and `other`', async () => {
    const metrics = create();
    for (let i = 0; i < 100_000; i++) {
      metrics.count('routingSelections', {
        ...{ routing_key: `rk-${i}`, model: 'm' },
        ...{ algorithm: 'pulsar', selection: 'primary' },
      });
    }
    const lines = linesOf(await metrics.page(), 'stargate_routing_selections_total{');
    expect(lines).toHaveLength(1001);
    expect(lines).toContain(
      'stargate_routing_selections_total{routing_key="other",model="other",algorithm="pulsar",selection="primary"} 99000',
    );
  });

  test('load prom-client on use', async () => {
    const registry = new client.Registry();
    const loaded = await loadPrometheusMetrics({ registry })();
    expect(E.isRight(loaded)).toBe(true);
    expect(await registry.metrics()).toContain('stargate_routing_definitions 0');
  });
});
