import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { until } from '../../support/until.js';
import { givenConfig, givenSnapshot } from './support/given.js';
import { CHAT, open, send } from './support/http-client.js';
import { closedUrl, readAll, startBackend, startTcpBackend } from './support/start-backend.js';
import { startEngine, startServer, type ServerSetup } from './support/start-server.js';

/** A before B before C. */
const THREE = givenSnapshot({ A: { rttMs: 1 }, B: { rttMs: 1000 }, C: { rttMs: 2000 } });
const NEAREST = givenConfig({ algorithm: 'power-of-n', sample_count: 64 });
const STREAM = JSON.stringify({ ...(JSON.parse(CHAT) as object), stream: true });

const startThree = async (urlA?: string, setup: Partial<ServerSetup> = {}) => {
  const engines = [await startEngine(), await startEngine(), await startEngine()] as const;
  const urls = { A: [urlA ?? engines[0].url], B: [engines[1].url], C: [engines[2].url] };
  const server = await startServer({ snapshot: THREE, config: NEAREST, urls, ...setup });
  return { ...server, engines };
};

const counts = (engines: readonly MockEngine[]) => engines.map(({ requests }) => requests.length);

describe('an engine that cannot be reached', () => {
  test('is passed over', async () => {
    const { address, engines, fleet } = await startThree(await closedUrl());
    const answer = await send(address);
    expect(answer.status).toBe(200);
    expect(answer.header('x-stargate-cluster-id')).toBe('B');
    expect(counts(engines)).toEqual([0, 1, 0]);
    expect(fleet.connects).toEqual(['a1 failed', 'b1 connected']);
  });

  test('gets its streamed body at the next one, whole', async () => {
    const bodies: string[] = [];
    const backend = await startBackend((request, response) => {
      void readAll(request).then((body) => {
        bodies.push(body.toString());
        response.end();
      });
    });
    const urls = { A: [await closedUrl()], B: [backend.url], C: [backend.url] };
    const { address } = await startServer({ snapshot: THREE, config: NEAREST, urls });
    await send(address, { body: Readable.from([Buffer.from('one '), Buffer.from('two')]) });
    expect(bodies).toEqual(['one two']);
  });

  test('is 503 when every one is', async () => {
    const closed = await closedUrl();
    const urls = { A: [closed], B: [closed], C: [closed] };
    const { address } = await startServer({ snapshot: THREE, config: NEAREST, urls });
    const answer = await send(address);
    expect(answer.status).toBe(503);
    expect(answer.header('x-stargate-error-code')).toBe('no_capacity');
    expect(answer.body).not.toContain('127.0.0.1');
  });

  test('is 502 for a name that does not resolve', async () => {
    const urls = { A: ['http://nowhere.invalid'], B: [], C: [] };
    const { address } = await startServer({ snapshot: THREE, config: NEAREST, urls });
    const answer = await send(address, { headers: ['x-stargate-max-wait-ms', '0'] });
    expect(answer.status).toBe(502);
  });
});

describe('a request that an engine may have begun to execute is sent once', () => {
  test.each([
    ['the engine closes after reading it', 502, { mode: 'close-before-headers' }],
    ['headers do not come in time', 504, { mode: 'slow-headers', delayMs: 5000 }],
  ] as const)('%s: %i', async (_name, status, failure) => {
    const { address, engines } = await startThree(undefined, {
      limits: { responseTimeoutMs: 300 },
    });
    await engines[0].fail(failure);
    const answer = await send(address);
    expect(answer.status).toBe(status);
    expect(counts(engines)).toEqual([1, 0, 0]);
  });

  test.each([
    ['before it has sent a byte', (): string | undefined => undefined],
    ['in the middle of its headers', () => 'HTTP/1.1 200 OK\r\nconte'],
    ['with something that is not HTTP', () => 'no such protocol\r\n\r\n'],
  ])('the engine breaks off %s', async (_name, reply) => {
    let connections = 0;
    const url = await startTcpBackend((socket) => {
      connections += 1;
      socket.once('data', () => {
        const text = reply();
        if (text === undefined) socket.resetAndDestroy();
        else socket.end(text);
      });
    });
    const { address, engines } = await startThree(url);
    const answer = await send(address);
    expect(answer.status).toBe(502);
    expect(answer.header('x-stargate-error-code')).toBe('upstream_error');
    expect(connections).toBe(1);
    expect(counts(engines)).toEqual([0, 0, 0]);
  });

  test('the engine resets the connection while the body is on its way', async () => {
    let connections = 0;
    const url = await startTcpBackend((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    const { address, engines } = await startThree(url);
    const answer = await send(address, { body: Buffer.alloc(8_000_000) });
    expect(answer.status).toBe(502);
    expect(connections).toBe(1);
    expect(counts(engines)).toEqual([0, 0, 0]);
  });

  test('the engine process breaks off in the middle of a stream: the client sees it', async () => {
    const { address, engines, router } = await startThree();
    await engines[0].fail({ mode: 'close-mid-stream', afterPieces: 2 });
    const response = await open(address, { body: STREAM });
    expect(response.statusCode).toBe(200);
    response.resume();
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    expect(counts(engines)).toEqual([1, 0, 0]);
    expect(router.counts()).toMatchObject({ routing: 0, reservations: 0, timers: 0 });
  });

  test('a break in the middle of a stream is told of the engine, in metrics and log', async () => {
    const { address, engines, telemetry } = await startThree();
    await engines[0].fail({ mode: 'close-mid-stream', afterPieces: 2 });
    const response = await open(address, { body: STREAM });
    response.resume();
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    await until('it is over', () => telemetry.counter('routerRequests') !== undefined);
    expect(telemetry.counter('routerRequests', { model: 'm', status: '502' })).toBe(1);
    const place = { model: 'm', cluster: 'A', backend: 'a1' };
    expect(telemetry.counter('backendFailures', { ...place, kind: 'broken' })).toBe(1);
    const lines = telemetry.lines('upstream_error');
    expect(lines.map(({ fields }) => [fields['backend'], fields['kind']])).toEqual([
      ['a1', 'broken'],
    ]);
  });

  test('a client that leaves in the middle of a stream is no failure of the engine', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(200);
      response.write('first');
    });
    const { address, telemetry } = await startThree(backend.url);
    const response = await open(address, { body: STREAM });
    await once(response, 'data');
    response.destroy();
    await until('it is over', () => telemetry.counter('routerRequests') !== undefined);
    expect(telemetry.counter('routerRequests', { model: 'm', status: '499' })).toBe(1);
    expect(telemetry.counter('backendFailures')).toBe(undefined);
    expect(telemetry.lines('upstream_error')).toEqual([]);
  });

  test('the engine falls silent in the middle of a stream', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(200);
      response.write('first');
    });
    const { address } = await startThree(backend.url, { limits: { silenceTimeoutMs: 300 } });
    const response = await open(address);
    response.resume();
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    expect(backend.requests).toHaveLength(1);
  });

  test('the engine sends fewer bytes than it said', async () => {
    const url = await startTcpBackend((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'));
    });
    const { address } = await startThree(url);
    const response = await open(address);
    response.resume();
    await expect(once(response, 'end')).rejects.toThrow('aborted');
  });
});

describe('a refusal of an engine', () => {
  const refused = { mode: 'status', retryReason: 'queue_full', retryAfterMs: 7 } as const;

  test.each([429, 503] as const)(
    'that is marked sends the request elsewhere (%i)',
    async (status) => {
      const { address, engines } = await startThree();
      await engines[0].fail({ ...refused, status, retryable: true });
      const answer = await send(address);
      expect(answer.status).toBe(200);
      expect(answer.header('x-stargate-cluster-id')).toBe('B');
      expect(counts(engines)).toEqual([1, 1, 0]);
      expect(engines[1].requests[0]!.bodyText).toBe(CHAT);
    },
  );

  test.each([429, 503, 500, 400] as const)('without the mark is passed on (%i)', async (status) => {
    const { address, engines } = await startThree();
    await engines[0].fail({ ...refused, status });
    const answer = await send(address);
    expect(answer.status).toBe(status);
    expect(answer.header('x-stargate-cluster-id')).toBe('A');
    expect(answer.rawHeaders.join()).not.toContain('x-stargate-retry');
    expect(counts(engines)).toEqual([1, 0, 0]);
  });

  test('comes back without its retry metadata when retries have run out', async () => {
    const snapshot = givenSnapshot({
      ...{ A: { rttMs: 1 }, B: { rttMs: 1000 }, C: { rttMs: 2000 }, D: { rttMs: 3000 } },
    });
    const engines = [];
    for (let i = 0; i < 4; i++) engines.push(await startEngine());
    const urls = Object.fromEntries(engines.map(({ url }, at) => ['ABCD'[at]!, [url]]));
    for (const engine of engines) await engine.fail({ ...refused, status: 429, retryable: true });
    const { address, router } = await startServer({ snapshot, config: NEAREST, urls });
    const answer = await send(address);
    expect(answer.status).toBe(429);
    expect(answer.header('x-stargate-cluster-id')).toBe('C');
    expect(answer.body).toContain('mock_failure');
    expect(answer.rawHeaders.join()).not.toContain('x-stargate-retry');
    expect(counts(engines)).toEqual([1, 1, 1, 0]);
    expect(router.counts()).toMatchObject({ routing: 0, reservations: 0, timers: 0 });
  });

  test('is the end of it with a retry budget of 0', async () => {
    const { address, engines } = await startThree();
    await engines[0].fail({ ...refused, status: 503, retryable: true });
    const answer = await send(address, { headers: ['x-stargate-max-wait-ms', '0'] });
    expect(answer.status).toBe(503);
    expect(answer.header('x-stargate-cluster-id')).toBe('A');
    expect(counts(engines)).toEqual([1, 0, 0]);
  });

  test('tries a sibling first when the queue estimate was wrong', async () => {
    const [a1, a2] = [await startEngine(), await startEngine()];
    const urls = { A: [a1.url, a2.url], B: [], C: [] };
    const { address } = await startServer({ snapshot: THREE, config: NEAREST, urls });
    const mismatch = { retryReason: 'queue_estimate_mismatch', retryable: true };
    await a1.fail({ mode: 'status', status: 503, ...mismatch });
    const answer = await send(address);
    expect(answer.status).toBe(200);
    expect(answer.header('x-inference-server-id')).toBe('a2');
  });
});

describe('a body that is too large to keep', () => {
  const limits = { keepBytes: 100_000 };

  test.each([
    ['announced', Buffer.alloc(300_000)],
    ['found out on the way', undefined],
  ])('is sent once (%s)', async (_name, body) => {
    const { address, engines } = await startThree(undefined, { limits });
    await engines[0].fail({ mode: 'status', status: 503, retryable: true });
    const chunks = Array.from({ length: 30 }, () => Buffer.alloc(10_000));
    const answer = await send(address, { body: body ?? Readable.from(chunks) });
    expect(answer.status).toBe(503);
    expect(counts(engines)).toEqual([1, 0, 0]);
  });

  test('arrives whole', async () => {
    const lengths: number[] = [];
    const backend = await startBackend((request, response) => {
      void readAll(request).then(({ length }) => {
        lengths.push(length);
        response.end();
      });
    });
    const { address } = await startThree(backend.url, { limits });
    await send(address, { body: Buffer.alloc(5_000_000) });
    expect(lengths).toEqual([5_000_000]);
  });
});
