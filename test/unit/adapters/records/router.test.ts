import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counted } from '../../../../src/core/codec/counted.js';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { send, type Answer } from '../../../servers/router/support/http-client.js';
import { startBackend } from '../../../servers/router/support/start-backend.js';
import { startEngine } from '../../../servers/router/support/start-server.js';
import { startCommand } from '../../../support/start-command.js';
import { until } from '../../../support/until.js';
import { readRecords } from './support/record-lines.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

/** The router as a process, in front of two engines and one that never takes a request. */
const startRouter = async (
  flags: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) => {
  writeFileSync(join(cli.folder, 'clusters.json'), JSON.stringify(await documentOfEngines()));
  writeFileSync(join(cli.folder, 'config.json'), JSON.stringify(CONFIG));
  const files = ['--clusters', 'clusters.json', '--config', 'config.json'];
  const listeners = ['--listen', '0', '--admin', 'off', '--metrics', 'off'];
  const args = ['router', ...files, ...listeners, ...flags];
  const router = startCommand(args, { cwd: cli.folder, env: variables });
  return {
    ...router,
    address: async () => new URL(await router.url()).host,
    stop: () => {
      router.child.kill('SIGTERM');
      return router.exit;
    },
  };
};

const CONFIG = {
  models: {
    m: {
      algorithm: 'pulsar-wait-and-widen',
      cache_affinity_wait_ms: 40,
      last_cluster_affinity: true,
    },
  },
  request_algorithms: {
    random: 'random',
    'wait-and-widen': 'wait-and-widen',
    'round-robin': 'round-robin',
  },
};

const documentOfEngines = async () => {
  const slow = { slots: 8, decodeTokensPerSecond: 200, outputTokens: 4 };
  const [a, b] = await Promise.all([startEngine(slow), startEngine(slow)]);
  const c = await startBackend((_request, response) => {
    response.writeHead(503, { 'x-stargate-retryable': 'true' }).end();
  });
  const urls = { A: a.url, B: b.url, C: c.url };
  const clusters = Object.entries(urls).map(([id, url]) => ({
    cluster_id: id,
    rtt_ms: 5,
    stats: { max_engine_concurrency: 2, max_input_tps: 1000, last_mean_input_tps: 1000 },
    backends: [{ id: id.toLowerCase(), url }],
  }));
  return { targets: [{ model_id: 'm', clusters }] };
};

const PROMPT = 'what nobody but the engine should read';
const BODY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: PROMPT }] });

const METHODS = [
  undefined,
  undefined,
  'random',
  'wait-and-widen;cache_affinity_backend_selection_count=1;cache_affinity_wait_ms=30',
  'round-robin',
];

const ask = (address: string, number: number): Promise<Answer> => {
  const method = METHODS[number % METHODS.length];
  const hint = ['A', 'B', 'gone', undefined][number % 4];
  const headers: readonly (readonly [string, string | undefined])[] = [
    ['x-request-id', `request-${String(number)}`],
    ['x-model', 'm'],
    ['x-input-tokens', String(10 + number)],
    ['x-cache-affinity-key', `session-${String(number % 3)}`],
    ['x-priority', String(number % 2)],
    ['x-max-wait-ms', '60000'],
    ['x-routing-method', method],
    ['x-stargate-last-cluster-id', hint],
    ['content-type', 'application/json'],
  ];
  const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return send(address, { bare: true, headers: lines, body: BODY });
};

const askAll = (address: string, from: number, to: number): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: to - from }, (_, i) => ask(address, from + i)));

const expectReplay = async (name: string): Promise<void> => {
  const count = readRecords(join(cli.folder, name)).records.length;
  expect(await cli.run(['replay', name])).toEqual({
    status: 0,
    stdout: `${counted(count, 'record')}: ${String(count)} equal, 0 different, 0 bad\n`,
    stderr: '',
  });
};

describe('homeward router --record', () => {
  test('writes what it decided, so that it replays', async () => {
    const router = await startRouter(['--record', 'run.jsonl']);
    const answers = await askAll(await router.address(), 0, 40);
    expect(await router.stop()).toBe(0);
    const path = join(cli.folder, 'run.jsonl');
    const { records, decisions } = readRecords(path);
    await expectReplay('run.jsonl');

    const lastOf = new Map(records.map((one) => [one.request.request_id, one.decision]));
    expect(lastOf.size).toBe(40);
    answers.forEach((answer, number) => {
      expect(answer.status).toBe(200);
      const cluster_id = answer.header('x-stargate-cluster-id');
      expect(lastOf.get(`request-${String(number)}`)).toMatchObject({ cluster_id });
    });
    expect(records.some(({ decision }) => decision.kind === 'wait')).toBe(true);
    expect(records.some(({ decision }) => decision.promoted)).toBe(true);
    expect(records.some(({ request }) => request.excluded_cluster_ids?.length === 1)).toBe(true);
    expect(records.some(({ snapshot_ref }) => snapshot_ref !== undefined)).toBe(true);
    expect(decisions).not.toContain('request_id');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('writes no prompt, and of headers only what decides', async () => {
    const router = await startRouter(['--record', 'private.jsonl']);
    const address = await router.address();
    await ask(address, 1);
    const secret = ['authorization', 'Bearer secret', 'x-custom', 'secret', 'cookie', 'secret'];
    const trusted = ['x-request-id', 'r', 'x-model', 'm', 'x-input-tokens', '1'];
    await send(address, { bare: true, headers: [...trusted, ...secret], body: BODY });
    expect(await router.stop()).toBe(0);
    const { records } = readRecords(join(cli.folder, 'private.jsonl'));
    expect(JSON.stringify(records)).not.toMatch(/nobody but|secret|Bearer/);
    const members = new Set(records.flatMap((record) => Object.keys(record.request)));
    expect([...members].sort()).toEqual(
      expect.not.arrayContaining(['routing_method', 'headers', 'body', 'target']),
    );
  });

  test('goes on in the file of an earlier run, for the share of requests it is told', async () => {
    const variables = {
      HOMEWARD_ROUTER_RECORD: 'twice.jsonl',
      HOMEWARD_ROUTER_RECORD_RATE: '0.5',
    };
    for (const from of [0, 20]) {
      const router = await startRouter([], variables);
      await askAll(await router.address(), from, from + 20);
      expect(await router.stop()).toBe(0);
    }
    const { records } = readRecords(join(cli.folder, 'twice.jsonl'));
    const ids = new Set(records.map(({ request }) => request.request_id));
    expect(ids.size).toBeGreaterThan(5);
    expect(ids.size).toBeLessThan(35);
    await expectReplay('twice.jsonl');
  });

  test('starts another file when the present one is moved away', async () => {
    const router = await startRouter(['--record', 'log.jsonl']);
    const address = await router.address();
    await askAll(address, 0, 10);
    const path = join(cli.folder, 'log.jsonl');
    await until('ten requests on record', () => {
      const { records } = readRecords(path);
      return new Set(records.map(({ request }) => request.request_id)).size === 10;
    });
    renameSync(path, `${path}.1`);
    await askAll(address, 10, 20);
    expect(await router.stop()).toBe(0);
    expect(readRecords(path).records[0]).toMatchObject({ line: 1, snapshot: { model_id: 'm' } });
    await expectReplay('log.jsonl');
    await expectReplay('log.jsonl.1');
  });

  test('does not start with a file or a share that cannot be', async () => {
    const bad = await startRouter(['--record', '.', '--record-rate', '2']);
    expect(await bad.exit).toBe(2);
    expect(bad.output.err).toBe(
      'error: --record-rate: expected a share from 0 to 1, such as 0.01, given "2"\n',
    );
    const folder = await startRouter(['--record', '.', '--config', 'nowhere.json']);
    expect(await folder.exit).toBe(2);
    expect(folder.output.err).toContain('nowhere.json');
    expect(folder.output.err).toMatch(/file \.: expected a file that records can be appended to/);
  });

  test('routes on when the file fails, says so, and records again when it can', async () => {
    mkdirSync(join(cli.folder, 'disk'));
    const router = await startRouter(['--record', 'disk/log.jsonl']);
    const address = await router.address();
    expect((await ask(address, 0)).status).toBe(200);
    rmSync(join(cli.folder, 'disk'), { recursive: true });
    expect((await ask(address, 1)).status).toBe(200);
    await until('a loss that is told', () => router.output.err.includes('decision_records_lost'));
    const [told] = router.output.err.split('\n').filter((line) => line.includes('records_lost'));
    expect(JSON.parse(told!)).toMatchObject({ file: 'disk/log.jsonl', lost: expect.any(Number) });
    expect(told).toContain('the file failed: ENOENT');
    mkdirSync(join(cli.folder, 'disk'));
    await until('a record after the pause', async () => {
      expect((await ask(address, 2)).status).toBe(200);
      return existsSync(join(cli.folder, 'disk/log.jsonl'));
    });
    expect(await router.stop()).toBe(0);
    await expectReplay('disk/log.jsonl');
  });
});
