import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/until.js';
import { startCommand } from '../../support/start-command.js';
import { CHAT, open, send } from './support/http-client.js';
import { startBackend } from './support/start-backend.js';
import { startEngine } from './support/start-server.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'router-command-'));
});

afterAll(() => rm(folder, { recursive: true }));

const start = (flags: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const router = startCommand(['router', ...flags], { env });
  return { ...router, address: async () => new URL(await router.url()).host };
};

const writeJson = async (name: string, json: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, typeof json === 'string' ? json : JSON.stringify(json));
  return path;
};

const documentOf = (url: string) => ({
  targets: [
    {
      model_id: 'm',
      clusters: [
        {
          cluster_id: 'A',
          rtt_ms: 5,
          stats: { max_engine_concurrency: 8, last_mean_input_tps: 1000 },
          backends: [{ id: 'a1', url }],
        },
      ],
    },
  ],
});

const ANY_PORTS = ['--listen', '0', '--admin', '0', '--metrics', '0'];

describe('homeward router', () => {
  test('says in one line what listens where, and routes', async () => {
    const engine = await startEngine();
    const clusters = await writeJson('clusters.json', documentOf(engine.url));
    const config = await writeJson('config.json', { models: { m: 'wait-and-widen' } });
    const router = start([...ANY_PORTS, '--clusters', clusters, '--config', config]);
    const answer = await send(await router.address());
    expect(answer.status).toBe(200);
    expect(answer.header('x-stargate-cluster-id')).toBe('A');
    const port = String.raw`127\.0\.0\.1:\d+`;
    expect(router.output.out).toMatch(
      new RegExp(
        `^homeward router listening on http://${port} \\(1 target\\); admin ${port}; metrics ${port}\\n$`,
      ),
    );
    const [, , , metrics] = /http:\/\/(\S+).*admin (\S+); metrics (\S+)/.exec(router.output.out)!;
    const page = await (await fetch(`http://${metrics!}/metrics`)).text();
    expect(page).toMatch(
      /stargate_routing_selections_total\{routing_key="",model="m",algorithm="wait-and-widen",selection="primary"\} 1/,
    );
    expect(router.output.err).toContain('"event":"config_loaded"');
    expect(router.output.err).toContain('"event":"server_listening"');
  });

  test('takes its settings from the environment, and clusters from whoever pushes them', async () => {
    const engine = await startEngine();
    const router = start([], {
      HOMEWARD_ROUTER_LISTEN: '127.0.0.1:0',
      HOMEWARD_ROUTER_ADMIN: '127.0.0.1:0',
      HOMEWARD_ROUTER_METRICS: 'off',
      HOMEWARD_ROUTER_LOG_LEVEL: 'silent',
    });
    const address = await router.address();
    const [, admin] = /admin (\S+); metrics off/.exec(router.output.out)!;
    expect((await fetch(`http://${address}/readyz`)).status).toBe(503);
    expect((await send(address)).status).toBe(404);
    const body = JSON.stringify(documentOf(engine.url));
    const headers = { 'content-type': 'application/json' };
    const put = (text: string) =>
      fetch(`http://${admin!}/snapshot`, { method: 'PUT', headers, body: text });
    expect((await put(body)).status).toBe(204);
    await eventually(async () => expect((await send(address)).status).toBe(200));
    expect((await put('{"targets":[{}]}')).status).toBe(400);
    expect((await send(address)).status).toBe(200);
    expect(router.output.err).toBe('');
  });

  test('lists every fault of its flags and exits with 2', async () => {
    const router = start(['--listen', 'x', '--max-body', 'huge']);
    expect(await router.exit).toBe(2);
    expect(router.output.err.trim().split('\n')).toEqual([
      'error: --listen: expected host:port, [::1]:port or port (0 to 65535), given "x"',
      'error: --max-body: expected a number of bytes above 0, such as 65536, 64KiB, 64MiB or 1GiB, given "huge"',
    ]);
  });

  test('lists every fault of both files and exits with 2', async () => {
    const config = await writeJson('bad-config.json', {
      models: { m: { algorithm: 'pulsar', n: 2, last_cluster_affinity: true } },
    });
    const clusters = await writeJson('bad-clusters.json', { targets: [{ clusters: 7 }] });
    const router = start([...ANY_PORTS, '--config', config, '--clusters', clusters]);
    expect(await router.exit).toBe(2);
    const lines = router.output.err.trim().split('\n');
    expect(lines.filter((line) => line.includes('bad-config.json'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('bad-clusters.json'))).toHaveLength(2);
    expect(router.output.err).toContain('last_cluster_affinity');
    expect(router.output.out).toBe('');
  });

  test.each(['--config', '--clusters'])('exits with 2 when %s is not there', async (flag) => {
    const router = start([...ANY_PORTS, flag, join(folder, 'missing.json')]);
    expect(await router.exit).toBe(2);
    expect(router.output.err).toContain('missing.json');
  });

  test('exits with 1 when an address is taken', async () => {
    const taken = await startBackend((_request, response) => response.end());
    const router = start(['--listen', '0', '--admin', new URL(taken.url).host, '--metrics', 'off']);
    expect(await router.exit).toBe(1);
    expect(router.output.err).toContain('EADDRINUSE');
  });

  test('lets streams end after SIGTERM, and then exits with 0', async () => {
    const engine = await startEngine({ decodeTokensPerSecond: 20, outputTokens: 10 });
    const clusters = await writeJson('slow.json', documentOf(engine.url));
    const router = start([...ANY_PORTS, '--clusters', clusters]);
    const body = JSON.stringify({ ...(JSON.parse(CHAT) as object), stream: true });
    const address = await router.address();
    const response = await open(address, { body });
    router.child.kill('SIGTERM');
    await eventually(() => expect(send(address)).rejects.toThrow('ECONNREFUSED'));
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await router.exit).toBe(0);
    expect(router.output.err).toContain('"event":"server_stopped"');
  });

  test('ends at once at a second signal', async () => {
    const backend = await startBackend((_request, response) => void response.write('forever'));
    const clusters = await writeJson('forever.json', documentOf(backend.url));
    const router = start([...ANY_PORTS, '--clusters', clusters]);
    const address = await router.address();
    const response = await open(address);
    response.on('error', () => undefined);
    router.child.kill('SIGTERM');
    await eventually(() => expect(fetch(`http://${address}/healthz`)).rejects.toThrow());
    router.child.kill('SIGTERM');
    expect(await router.exit).toBe(143);
  });
});
