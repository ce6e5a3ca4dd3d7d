import { readFileSync } from 'node:fs';
import PromClient from 'prom-client';
import { expect, test } from 'vitest';
import { createFleet } from '../../../src/adapters/fleet/fleet.js';
import { createPushSource } from '../../../src/adapters/fleet/sources/push-source.js';
import { createRouter, startRouterServer } from '../../../src/adapters/router/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import { noOpTelemetry } from '../../../src/adapters/telemetry/no-op.js';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.js';
import { eventually } from '../../support/until.js';
import { givenConfig, orThrow } from './support/given.js';
import { send } from './support/http-client.js';
import { atEnd, startEngine, TEST_LIMITS } from './support/start-server.js';

const dashboard = readFileSync(
  new URL('../../../deploy/grafana/homeward.json', import.meta.url),
  'utf8',
);
/** Every series of the router that a panel shows. */
const SHOWN = new Set(dashboard.match(/\b(?:stargate|homeward_router)_[a-z_]+\b/g));

/** Those that there are samples of as soon as requests are served, and one fails. */
const SHOWN_AT_WORK = [
  'homeward_router_cluster_selections_total{model="m",cluster="A"}',
  'homeward_router_cluster_running_requests{model="m",cluster="A"}',
  'homeward_router_cluster_queued_requests{model="m",cluster="A"}',
  'homeward_router_cluster_slots{model="m",cluster="A"} 8',
  'homeward_router_waiting_requests{model="m"} 0',
  'homeward_router_reports_lost{model="m"} 0',
  'homeward_router_backend_attempts_total{model="m",cluster="A",backend="a1",reason=',
  'homeward_router_backend_failures_total{model="m",cluster="B",backend="b1",kind="not_connected"}',
  'stargate_backends{model="m",state="live"}',
];

test('a live metrics page has every series that the panels show', async () => {
  const { url } = await startEngine();
  const push = createPushSource();
  const stats = { max_engine_concurrency: 8 };
  const clusterAt = (id: string, at: string) => ({
    ...{ cluster_id: id, rtt_ms: 1 },
    backends: [{ id: `${id.toLowerCase()}1`, url: at, stats }],
  });
  const clusters = [clusterAt('A', url), clusterAt('B', 'http://127.0.0.1:1')];
  orThrow(push.accept({ targets: [{ model_id: 'm', clusters }] }));
  const page = createPrometheusMetrics(PromClient, { registry: new PromClient.Registry() });
  const telemetry = { ...noOpTelemetry, metrics: page };
  const runtime = createEngine({ config: givenConfig({ algorithm: 'round-robin' }), telemetry });
  const router = createRouter({ runtime, fleet: createFleet({ sources: [push], telemetry }) });
  const anywhere = { host: '127.0.0.1', port: 0 };
  const metrics = { address: anywhere, page };
  const started = startRouterServer({ router, listen: anywhere, metrics, limits: TEST_LIMITS });
  const server = orThrow(await started());
  atEnd(server.stop);
  for (let i = 0; i < 4; i++) expect((await send(server.addresses.listen)).status).toBe(200);

  const read = async () => (await fetch(`http://${server.addresses.metrics!}/metrics`)).text();
  const names = new Set((await read()).match(/(?<=^# TYPE )\w+/gm));
  for (const shown of SHOWN) expect(names).toContain(shown.replace(/_(bucket|sum|count)$/, ''));
  // Gauges are written twice a second.
  await eventually(async () => {
    const text = await read();
    for (const sample of SHOWN_AT_WORK) expect(text).toContain(sample);
  });
});
