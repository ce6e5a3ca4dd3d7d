import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { version } from '../../../package.json';
import { spawnCommand, type StartedCommand } from '../../support/start-command.js';
import { eventually } from '../../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'homeward-pages-'));

/** Answers with the status that the path names. */
const engine = createServer((request, response) => {
  request.resume();
  response.writeHead(Number(/\d+$/.exec(request.url!)?.[0] ?? 200)).end();
});

type Server = StartedCommand & Readonly<{ base: string }>;

let router: Server;
let gateway: Server;

const start = async (...args: readonly string[]): Promise<Server> => {
  const started = spawnCommand([...args, '--listen', '0', '--metrics', '0']);
  return { ...started, base: await started.url() };
};

const write = (name: string, json: object): string => {
  writeFileSync(join(folder, name), JSON.stringify(json));
  return join(folder, name);
};

const MODELS = ['m', 'n'];

beforeAll(async () => {
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  const { port } = engine.address() as AddressInfo;
  const backends = [{ id: 'a', url: `http://127.0.0.1:${String(port)}` }];
  const clusters = [{ cluster_id: 'A', rtt_ms: 1, backends }];
  const targets = MODELS.map((model) => ({ model_id: model, clusters }));
  const fleet = write('fleet.json', { targets });
  const models = write('models.json', { models: MODELS.map((model) => ({ model })) });
  router = await start('router', '--admin', '0', '--clusters', fleet);
  gateway = await start('gateway', '--models', models, '--router', router.base);
});

afterAll(() => {
  for (const server of [gateway, router]) server.child.kill('SIGKILL');
  engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageOf = async ({ output }: StartedCommand): Promise<string> => {
  const address = /metrics (\S+)/.exec(output.out)![1]!;
  return (await fetch(`http://${address}/metrics`)).text();
};

/** Ours; those of the process come and go with what it does. */
const seriesIn = (page: string): number =>
  page.match(/^(stargate|llm_api_gateway|homeward)_.+$/gm)!.length;

const AT_ONCE = 50;

type Ask = (status: number, model: string) => Promise<void>;

/** Sends requests to a server; clients cheaper than `fetch`, as there are many. */
const openClient = (base: string): Ask => {
  const pool = new Pool(base, { connections: AT_ONCE });
  onTestFinished(() => pool.destroy());
  return async (status, model) => {
    const headers = {
      ...{ 'content-type': 'application/json', 'x-model': model },
      ...{ 'x-request-id': 'r', 'x-input-tokens': '1' },
    };
    const request = { path: `/v1/x/${String(status)}`, method: 'POST', headers } as const;
    const { body } = await pool.request({ ...request, body: JSON.stringify({ model }) });
    await body.dump();
  };
};

/** Calls `send` with 0 to `count` - 1, a few at a time. */
const sendAll = async (count: number, send: (i: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

/** The page, once the requests for models that nobody has are all counted. */
const pageWith = (server: StartedCommand, count: number): Promise<string> =>
  eventually(async () => {
    const page = await pageOf(server);
    expect(page).toMatch(
      new RegExp(`_requests_total\\{.*status="404".*\\} ${String(count)}$`, 'm'),
    );
    return page;
  });

/** At each server; five times as many as get series of their own at most. */
const MADE_UP = 5000;

test('10,000 models that clients make up leave the pages of both servers as they were', async () => {
  for (const server of [router, gateway]) {
    const ask = openClient(server.base);
    await ask(200, 'm');
    await ask(200, 'made-up');
    const before = await pageWith(server, 1);
    await sendAll(MADE_UP, (i) => ask(200, `made-up-${String(i)}-${server.base}`));
    const after = await pageWith(server, MADE_UP + 1);
    expect(seriesIn(after)).toBe(seriesIn(before));
    expect(after).not.toContain('made-up');
  }
});

test('answers of every status from 200 to 599 are counted under a few labels', async () => {
  const ask = openClient(gateway.base);
  const count = 400;
  await sendAll(count, (i) => ask(200 + i, 'n'));
  for (const server of [router, gateway]) {
    const statuses = await eventually(async () => {
      const page = await pageOf(server);
      const rows = [...page.matchAll(/_requests_total\{model="n",status="(\w+)"\} (\d+)$/gm)];
      expect(rows.reduce((sum, [, , answers]) => sum + Number(answers), 0)).toBe(count);
      return rows.map(([, status]) => status!);
    });
    expect(statuses).toEqual(expect.arrayContaining(['2xx', '3xx', '4xx', '5xx', '404', '503']));
    expect(statuses.length).toBeLessThanOrEqual(19);
  }
});

test('both pages tell the version that runs, and how the process does', async () => {
  for (const server of [router, gateway]) {
    const page = await pageOf(server);
    const info = `homeward_build_info{version="${version}",node="${process.version}"} 1`;
    expect(page).toContain(info);
    expect(page).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
    expect(page).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(page).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m);
  }
});
