/** That a running `homeward gateway` does what the variables of its memory say. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../support/start-command.js';
import { until } from '../../support/until.js';
import { startRespServer } from '../end-to-end/support/resp-server.js';
import { chat } from './support/calls.js';
import { answerFrom, refuseWith, startFakeRouter, type FakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import { MODEL } from './support/start-gateway.js';

type Running = Readonly<{
  /** Sends a turn of a session; resolves with the hint that the router got. */
  hintOf: (session: string) => Promise<string | undefined>;
  /** Sends a turn that is remembered, and waits until it is. */
  remember: (session: string) => Promise<void>;
  page: () => Promise<string>;
  errorOutput: () => string;
}>;

const start = async (
  env: Readonly<Record<string, string>>,
  router: FakeRouter,
): Promise<Running> => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const models = join(folder, 'models.json');
  await writeFile(models, JSON.stringify({ models: [MODEL] }));
  const ports = ['--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0'];
  const flags = ['gateway', ...ports, '--router', router.url, '--models', models];
  const gateway = startCommand(flags, { env });
  const url = await gateway.url();
  const address = /metrics (\S+)\n/.exec(gateway.output.out)![1]!;
  const page = async () => (await fetch(`http://${address}/metrics`)).text();
  const written = async () =>
    Number(/last_cluster_writes_total\{result="ok"\} (\d+)/.exec(await page())![1]);
  return {
    hintOf: async (session) => {
      router.script(refuseWith(503, 'no_capacity'));
      await send(url, chat({ prompt_cache_key: session }));
      return router.last().values('x-stargate-last-cluster-id')[0];
    },
    remember: async (session) => {
      const before = await written();
      router.script(answerFrom('A'));
      await send(url, chat({ prompt_cache_key: session }));
      await until('it is written', async () => (await written()) > before);
    },
    page,
    errorOutput: () => gateway.output.err,
  };
};

const ENABLED = { STARGATE_LAST_CLUSTER_ENABLED: 'true' };

describe('STARGATE_LAST_CLUSTER_ENABLED', () => {
  test.each([{}, { STARGATE_LAST_CLUSTER_ENABLED: 'false' }])(
    'nothing is looked up, stored or counted without it: %j',
    async (env) => {
      const router = await startFakeRouter();
      const gateway = await start(env, router);
      router.script(answerFrom('A'));
      for (let i = 0; i < 3; i += 1) expect(await gateway.hintOf('s')).toBeUndefined();
      expect(await gateway.page()).not.toMatch(/last_cluster_\w+(\{.*\})? [1-9]/);
    },
  );

  test('a session is remembered with it', async () => {
    const gateway = await start(ENABLED, await startFakeRouter());
    await gateway.remember('s');
    expect(await gateway.hintOf('s')).toBe('A');
    expect(await gateway.hintOf('another')).toBeUndefined();
  });
});

test('STARGATE_LAST_CLUSTER_TTL: an entry ends with its lifetime', async () => {
  const short = { ...ENABLED, STARGATE_LAST_CLUSTER_TTL: '1ms' };
  const gateway = await start(short, await startFakeRouter());
  await gateway.remember('s');
  await until('it is forgotten', async () => (await gateway.hintOf('s')) === undefined);
});

test('STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: the process keeps no more', async () => {
  const one = { ...ENABLED, STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: '1' };
  const gateway = await start(one, await startFakeRouter());
  await gateway.remember('first');
  await gateway.remember('second');
  expect(await gateway.hintOf('first')).toBeUndefined();
  expect(await gateway.hintOf('second')).toBe('A');
});

test('STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: a lookup holds a request no longer', async () => {
  const store = await startRespServer(([name]) => (name === 'GET' ? '' : '+OK\r\n'));
  const gateway = await start(
    {
      ...ENABLED,
      STARGATE_LAST_CLUSTER_STORE: `redis://127.0.0.1:${String(store.port)}`,
      STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '321ms',
    },
    await startFakeRouter(),
  );
  expect(await gateway.hintOf('s')).toBeUndefined();
  await until('it is told', () => gateway.errorOutput().includes('last_cluster_store_error'));
  const line = gateway
    .errorOutput()
    .split('\n')
    .find((text) => text.includes('last_cluster_store_error'))!;
  expect(JSON.parse(line)).toMatchObject({
    event: 'last_cluster_store_error',
    operation: 'lookup',
    kind: 'timeout',
    error: 'no answer within 321 ms',
    model: 'm',
    routing_key: 'rk',
    suppressed: 0,
  });
});
