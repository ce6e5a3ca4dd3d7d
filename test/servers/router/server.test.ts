import * as E from 'fp-ts/lib/Either.js';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import * as PromClient from 'prom-client';
import { describe, expect, test } from 'vitest';
import { eventually, until } from '../../support/until.js';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.js';
import type { BackendStatus } from '../../../src/adapters/fleet/port.js';
import { readinessOf } from '../../../src/adapters/router/server/readiness.js';
import { createPushSource } from '../../../src/adapters/fleet/sources/push-source.js';
import { givenConfig, givenSnapshot, M } from './support/given.js';
import { open, send, TRUSTED } from './support/http-client.js';
import { startBackend } from './support/start-backend.js';
import { startEngine, startServer } from './support/start-server.js';

const ONE = givenSnapshot({ A: { slots: 4 } });
const ANYWHERE = { host: '127.0.0.1', port: 0 };

const get = (address: string, path: string, headers: readonly string[] = []) =>
  send(address, { method: 'GET', path, bare: true, headers });

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const startOne = async (about: Partial<Parameters<typeof startServer>[0]> = {}) => {
  const engine = await startEngine();
  const server = await startServer({ snapshot: ONE, urls: { A: [engine.url] }, ...about });
  return { engine, ...server };
};

describe('the main listener', () => {
  test('tells that it lives, and that it is ready', async () => {
    const { address, fleet } = await startOne();
    expect(JSON.parse((await get(address, '/healthz')).body)).toEqual({ status: 'ok' });
    const ready = await get(address, '/readyz');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toEqual({
      status: 'ready',
      targets: 1,
      backends: { live: 1, stale: 0, paused: 0 },
      models_without_live_backend: [],
      models_without_reports: [],
      refused_documents: [],
    });
    fleet.listener().onTargetGone(M);
    expect((await get(address, '/readyz')).status).toBe(503);
    expect((await get(address, '/healthz')).status).toBe(200);
  });

  test('answers HEAD as it answers GET', async () => {
    const { address } = await startOne();
    for (const path of ['/healthz', '/readyz', '/v1/models']) {
      expect((await send(address, { method: 'HEAD', path, bare: true })).status).toBe(200);
    }
  });

  test('listens on an IPv6 address', async () => {
    const { address } = await startOne({ listen: { host: '::1', port: 0 } });
    expect(address).toMatch(/^\[::1\]:\d+$/);
    expect((await send(address)).status).toBe(200);
  });

  test('lists the models of a routing key, or all', async () => {
    const { address, router } = await startOne();
    router.publish(givenSnapshot({ A: {} }, 'tenant'));
    router.publish({ target: { routingKey: 'tenant', modelId: 'own' }, clusters: [] });
    const idsOf = async (headers: readonly string[]) => {
      const answer = await get(address, '/v1/models', headers);
      const { object, data } = JSON.parse(answer.body) as {
        object: string;
        data: { id: string; object: string }[];
      };
      expect(object).toBe('list');
      return data.map(({ id }) => id);
    };
    expect(await idsOf([])).toEqual(['m', 'own']);
    expect(await idsOf(['x-routing-key', 'tenant'])).toEqual(['m', 'own']);
    expect(await idsOf(['x-routing-key', 'other'])).toEqual([]);
  });

  test('refuses a body over its limit with 413, announced or not', async () => {
    const { address, engine, router } = await startOne({ limits: { maxBytes: 100_000 } });
    const chunks = (): Readable =>
      Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(10_000)));
    for (const body of [Buffer.alloc(200_000), chunks()]) {
      const agent = new Agent({ keepAlive: true });
      const answer = await send(address, { body, agent });
      agent.destroy();
      expect(answer.status).toBe(413);
      expect(answer.header('x-stargate-error-code')).toBe('body_too_large');
    }
    expect(engine.requests.filter(({ isComplete }) => isComplete)).toHaveLength(0);
    await eventually(() => expect(router.counts()).toMatchObject({ routing: 0, reservations: 0 }));
    expect((await send(address, { body: Buffer.alloc(100_000) })).status).not.toBe(413);
  });

  test('refuses oversized headers with 431', async () => {
    const { address, engine } = await startOne({ limits: { maxHeaderBytes: 4096 } });
    expect((await send(address, { headers: ['x-large', 'x'.repeat(5000)] })).status).toBe(431);
    expect((await send(address, { headers: ['x-large', 'x'.repeat(1000)] })).status).toBe(200);
    expect(engine.requests).toHaveLength(1);
  });

  test('reads every header, however many', async () => {
    const backend = await startBackend((_request, response) => response.end());
    backend.server.maxHeadersCount = 0;
    const limits = { maxHeaderBytes: 65_536 };
    const { address } = await startServer({ snapshot: ONE, urls: { A: [backend.url] }, limits });
    const many = Array.from({ length: 2500 }, (_, i) => [`x-${String(i)}`, '']).flat();
    expect((await send(address, { bare: true, headers: [...many, ...TRUSTED] })).status).toBe(200);
    expect(backend.requests[0]!.headers['x-2499']).toBe('');
  });

  test('answers 400 to what is not HTTP', async () => {
    const { address } = await startOne();
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    socket.end('not http at all\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('readiness', () => {
  const statusOf = (state: BackendStatus['state'], hasLostReports?: true): BackendStatus => ({
    target: M,
    backend: { id: 'a1', clusterId: 'A', url: 'http://a' },
    state,
    ageMs: 0,
    ...(hasLostReports && { hasLostReports }),
  });
  const judge = (status: readonly BackendStatus[], isStopping = false) =>
    readinessOf(
      {
        runtime: { targets: () => [M] },
        fleet: { status: () => status, refusedSources: () => [] },
      } as never,
      { isStopping },
    );

  test('names models that have no live backend, and models that no backend reports of', () => {
    expect(judge([statusOf('stale', true)])).toMatchObject({
      isReady: true,
      body: { models_without_live_backend: ['m'], models_without_reports: ['m'] },
    });
    expect(judge([statusOf('stale'), statusOf('live')])).toMatchObject({
      body: { models_without_live_backend: [], models_without_reports: [] },
    });
  });

  test('ends when the server stops', () => {
    expect(judge([statusOf('live')], true)).toMatchObject({
      isReady: false,
      body: { status: 'stopping' },
    });
  });
});

describe('the admin listener', () => {
  const post = async (address: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = ['content-type', 'application/json'];
    const answer = await send(address, { path: '/debug/decide', bare: true, headers, body: text });
    return { status: answer.status, json: JSON.parse(answer.body) as Record<string, unknown> };
  };

  test('explains a request and changes nothing', async () => {
    const config = givenConfig('wait-and-widen');
    const { server, router, telemetry } = await startOne({ admin: ANYWHERE, config });
    const before = telemetry.counter('routingDecisions');
    const question = { model_id: 'm', elapsed_ms: 5, request: { request_id: 'r' } };
    const { status, json } = await post(server.addresses.admin!, question);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      decision: { cluster_id: 'A' },
      clusters: [{ cluster_id: 'A', verdict: 'chosen' }],
    });
    expect(router.counts()).toMatchObject({ reservations: 0 });
    expect(telemetry.counter('routingDecisions')).toBe(before);
  });

  test('sees reservations', async () => {
    const engine = await startBackend(() => undefined);
    const setup = { snapshot: givenSnapshot({ A: { slots: 1 } }), urls: { A: [engine.url] } };
    const { server, address, router } = await startServer({ ...setup, admin: ANYWHERE });
    const client = new AbortController();
    const call = send(address, { signal: client.signal }).catch(() => undefined);
    await eventually(() => expect(router.counts().reservations).toBe(1));
    const question = { model_id: 'm', request: { request_id: 'r' } };
    const { json } = await post(server.addresses.admin!, question);
    expect(json['clusters']).toMatchObject([{ has_capacity: false }]);
    client.abort();
    await call;
  });

  test.each([
    [
      'an unknown target',
      { model_id: 'x', request: { request_id: 'r' } },
      404,
      'no_eligible_candidates',
    ],
    [
      'a bad expression',
      { model_id: 'm', routing_method: ';', request: { request_id: 'r' } },
      400,
      'malformed_expression',
    ],
    ['no model', { request: { request_id: 'r' } }, 400, 'missing'],
    ['no request id', { model_id: 'm' }, 400, 'missing'],
    [
      'a bad elapsed time',
      { model_id: 'm', elapsed_ms: -1, request: { request_id: 'r' } },
      400,
      'out_of_range',
    ],
    ['no object', [], 400, 'wrong_type'],
    ['no JSON', '{', 400, 'invalid_json'],
  ] as const)('says what is wrong with %s', async (_name, body, expected, code) => {
    const { server } = await startOne({ admin: ANYWHERE });
    const { status, json } = await post(server.addresses.admin!, body);
    expect(status).toBe(expected);
    expect(json['code']).toBe(code);
  });

  test('takes documents where somebody wants them, and tells every fault of a bad one', async () => {
    const documents: unknown[] = [];
    const fault = {
      code: 'missing',
      path: 'targets',
      expected: '',
      given: '',
      message: 'no!',
    } as const;
    const accept = (bytes: Uint8Array) => {
      documents.push(JSON.parse(textOf(bytes)));
      return documents.length === 1 ? E.right(undefined) : E.left([fault]);
    };
    const { server } = await startOne({ admin: ANYWHERE, accept });
    const headers = ['content-type', 'application/json'];
    const call = { method: 'PUT', path: '/snapshot', bare: true, headers, body: '{"targets":[]}' };
    expect((await send(server.addresses.admin!, call)).status).toBe(204);
    const refused = await send(server.addresses.admin!, call);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({ faults: [{ path: 'targets' }] });
    expect(documents).toEqual([{ targets: [] }, { targets: [] }]);
  });

  const BROKEN = [
    ['a member twice', '{"targets":[],"targets":[]}', 'duplicate', /^line 1, column 15: targets: /],
    [
      'no end',
      '{"targets":\n',
      'invalid_json',
      /^line 2, column 1: expected a value, given the end/,
    ],
    ['no JSON', '<html>', 'invalid_json', /^line 1, column 1: /],
    ['a fault within', '{\n"targets":7,"model_id":7}', 'x', /line 2, column \d+: /],
    [
      'other bytes than UTF-8',
      Buffer.from([0x22, 0xff, 0x22]),
      'invalid_value',
      /^expected UTF-8 text, given other bytes$/,
    ],
  ] as const;

  test.each(BROKEN)(
    'says of a document and of a question where it is wrong, as of a file: %s',
    async (_, body, code, message) => {
      const push = createPushSource();
      const logged: string[] = [];
      await push.start({
        onValue: () => undefined,
        onRefused: (faults) => logged.push(...faults.map((one) => one.message)),
      });
      const { server } = await startOne({ admin: ANYWHERE, accept: push.acceptBytes });
      const headers = ['content-type', 'text/html'];
      const ask = async (method: string, path: string) => {
        const call = { method, path, bare: true, headers, body };
        const answer = await send(server.addresses.admin!, call);
        expect(answer.status).toBe(400);
        return JSON.parse(answer.body) as Record<string, unknown>;
      };
      const refused = await ask('PUT', '/snapshot');
      const [first] = refused['faults'] as readonly { code: string; message: string }[];
      expect(first!.message).toMatch(message);
      expect(logged[0]).toBe(first!.message);
      const question = await ask('POST', '/debug/decide');
      expect(question['error']).toMatch(message);
      if (code === 'x') return;
      expect([first!.code, question['code']]).toEqual([code, code]);
      const place = message.source
        .match(/line (\d), column (\d+)/)
        ?.slice(1)
        .map(Number);
      expect(first).toMatchObject(place ? { line: place[0], column: place[1] } : {});
    },
  );

  test('explains a question of any content type', async () => {
    const { server } = await startOne({ admin: ANYWHERE });
    const question = { model_id: 'm', request: { request_id: 'r' } };
    const headers = ['content-type', 'application/x-www-form-urlencoded'];
    const call = { path: '/debug/decide', bare: true, headers, body: JSON.stringify(question) };
    expect((await send(server.addresses.admin!, call)).status).toBe(200);
  });

  test('takes a document with names that every object has', async () => {
    const documents: unknown[] = [];
    const accept = (bytes: Uint8Array) => {
      documents.push(JSON.parse(textOf(bytes)));
      return E.right(undefined);
    };
    const { server } = await startOne({ admin: ANYWHERE, accept });
    const body = '{"targets":[],"__proto__":{},"constructor":{"prototype":{}}}';
    const headers = ['content-type', 'application/json'];
    const call = { method: 'PUT', path: '/snapshot', bare: true, headers, body };
    expect((await send(server.addresses.admin!, call)).status).toBe(204);
    expect(Object.keys(documents[0] as object)).toContain('constructor');
  });

  test('shows what the router holds', async () => {
    const { server } = await startOne({ admin: ANYWHERE });
    const answer = await get(server.addresses.admin!, '/debug/state');
    expect(JSON.parse(answer.body)).toMatchObject({
      counts: { routing: 0, waiting: 0 },
      backends: [{ model: 'm', cluster: 'A', backend: 'a1', state: 'live' }],
    });
  });

  test('does not route requests', async () => {
    const { server, engine } = await startOne({ admin: ANYWHERE });
    expect((await send(server.addresses.admin!)).status).toBe(404);
    expect(engine.requests).toHaveLength(0);
  });
});

describe('the metrics listener', () => {
  test('serves the page of prom-client', async () => {
    const page = createPrometheusMetrics(PromClient, { registry: new PromClient.Registry() });
    page.count('proxyAttempts', { model: 'm', reason: 'first' });
    const { server } = await startOne({ metrics: { address: ANYWHERE, page } });
    const answer = await get(server.addresses.metrics!, '/metrics');
    expect(answer.header('content-type')).toContain('text/plain');
    expect(answer.body).toContain('stargate_proxy_attempts_total{model="m",reason="first"} 1');
  });
});

describe('a server that stops', () => {
  test('lets streams end, takes nothing new, and says it is not ready', async () => {
    let end = (): unknown => undefined;
    const backend = await startBackend((_request, response) => {
      response.write('first ');
      end = () => response.end('last');
    });
    const limits = { shutdownGraceMs: 600_000 };
    const setup = { snapshot: ONE, urls: { A: [backend.url] }, limits };
    const { server, address } = await startServer(setup);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const response = await open(address, { agent });
    const stopped = server.stop();
    await expect(get(address, '/readyz')).rejects.toThrow('ECONNREFUSED');
    end();
    let body = '';
    for await (const chunk of response) body += String(chunk);
    expect(body).toBe('first last');
    // The kept connection does not hold it up until the grace is over.
    await stopped;
    agent.destroy();
  });

  test('cuts what does not end within the grace', async () => {
    const backend = await startBackend((_request, response) => response.write('first '));
    const limits = { shutdownGraceMs: 200 };
    const setup = { snapshot: ONE, urls: { A: [backend.url] }, limits };
    const { server, address, router } = await startServer(setup);
    const response = await open(address);
    response.on('error', () => undefined);
    await server.stop();
    await eventually(() => expect(response.destroyed || response.aborted).toBe(true));
    expect(router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  });

  test('fails to start on an address that is taken, and leaves nothing open', async () => {
    const { address } = await startOne();
    const listen = { host: '127.0.0.1', port: Number(address.split(':')[1]) };
    await expect(startOne({ listen })).rejects.toThrow('EADDRINUSE');
  });
});

describe('a request that is over', () => {
  test('is counted by model and status, and is one line of the access log', async () => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const engine = await startEngine();
    const { address, telemetry } = await startServer({
      snapshot: ONE,
      urls: { A: [engine.url] },
      accessLog: (fields) => void lines.push(fields),
    });
    await send(address, { headers: ['x-cache-affinity-key', 'the-key'] });
    await send(address, {
      bare: true,
      headers: ['x-request-id', 'r-2', 'x-model', 'made-up', 'x-input-tokens', '1'],
    });
    await send(address, { bare: true });
    await until('all are written', () => lines.length === 3);
    expect(lines[0]).toMatchObject({
      ...{ server: 'router', request_id: 'r-1', model: 'm', cluster: 'A', backend: 'a1' },
      ...{ status: 200, wait_ms: 0, request_bytes: expect.any(Number) as number },
    });
    expect(lines[1]).toMatchObject({ request_id: 'r-2', model: null, status: 404, cluster: null });
    expect(lines[2]).toMatchObject({ request_id: null, status: 400 });
    expect(JSON.stringify(lines)).not.toContain('the-key');
    expect(telemetry.counter('routerRequests', { model: 'm', status: '2xx' })).toBe(1);
    expect(telemetry.counter('routerRequests', { model: '', status: '404' })).toBe(1);
    expect(telemetry.counter('routerRequests', { model: '', status: '400' })).toBe(1);
  });
});
