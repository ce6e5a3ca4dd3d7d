import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../support/start-command.js';
import { until } from '../../support/until.js';
import { open, send } from './support/http-client.js';
import { startBackend } from './support/start-backend.js';
import { startEngine } from './support/start-server.js';

const ANY_PORTS = ['--listen', '0', '--admin', '0', '--metrics', 'off'];

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'router-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

const clustersOf = (url: string, model = 'm'): string => {
  const stats = { max_engine_concurrency: 8, last_mean_input_tps: 1000 };
  const backends = [{ id: 'a1', url }];
  const clusters = [{ cluster_id: 'A', rtt_ms: 5, stats, backends }];
  return JSON.stringify({ targets: [{ model_id: model, clusters }] });
};

const start = async (
  url: string,
  files: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) => {
  const folder = newFolder();
  const all = { 'clusters.json': clustersOf(url), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const config = 'lb-config.json' in files ? ['--config', 'lb-config.json'] : [];
  const args = ['router', ...ANY_PORTS, '--clusters', 'clusters.json', ...config, ...flags];
  const router = startCommand(args, { cwd: folder });
  return { folder, router, address: new URL(await router.url()).host };
};

const logged = (event: string) => (output: Readonly<{ err: string }>) =>
  output.err.includes(`"event":"${event}"`);

describe('signals', () => {
  test('the second one ends the process by itself, as the first of a container must', async () => {
    const backend = await startBackend((_request, response) => void response.write('forever'));
    const { router, address } = await start(backend.url);
    const response = await open(address);
    response.on('error', () => undefined);
    router.child.kill('SIGTERM');
    const alive = () => send(address, { method: 'GET', path: '/healthz', bare: true });
    await until('it takes nothing new', () =>
      alive().then(
        () => false,
        () => true,
      ),
    );
    router.child.kill('SIGINT');
    expect(await router.exit).toBe(130);
  });

  test('SIGHUP has every file read again; requests under way go on as they began', async () => {
    const held: (() => void)[] = [];
    const backend = await startBackend((_request, response) => {
      response.write('begun ');
      held.push(() => response.end('ended'));
    });
    const { folder, router, address } = await start(backend.url, {
      'lb-config.json': '{"models":{"m":"power-of-n"}}',
    });
    const underWay = await open(address);
    const strict = { algorithm: 'power-of-n', require_cache_affinity_key: true };
    writeFileSync(join(folder, 'lb-config.json'), JSON.stringify({ models: { m: strict } }));
    expect((await open(address)).statusCode).toBe(200);
    router.child.kill('SIGHUP');
    await router.printed(({ err }) => err.split('"event":"config_loaded"').length === 3);
    const refused = await send(address);
    expect(refused.status).toBe(400);
    expect(refused.header('x-stargate-error-code')).toBe('cache_affinity_key_required');
    for (const end of held) end();
    let body = '';
    for await (const chunk of underWay) body += String(chunk);
    expect(body).toBe('begun ended');
    writeFileSync(join(folder, 'lb-config.json'), '{"models":{"m":"best"}}');
    router.child.kill('SIGHUP');
    await router.printed(logged('config_rejected'));
    expect((await send(address)).status).toBe(400);
    router.child.kill('SIGTERM');
    expect(await router.exit).toBe(0);
  });

  test('SIGTERM has it say that it is not ready, and go on accepting for the delay', async () => {
    const engine = await startEngine();
    const { router, address } = await start(engine.url, {}, ['--shutdown-delay', '24h']);
    router.child.kill('SIGTERM');
    const readyz = () => send(address, { method: 'GET', path: '/readyz', bare: true });
    await until('it is not ready', async () => (await readyz()).status === 503);
    expect((await send(address)).status).toBe(200);
    router.child.kill('SIGTERM');
    expect(await router.exit).toBe(143);
  });
});

test('a reader of the log that stalls does not stop the server', async () => {
  const engine = await startEngine();
  const { router, address } = await start(engine.url, {}, ['--log-level', 'debug']);
  router.child.stderr!.pause();
  const headers = ['x-routing-method', `pulsar;seed=${'s'.repeat(200)}`];
  for (let i = 0; i < 400; i++) {
    const other = ['x-routing-key', `rk${String(i)}`];
    expect((await send(address, { headers: [...headers, ...other] })).status).toBe(404);
  }
  router.child.stderr!.resume();
  await router.printed(({ err }) => err.includes('"routing_key":"rk399"'));
});

test('a listener that other machines can reach is warned of', async () => {
  const engine = await startEngine();
  const { router } = await start(engine.url, {}, ['--listen', '0.0.0.0:0', '--admin', '[::]:0']);
  await router.printed(({ err }) => err.split('"event":"server_exposed"').length === 3);
  const lines = router.output.err.split('\n').filter((line) => line.includes('server_exposed'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', server: 'router', listener: 'listen' },
    { level: 'warn', server: 'router', listener: 'admin' },
  ]);
});
