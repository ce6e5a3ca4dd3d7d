/** A broken engine, store and file: metrics, log and `/readyz` of the servers tell of each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMockEngine,
  type MockEngine,
} from '../../../src/adapters/testing/mock-engine/index.js';
import { freePorts } from '../../support/server-process.js';
import { startCommand, type StartedCommand } from '../../support/start-command.js';
import { eventually, until } from '../../support/until.js';

const MODELS = '{"models":[{"model":"m"}]}';

/** Router and gateway over two engines, and a store that is down. */
const startSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broken-parts-'));
  const engines: readonly MockEngine[] = await Promise.all(
    ['a', 'b'].map((id) => createMockEngine({ backendId: id, modelIds: ['m'], outputTokens: 2 })),
  );
  onTestFinished(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    rmSync(folder, { recursive: true });
  });
  const clusters = engines.map(({ url, settings: { backendId: id } }) => ({
    ...{ cluster_id: id, rtt_ms: 1 },
    backends: [{ id, url, source: { kind: 'prometheus', engine: 'vllm', interval_ms: 100 } }],
  }));
  const fleet = JSON.stringify({ targets: [{ model_id: 'm', clusters }] });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const routing = write('lb.json', '{"models":{"m":"round-robin"}}');
  const any = ['--listen', '0', '--metrics', '0'];
  const files = ['--clusters', write('fleet.json', fleet), '--config', routing];
  const router = startCommand(['router', ...any, '--admin', '0', ...files]);
  const [storePort] = await freePorts(1);
  const modelFile = ['--models', write('models.json', MODELS)];
  const gateway = startCommand(['gateway', ...any, ...modelFile, '--router', await router.url()], {
    env: {
      STARGATE_LAST_CLUSTER_ENABLED: 'true',
      STARGATE_LAST_CLUSTER_STORE: `redis://127.0.0.1:${String(storePort)}`,
    },
  });
  const url = await gateway.url();
  const chat = async (): Promise<number> => {
    const body = { model: 'm', prompt_cache_key: 'k', messages: [{ role: 'user', content: 'x' }] };
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/v1/chat/completions`, request)).status;
  };
  return { engines, router, gateway, write, fleet, chat };
};

const readyz = async (server: StartedCommand): Promise<string> =>
  (await fetch(`${await server.url()}/readyz`)).text();

const page = async ({ output }: StartedCommand): Promise<string> =>
  (await fetch(`http://${/metrics (\S+)/.exec(output.out)![1]!}/metrics`)).text();

/** Resolves when page, log and readiness all say it. */
const told = (
  server: StartedCommand,
  { metric, event, ready }: Readonly<{ metric: RegExp; event: string; ready: string | RegExp }>,
): Promise<void> =>
  eventually(async () => {
    expect(await page(server)).toMatch(metric);
    expect(server.output.err).toContain(`"event":"${event}"`);
    expect(await readyz(server)).toMatch(ready);
  });

test('a store that is down is told by the gateway, which serves on', async () => {
  const { gateway, chat } = await startSite();
  expect(await readyz(gateway)).toBe('ok\n');
  expect(await chat()).toBe(200);
  await told(gateway, {
    metric: /_last_cluster_lookups_total\{result="(error|timeout)"\} [1-9]/,
    event: 'last_cluster_store_error',
    ready: 'ok\nthe store of the last-cluster memory fails\n',
  });
});

test('an engine that refuses connections is told by the router, until it is back', async () => {
  const { engines, router, chat } = await startSite();
  await engines[0]!.fail({ mode: 'connect-refuse' });
  await until('it is paused', async () => {
    expect(await chat()).toBe(200);
    return (await readyz(router)).includes('"paused":1');
  });
  await told(router, {
    metric: /homeward_router_backend_failures_total\{.*backend="a".*kind="not_connected".*\} [1-9]/,
    event: 'upstream_error',
    ready: /"live":1,.*"paused":1/,
  });
  await engines[0]!.fail({ mode: 'none' });
  await until('it is live', async () => {
    expect(await chat()).toBe(200);
    return (await readyz(router)).includes('"live":2');
  });
});

test('a routing configuration that is refused is told by the router, until it is well', async () => {
  const { router, write, chat } = await startSite();
  const metric = /homeward_router_document_refused\{source="config"\} 0/;
  const well = { metric, event: 'config_loaded', ready: '"refused_documents":[]' };
  await told(router, well);
  write('lb.json', '{"models":{"m":"round-robbin"}}');
  router.child.kill('SIGHUP');
  await told(router, {
    metric: /homeward_router_document_refused\{source="config"\} 1/,
    event: 'config_rejected',
    ready: /"status":"ready",.*"refused_documents":\["config"\]/,
  });
  expect(await chat()).toBe(200);
  write('lb.json', '{"models":{"m":"random"}}');
  router.child.kill('SIGHUP');
  await told(router, well);
});

test('files that are refused are told by both, until they are well', async () => {
  const { router, gateway, write, fleet, chat } = await startSite();
  write('fleet.json', '{');
  write('models.json', '{');
  await told(router, {
    metric: /homeward_router_document_refused\{source="file"\} 1/,
    event: 'snapshot_rejected',
    ready: '"refused_documents":["file"]',
  });
  await told(gateway, {
    metric: /homeward_gateway_model_file_refused 1/,
    event: 'model_directory_rejected',
    ready: 'ok\nthe model file is refused; the version before it is used\n',
  });
  expect(await chat()).toBe(200);
  write('fleet.json', fleet);
  write('models.json', MODELS);
  await eventually(async () => {
    expect(await readyz(router)).toContain('"refused_documents":[]');
    expect(await readyz(gateway)).not.toContain('the model file');
  });
});
