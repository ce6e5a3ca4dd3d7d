import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lastClusterStoreKey } from '../../../src/adapters/session/index.js';
import { redisBinary, startRedis } from '../../support/redis-server.js';
import { startCommand } from '../../support/start-command.js';
import { until } from '../../support/until.js';
import { chat } from './support/calls.js';
import { answerFrom, startFakeRouter } from './support/fake-router.js';
import { open, send } from './support/raw-request.js';
import { MODEL, sha256 } from './support/start-gateway.js';

const startGateway = (flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startCommand(['gateway', ...flags], { env });

const modelFile = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'models.json');
  await writeFile(file, text);
  return file;
};

const goodFile = () => modelFile(JSON.stringify({ models: [MODEL] }));

const OPEN_PORTS = ['--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0'];

describe('homeward gateway', () => {
  test('says in one line what listens where, and serves', async () => {
    const router = await startFakeRouter();
    const models = await goodFile();
    const gateway = startGateway([...OPEN_PORTS, '--router', router.url, '--models', models]);
    const url = await gateway.url();
    expect(gateway.output.out).toBe(
      `homeward gateway listening on ${url} (1 model of ${models}); router ${router.url}; ` +
        `last-cluster memory off; metrics ${/metrics (\S+)\n/.exec(gateway.output.out)![1]!}\n`,
    );
    expect((await send(url, chat())).status).toBe(200);
    expect(router.last().values('x-routing-method')).toEqual(['pulsar;seed=a']);
    for (const path of ['/healthz', '/readyz']) {
      expect((await send(url, { method: 'GET', path })).status).toBe(200);
    }
    expect((await send(url, { method: 'GET', path: '/metrics' })).status).toBe(404);
  });

  test('shows its metrics on a listener of their own', async () => {
    const router = await startFakeRouter();
    const flags = [...OPEN_PORTS, '--router', router.url, '--models', await goodFile()];
    const gateway = startGateway(flags, { STARGATE_LAST_CLUSTER_ENABLED: 'true' });
    const url = await gateway.url();
    await send(url, chat({ prompt_cache_key: 's' }));
    const address = /metrics (\S+)\n/.exec(gateway.output.out)![1]!;
    const page = await (await fetch(`http://${address}/metrics`)).text();
    expect(page).toContain('llm_api_gateway_last_cluster_lookups_total{result="miss"} 1');
    expect(page).toContain('llm_api_gateway_last_cluster_writes_total{result="error"} 0');
    expect(page).not.toContain('stargate_');
    for (const path of ['/', '/v1/models', '/metricsx']) {
      expect((await fetch(`http://${address}${path}`)).status).toBe(404);
    }
  });

  test('takes its settings from the environment, flags first', async () => {
    const router = await startFakeRouter();
    const environment = {
      HOMEWARD_GATEWAY_ROUTER: router.url,
      HOMEWARD_GATEWAY_MODELS: await goodFile(),
      HOMEWARD_GATEWAY_LISTEN: 'nonsense',
      HOMEWARD_GATEWAY_METRICS: 'off',
      HOMEWARD_GATEWAY_MAX_BODY: '100',
      STARGATE_LAST_CLUSTER_ENABLED: 'true',
    };
    const gateway = startGateway(['--listen', '127.0.0.1:0'], environment);
    const url = await gateway.url();
    expect(gateway.output.out).toContain('last-cluster memory in this process; metrics off\n');
    expect((await send(url, chat({ prompt_cache_key: 'x'.repeat(100) }))).status).toBe(413);
  });

  test('lists every fault and ends with 2', async () => {
    const models = await modelFile('{"models":[{"model":"m","priority":-1},{"mode":"m"}]}');
    const flags = ['--models', models, '--router', 'http://me:secret@router/', '--listen', 'x:y'];
    const gateway = startGateway([...flags, '--max-body', '0'], {
      HOMEWARD_GATEWAY_KEEP_ALIVE: '5',
      STARGATE_LAST_CLUSTER_TTL: '0s',
      STARGATE_LAST_CLUSTER_STORE: 'redis://:hunter2@',
    });
    expect(await gateway.exit).toBe(2);
    const lines = gateway.output.err.trimEnd().split('\n');
    const starts = [
      ...['--router', '--listen', '--max-body', 'HOMEWARD_GATEWAY_KEEP_ALIVE'],
      ...['STARGATE_LAST_CLUSTER_TTL', 'STARGATE_LAST_CLUSTER_STORE'],
      ...['25: models[0].priority', '40: models[1].model', '41: models[1].mode'].map(
        (at) => `${models}, line 1, column ${at}`,
      ),
    ];
    expect(lines.map((line) => line.split(': expected')[0])).toEqual(
      starts.map((start) => `error: ${start}`),
    );
    expect(gateway.output.err).not.toMatch(/secret|hunter2/);
    expect(gateway.output.out).toBe('');
  });

  test.each([
    ['is missing', undefined, 'there is no such file'],
    ['is no JSON', '{"models":[', 'line 1, column 12: expected a value or "]", given the end'],
  ])('ends with 2 when the model file %s', async (_, text, message) => {
    const models = text === undefined ? '/no/such/file' : await modelFile(text);
    const gateway = startGateway([...OPEN_PORTS, '--models', models]);
    expect(await gateway.exit).toBe(2);
    expect(gateway.output.err).toContain(models);
    expect(gateway.output.err).toContain(message);
  });

  test('ends with 1 when the address is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await until('it listens', () => other.listening);
    const { port } = other.address() as AddressInfo;
    const flags = ['--metrics', 'off', '--listen', `127.0.0.1:${String(port)}`];
    const gateway = startGateway([...flags, '--models', await goodFile()]);
    expect(await gateway.exit).toBe(1);
    expect(gateway.output.err).toContain('EADDRINUSE');
  });

  test('lets streams end after SIGTERM, takes no new requests, and ends with 0', async () => {
    let finish: () => void = () => undefined;
    const router = await startFakeRouter((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      finish = () => response.end('data: [DONE]\n\n');
    });
    const models = await goodFile();
    const gateway = startGateway([...OPEN_PORTS, '--router', router.url, '--models', models]);
    const url = await gateway.url();
    const stream = await open(url, chat({ stream: true }));
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await until('the first piece is there', () => text !== '');
    gateway.child.kill('SIGTERM');
    await until('nobody gets in', () =>
      send(url, { method: 'GET', path: '/healthz' }).then(
        () => false,
        () => true,
      ),
    );
    finish();
    expect(await gateway.exit).toBe(0);
    expect(text).toBe('data: 1\n\ndata: [DONE]\n\n');
    expect(gateway.output.err).toContain('"event":"server_stopped"');
  });

  test('cuts what is not over after the grace', async () => {
    const router = await startFakeRouter((response) => {
      response.writeHead(200).write('data: 1\n\n');
    });
    const flags = [...OPEN_PORTS, '--router', router.url, '--models', await goodFile()];
    const gateway = startGateway([...flags, '--shutdown-grace', '50ms']);
    const stream = await open(await gateway.url(), chat({ stream: true }));
    let isCut = false;
    stream.on('error', () => (isCut = true)).resume();
    gateway.child.kill('SIGTERM');
    expect(await gateway.exit).toBe(0);
    await until('the stream is cut', () => isCut);
    await until('the router sees it', () => router.last().isAborted());
  });

  test.skipIf(redisBinary === undefined)('ends its writes before it ends itself', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.kill());
    const router = await startFakeRouter((response, request) => {
      redis.freeze();
      answerFrom('B')(response, request);
    });
    const flags = [...OPEN_PORTS, '--router', router.url, '--models', await goodFile()];
    const address = `redis://127.0.0.1:${String(redis.port)}`;
    const gateway = startGateway(flags, {
      STARGATE_LAST_CLUSTER_ENABLED: 'true',
      STARGATE_LAST_CLUSTER_STORE: address,
      STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '1s',
    });
    const url = await gateway.url();
    expect((await send(url, chat({ prompt_cache_key: 's' }))).status).toBe(200);
    gateway.child.kill('SIGTERM');
    redis.thaw();
    expect(await gateway.exit).toBe(0);
    const client = createClient({ url: address });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    const affinityKey = `mt:v1:session:${sha256('s')}`;
    const key = lastClusterStoreKey({ routingKey: 'rk', model: 'm', affinityKey });
    expect(await client.get(key)).toBe('B');
  });
});
