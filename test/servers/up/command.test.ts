import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, describe, expect, test } from 'vitest';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { runProcess } from '../../support/open-cli.js';
import { freePorts } from '../../support/server-process.js';
import { startCommand } from '../../support/start-command.js';
import { eventually, until } from '../../support/until.js';
import { named, startEngine, startUp } from './start-up.js';

/** A model file that ends with the test. */
const modelFile = (...models: readonly object[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'up-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'models.json');
  writeFileSync(file, JSON.stringify({ models }));
  return file;
};

describe('homeward up over engines that are there', () => {
  test('serves their models, and says where to point a client and what it has found', async () => {
    const [a, b] = [await startEngine(), await startEngine()];
    const up = await startUp([...named(a, b), '--slots', '8']);
    expect(up.output.out).toContain(`engine ${a.url}: vLLM; models m`);
    expect(up.output.out).toContain('8 slots per engine; sessions by id, else by opening');
    const models = (await (await fetch(`${up.base}/v1/models`)).json()) as { data: unknown[] };
    expect(models.data).toMatchObject([{ id: 'm' }]);
    const answer = await up.chat('Hello');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  test('prints a line for curl that works as it stands', async () => {
    const engine = await startEngine({ modelIds: [`it's`] });
    const up = await startUp(named(engine));
    const line = /^ {2}(curl .*)$/m.exec(up.output.out)![1]!;
    const { stdout } = await runProcess('/', 'sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion' });
  });

  test('prints the line for a model that the model file lists, not for any of the engine', async () => {
    const engine = await startEngine({ modelIds: ['other', 'm'] });
    const file = modelFile(
      { model: 'elsewhere' },
      { model: 'other', routing_key: 'k' },
      { model: 'm' },
    );
    const up = await startUp([...named(engine), '--models', file]);
    const line = /^ {2}(curl .*)$/m.exec(up.output.out)![1]!;
    const { stdout } = await runProcess('/', 'sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', model: 'm' });
  });

  test('asks for a key in that line only where the model wants one', async () => {
    const engine = await startEngine();
    const tryOf = async (entry: object): Promise<string> =>
      (await startUp([...named(engine), '--models', modelFile(entry)])).output.out;
    const open = await tryOf({ model: 'm' });
    expect(open).toContain(' OPENAI_API_KEY=none\n');
    expect(open).not.toContain('authorization');
    const digest = createHash('sha256').update('sk-1').digest('hex');
    const out = await tryOf({ model: 'm', api_keys_sha256: [digest] });
    expect(out).not.toContain('OPENAI_API_KEY=none');
    const line = /^ {2}(curl .*)$/m.exec(out)![1]!;
    const { stdout } = await runProcess('/', 'sh', ['-c', `OPENAI_API_KEY=sk-1; ${line}`]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', model: 'm' });
  });

  test('prints the line for a target of a fleet file, by its routing key, and does not warn', async () => {
    const engine = await startEngine({ modelIds: ['elsewhere'] });
    const scoped = await startEngine();
    const backends = [{ id: 'a1', url: scoped.url }];
    const clusters = [{ cluster_id: 'A', rtt_ms: 1, backends }];
    const fleet = join(mkdtempSync(join(tmpdir(), 'up-')), 'fleet.json');
    onTestFinished(() => {
      rmSync(dirname(fleet), { recursive: true });
    });
    const targets = [{ routing_key: 'k', model_id: 'm', clusters }];
    writeFileSync(fleet, JSON.stringify({ targets }));
    const file = modelFile({ model: 'm', routing_key: 'k' });
    const up = await startUp([...named(engine), '--models', file, '--clusters', fleet]);
    expect(up.output.out).not.toContain('warning');
    const line = /^ {2}(curl .*)$/m.exec(up.output.out)![1]!;
    expect(line).toContain('"model":"k/m"');
    const { stdout } = await runProcess('/', 'sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', model: 'm' });
  });

  test('warns, instead of a line, while no engine has a model of the model file', async () => {
    const [port] = await freePorts(1);
    const late = `http://127.0.0.1:${String(port)}`;
    const file = modelFile({ model: 'listed' });
    const up = await startUp([...named(await startEngine(), { url: late }), '--models', file]);
    expect(up.output.out).toContain(
      `  warning: no engine that has answered serves a model that ${file} lists`,
    );
    expect(up.output.out).not.toContain('curl');
    await startEngine({ port: port!, modelIds: ['listed'] });
    await up.printed(({ out }) => out.includes('"model":"listed"'));
  });

  test('leaves out the one model whose id cannot travel, and warns of it', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/metrics') response.writeHead(404).end();
      else if (request.url !== '/v1/models') response.end('{"answer":true}');
      else response.end('{"data":[{"id":"modell-ü"},{"id":"m"}]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const up = await startUp(['--engine', url]);
    expect(up.output.out).toContain('; models m\n');
    expect(up.output.err).toContain(
      `"engine_model_left_out","url":"${url}","message":"data[0].id: expected visible ASCII text, ` +
        'without outer spaces, given \\"modell-ü\\""',
    );
    expect(up.output.err).not.toContain('engine_unanswered');
    expect((await up.chat('Hello')).status).toBe(200);
  });

  test('says that the slots are a guess when nobody has told them', async () => {
    const up = await startUp(named(await startEngine()));
    expect(up.output.out).toContain('64 slots per engine, a guess: say how many with --slots');
  });

  test('calls the slots of mock engines no guess, and says where sessions are remembered', async () => {
    const up = await startUp(['--demo']);
    expect(up.output.out).toContain('64 slots per engine; sessions by id');
    expect(up.output.out).toContain('last-cluster memory in this process\n');
  });

  test('names the engines by host and port, and routes as documented', async () => {
    const engine = await startEngine();
    const up = await startUp([...named(engine), '--slots', '8', '--expose-cluster', 'on']);
    const answer = await up.chat('Hello');
    expect(answer.headers.get('x-homeward-cluster')).toBe(engine.url.replace('http://', ''));
    const admin = /admin (\S+)/.exec(up.output.out)![1]!;
    const decided = await fetch(`http://${admin}/debug/decide`, {
      method: 'POST',
      body: JSON.stringify({ model_id: 'm', request: { request_id: 'r' } }),
    });
    expect(await decided.json()).toMatchObject({
      affinity_wait_ms: 300,
      affinity_input_tokens_scale: 0.1,
    });
  });

  test('shows the metrics of gateway and router on one page', async () => {
    const up = await startUp(named(await startEngine()));
    await up.chat('Hello');
    const page = /metrics (\S+);/.exec(up.output.out)![1]!;
    await eventually(async () => {
      const text = await (await fetch(page)).text();
      expect(text).toMatch(/^homeward_gateway_requests_total\{.*model="m".*\} 1$/m);
      expect(text).toMatch(/^homeward_router_requests_total\{.*model="m".*\} 1$/m);
      expect(text).toContain('homeward_build_info');
    });
  });

  test('takes an engine without a readable page of metrics, and serves from it', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/metrics') response.writeHead(404).end();
      else if (request.url === '/v1/models') response.end('{"data":[{"id":"m","owned_by":"x"}]}');
      else response.end('{"answer":true}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const up = await startUp(['--engine', `${url}/v1`]);
    expect(up.output.out).toContain(
      `engine ${url}: no metrics page that is understood ` +
        `(GET ${url}/metrics: expected status 200, given 404); models m`,
    );
    for (let i = 0; i < 3; i++) expect((await up.chat('Hello')).status).toBe(200);
  });

  test('sends the key of a client on to the engine', async () => {
    const engine = await startEngine();
    const up = await startUp(named(engine));
    await up.chat('Hello', { authorization: 'Bearer sk-1' });
    const last = new Map(engine.requests.at(-1)!.headers);
    expect(last.get('authorization')).toBe('Bearer sk-1');
  });
});

describe('homeward up over an engine that is down', () => {
  test('says so, serves the others, and takes it in when it comes', async () => {
    const [port] = await freePorts(1);
    const a = await startEngine();
    const late = `http://127.0.0.1:${String(port)}`;
    const up = await startUp([...named(a), '--engine', late]);
    expect(up.output.out).toContain(
      `engine ${late}: waiting for its models (GET ${late}/v1/models: `,
    );
    expect(up.output.err).toContain('engine_unanswered');
    expect((await up.chat('Hello')).status).toBe(200);
    const readyz = async (): Promise<string> => (await fetch(`${up.base}/readyz`)).text();
    expect(await readyz()).toBe('ok\nengines that have not answered yet: 1\n');
    const b = await startEngine({ port: port! });
    await up.printed(({ err }) => err.includes(`"engine_found","url":"${late}"`));
    expect(await readyz()).toBe('ok\n');
    await a.close();
    await until('requests go to the engine that came', async () => {
      await up.chat('Hello');
      return b.requests.some(({ path }) => path.startsWith('/v1/chat'));
    });
    let talks = 0;
    await eventually(async () => {
      await up.chat(`Hello ${String(++talks)}`);
      expect(await readyz()).toBe('ok\nengines that are not reached or do not report: 1\n');
    });
  });

  test('counts an engine that is back as soon as its page answers, without a request', async () => {
    const a = await startEngine();
    const b = await createMockEngine({ modelIds: ['m'] });
    const up = await startUp(named(a, b));
    const readyz = async (): Promise<string> => (await fetch(`${up.base}/readyz`)).text();
    const page = /metrics (\S+);/.exec(up.output.out)![1]!;
    await b.close();
    let talks = 0;
    await until('it is paused', async () => {
      await up.chat(`Hello ${String(++talks)}`);
      const text = await (await fetch(page)).text();
      return /^stargate_backends\{.*state="paused".*\} 1$/m.test(text);
    });
    expect(await readyz()).toBe('ok\nengines that are not reached or do not report: 1\n');
    await startEngine({ port: b.port });
    await until('it is ready', async () => (await readyz()) === 'ok\n');
  });

  test('says what was asked when the answer is no list of models', async () => {
    const server = createServer((_request, response) => response.end('<html>'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const up = await startUp(['--engine', url]);
    expect(up.output.out).toContain(`(GET ${url}/v1/models: line 1, column 1: expected a value`);
  });

  test('says where its key goes when an engine wants one, and asks with it', async () => {
    const server = createServer((request, response) => {
      if (request.headers.authorization !== 'Bearer sk-engine') response.writeHead(401).end();
      else response.end('{"data":[{"id":"m"}]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const without = await startUp(['--engine', url]);
    expect(without.output.out).toContain(
      `(GET ${url}/v1/models: expected status 200, given 401 (HOMEWARD_UP_ENGINE_KEY: its key))`,
    );
    const withKey = await startUp(['--engine', url], {
      env: { HOMEWARD_UP_ENGINE_KEY: 'sk-engine' },
    });
    expect(withKey.output.out).toContain(`engine ${url}: no metrics page`);
  });

  test('answers 503 until the first engine comes, and then prints a line to try', async () => {
    const [port] = await freePorts(1);
    const up = await startUp(['--engine', `http://127.0.0.1:${String(port)}`]);
    expect(up.output.out).toContain('no engine has answered yet');
    const early = await up.chat('Hello');
    expect(early.status).toBe(503);
    expect(await early.text()).toContain(
      'No engine that has answered serves the model \\"m\\"; some',
    );
    expect((await fetch(`${up.base}/readyz`)).status).toBe(503);
    await startEngine({ port: port! });
    await up.printed(({ out }) => out.includes('curl '));
    await until('requests are served', async () => (await up.chat('Hello')).status === 200);
    expect((await fetch(`${up.base}/readyz`)).status).toBe(200);
  });

  test('finds the other model of an engine that was started again', async () => {
    const first = await createMockEngine({ modelIds: ['old'] });
    const up = await startUp(named(first));
    await first.close();
    await startEngine({ port: first.port });
    up.child.kill('SIGHUP');
    await until('the new model is served', async () => (await up.chat('Hello')).status === 200);
  });
});

describe('homeward up', () => {
  test('begins with mock engines where it is told to', async () => {
    const up = await startUp(['--demo', '3']);
    expect(up.output.out.match(/: vLLM; models mock-model/g)).toHaveLength(3);
    const models = await (await fetch(`${up.base}/v1/models`)).text();
    expect(models).toContain('mock-model');
  });

  test('tells of a routing configuration that is refused at SIGHUP', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'up-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'lb.json');
    writeFileSync(file, '{"default":"random"}');
    const up = await startUp([...named(await startEngine()), '--config', file]);
    const readyz = async (): Promise<string> => (await fetch(`${up.base}/readyz`)).text();
    expect(await readyz()).toBe('ok\n');
    writeFileSync(file, '{"default":"randm"}');
    up.child.kill('SIGHUP');
    await until('it is told', async () => (await readyz()) !== 'ok\n');
    expect(await readyz()).toBe(
      'ok\nthe routing configuration is refused; the version before it is used\n',
    );
  });

  test('ends with every fault told once, and needs an engine', async () => {
    const bad = startCommand(['up', '--engine', 'ftp://x', '--max-body', 'much', '--slots', '0']);
    expect(await bad.exit).toBe(2);
    expect(bad.output.err.trimEnd().split('\n')).toHaveLength(3);
    expect(bad.output.err).toContain('--engine: expected URLs that begin with http:// or https://');
    const none = startCommand(['up']);
    expect(await none.exit).toBe(2);
    expect(none.output.err).toContain('--engine: expected the URL of an engine, or --demo');
  });

  test('shows no password of a URL that it refuses', async () => {
    const bad = startCommand(['up', '--engine', 'http://me:secret@x']);
    expect(await bad.exit).toBe(2);
    expect(bad.output.err).not.toContain('secret');
  });

  test('ends with status 1, leaving nothing open, when an address is taken', async () => {
    const up = await startUp(['--demo']);
    const second = startCommand(['up', '--demo', '--listen', new URL(up.base).host]);
    expect(await second.exit).toBe(1);
    expect(second.output.err).toContain('EADDRINUSE');
    expect(second.output.err).toContain(`cannot listen on ${new URL(up.base).host}: `);
    expect(second.output.err).toContain('--listen, --admin or --metrics');
  });

  test('lets a request that is under way end before it ends', async () => {
    const engine = await startEngine();
    engine.slow(20);
    const up = await startUp(named(engine));
    const answer = up.chat('Hello');
    await until('the request runs', () => engine.state().running === 1);
    up.child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    expect(await up.exit).toBe(0);
  });
});
