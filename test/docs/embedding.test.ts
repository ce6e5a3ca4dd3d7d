import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../package/packed-folder.js';
import { bundleProgram } from '../support/bundle-program.js';
import { blocksOf, readPage } from './pages.js';

const SERVERS = ['node:http', 'fastify', 'hono'] as const;

const FOLDER = join(root, 'node_modules/.cache/homeward-programs/embedding-sources');

/** Waits as long as the test needs, however slow the machine; listens where nobody else does. */
const patient = (code: string): string =>
  code
    .replace('cache_affinity_wait_ms: 300', 'cache_affinity_wait_ms: 3_600_000')
    .replace('port: 3000', 'port: 0');

/** Serves the page's three servers, asks each, and prints what they answer. */
const DRIVER = `
  import { serve } from '@hono/node-server';
  import { publish } from './choose.js';
  import { server } from './node-http.js';
  import { app as fastify } from './fastify.js';
  import { app as hono } from './hono.js';

  const cluster = (cluster_id, running) => ({
    cluster_id,
    rtt_ms: 5,
    stats: { num_running_queries: running, max_engine_concurrency: 1, last_mean_input_tps: 1000, max_input_tps: 1000 },
  });
  const publishRunning = (a, b) => publish({ model_id: 'm', clusters: [cluster('A', a), cluster('B', b)] });
  const ask = async (port, model) => {
    const headers = { 'x-model': model, 'x-input-tokens': '9', 'x-cache-affinity-key': 'k' };
    const response = await fetch('http://127.0.0.1:' + port + '/v1/chat/completions', { method: 'POST', headers });
    const { kind, clusterId } = await response.json();
    return [response.status, kind, clusterId ?? null];
  };

  server.listen(0, '127.0.0.1');
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const ofHono = serve({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => ofHono.once('listening', resolve));
  const ports = [server.address().port, fastify.server.address().port, ofHono.address().port];
  const answers = [];
  for (const port of ports) {
    publishRunning(1, 0);
    const free = await ask(port, 'm');
    publishRunning(1, 1);
    const waiting = ask(port, 'm');
    const unknown = await ask(port, 'other');
    publishRunning(1, 0);
    answers.push({ free, waited: await waiting, unknown });
  }
  console.log(JSON.stringify(answers));
  process.exit(0);
`;

let answers: readonly Readonly<Record<'free' | 'waited' | 'unknown', unknown>>[];

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const blocks = readPage('docs/embedding.md').matchAll(
    /```ts\n\/\/ (?<file>[\w-]+\.ts)\n(?<code>[\s\S]*?)```/g,
  );
  for (const { groups } of blocks)
    writeFileSync(join(FOLDER, groups!['file']!), patient(groups!['code']!));
  writeFileSync(join(FOLDER, 'driver.ts'), DRIVER);
  const program = await bundleProgram({ file: join(FOLDER, 'driver.ts') }, 'examples/embedding');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  answers = JSON.parse(stdout) as typeof answers;
});

test('the service starts, and answers what the page asks it', async () => {
  const program = await bundleProgram({ file: join(FOLDER, 'main.ts') }, 'examples/embedding-main');
  const service = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(service.stdout, 'data')) as [Buffer];
  const [, flags] = /curl http:\/\/127.0.0.1:3000(.*)/.exec(
    blocksOf('docs/embedding.md', 'sh')[0]!,
  )!;
  const url = printed.toString().trim();
  const { stdout } = await promisify(execFile)('bash', ['-c', `curl -s ${url}${flags!}`]);
  service.kill();
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'selected', clusterId: 'B' });
});

describe.each(SERVERS.map((name, index) => [name, index] as const))('with %s', (_, index) => {
  test('a request goes home, where there is room', () => {
    expect(answers[index]!.free).toEqual([200, 'selected', 'B']);
  });

  test('a request that waits is decided again when statistics arrive', () => {
    expect(answers[index]!.waited).toEqual([200, 'selected', 'B']);
  });

  test('a model that nobody serves is refused', () => {
    expect(answers[index]!.unknown).toEqual([400, 'rejected', null]);
  });
});
