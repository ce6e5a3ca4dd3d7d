import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import PromClient from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.js';

const FOLDER = new URL('../../../deploy/prometheus/', import.meta.url);
const isInstalled = spawnSync('promtool', ['--version']).status === 0;
if (!isInstalled) {
  console.log('skipped: promtool is not on PATH (Debian: apt-get install prometheus)');
}

const promtool = (args: readonly string[], input?: string): string =>
  execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8', ...(input && { input }) });

describe.skipIf(!isInstalled)('promtool', () => {
  test('accepts the alerts', () => {
    expect(promtool(['check', 'rules', 'alerts.yaml'])).toContain('SUCCESS');
  });

  test('sees the alert that names it for a broken engine, page, store, file and router', () => {
    expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toContain('SUCCESS');
  });

  test('finds nothing to say about a metrics page', async () => {
    const page = createPrometheusMetrics(PromClient, { registry: new PromClient.Registry() });
    page.count('clusterSelections', { model: 'm', cluster: 'A' });
    page.gauge('clusterRunning', { model: 'm', cluster: 'A' }, 3);
    expect(promtool(['check', 'metrics'], await page.page())).toBe('');
  });
});

test('every alert that tells of a broken part has a case in which it fires', () => {
  const cases = readFileSync(new URL('alerts.test.yaml', FOLDER), 'utf8');
  const fired = [...cases.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name);
  expect(fired).toEqual([
    'HomewardBackendFails',
    'HomewardReportsLost',
    'HomewardLastClusterLookupsFail',
    'HomewardDocumentRefused',
    'HomewardRouterDown',
    'HomewardRouterErrors',
    'HomewardGatewayErrors',
    'HomewardRouterFirstByteLate',
    'HomewardGatewayFirstByteLate',
    'HomewardGatewayDown',
    'HomewardModelFileRefused',
  ]);
});
