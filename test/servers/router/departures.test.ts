import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { eventually, standstill, until } from '../../support/until.js';
import { affinityKeyFor } from './support/affinity-key.js';
import { givenConfig, givenSnapshot } from './support/given.js';
import { open, send } from './support/http-client.js';
import { startBackend } from './support/start-backend.js';
import { startEngine, startServer, TEST_LIMITS, type TestServer } from './support/start-server.js';

const IDLE = { routing: 0, waiting: 0, reservations: 0, timers: 0 };

const expectIdle = ({ router }: TestServer) =>
  eventually(() => expect(router.counts()).toEqual(IDLE));

const HOLD = givenConfig({
  algorithm: 'wait-and-widen',
  cache_affinity_backend_selection_count: 1,
  cache_affinity_wait_ms: 30_000,
});
const A_FULL = givenSnapshot({ A: { slots: 1, running: 1 }, B: { slots: 8 } });

describe('a client that goes away', () => {
  test('while it waits for a cluster leaves nothing behind', async () => {
    const engine = await startEngine();
    const urls = { A: [engine.url], B: [engine.url] };
    const server = await startServer({ snapshot: A_FULL, config: HOLD, urls });
    const headers = ['x-cache-affinity-key', affinityKeyFor(HOLD, A_FULL, ['A'])];
    const clients = Array.from({ length: 20 }, () => new AbortController());
    const calls = clients.map(({ signal }) => send(server.address, { headers, signal }));
    const ends = Promise.allSettled(calls);
    await eventually(() => expect(server.router.counts().waiting).toBe(20));
    for (const client of clients) client.abort();
    await ends;
    await expectIdle(server);
    expect(engine.requests).toHaveLength(0);
  });

  test('while the engine works ends the work', async () => {
    const gone = vi.fn();
    const backend = await startBackend((_request, response) => void response.on('close', gone));
    const urls = { A: [backend.url] };
    const server = await startServer({ snapshot: givenSnapshot({ A: { slots: 1 } }), urls });
    const client = new AbortController();
    const call = send(server.address, { signal: client.signal }).catch(() => 'gone');
    await eventually(() => expect(backend.requests).toHaveLength(1));
    client.abort();
    await call;
    await eventually(() => expect(gone).toHaveBeenCalled());
    await expectIdle(server);
    expect(server.fleet.connects).toEqual([]);
  });

  test('in the middle of a stream ends the stream', async () => {
    const gone = vi.fn();
    const backend = await startBackend((_request, response) => {
      const timer = setInterval(() => response.write('piece'), 5);
      response.on('close', () => {
        clearInterval(timer);
        gone();
      });
    });
    const urls = { A: [backend.url] };
    const server = await startServer({ snapshot: givenSnapshot({ A: { slots: 1 } }), urls });
    const response = await open(server.address);
    response.on('error', () => undefined);
    await once(response, 'data');
    expect(server.router.counts().reservations).toBe(1);
    response.destroy();
    await eventually(() => expect(gone).toHaveBeenCalled());
    await expectIdle(server);
  });

  test('in the middle of its body ends the request', async () => {
    const gone = vi.fn();
    const backend = await startBackend((request) => void request.resume().on('close', gone));
    const urls = { A: [backend.url] };
    const server = await startServer({ snapshot: givenSnapshot({ A: { slots: 1 } }), urls });
    const client = new AbortController();
    const body = new PassThrough();
    body.write('half of it');
    const call = send(server.address, { body, signal: client.signal }).catch(() => 'gone');
    await eventually(() => expect(backend.requests).toHaveLength(1));
    client.abort();
    await call;
    await eventually(() => expect(gone).toHaveBeenCalled());
    await expectIdle(server);
  });
});

describe('a slot of a static file', () => {
  test('comes back when its request ends, and the next in line has it', async () => {
    const held: (() => void)[] = [];
    const backend = await startBackend((_request, response) => {
      response.writeHead(200);
      response.write('working');
      held.push(() => response.end());
    });
    const snapshot = givenSnapshot({ A: { slots: 1 } });
    const config = givenConfig({ algorithm: 'wait-and-widen' });
    const server = await startServer({ snapshot, config, urls: { A: [backend.url] } });
    const headers = ['x-max-wait-ms', '60000'];
    const answers = [1, 2, 3].map(() => send(server.address, { headers }));
    for (let turn = 1; turn <= 3; turn++) {
      await eventually(() => expect(held).toHaveLength(turn));
      await eventually(() => expect(server.router.counts().waiting).toBe(3 - turn));
      expect(server.router.counts().reservations).toBe(1);
      held[turn - 1]!();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectIdle(server);
  });

  test('is taken by one of a hundred requests that come together', async () => {
    let running = 0;
    let most = 0;
    const backend = await startBackend((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end();
      }, 1);
    });
    const snapshot = givenSnapshot({ A: { slots: 1 } });
    const config = givenConfig({ algorithm: 'wait-and-widen' });
    const server = await startServer({ snapshot, config, urls: { A: [backend.url] } });
    const headers = ['x-max-wait-ms', '60000'];
    const calls = Array.from({ length: 100 }, () => send(server.address, { headers }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(most).toBe(1);
    await expectIdle(server);
  });
});

/** Runs a test in which no timer rings until it makes time pass. */
const onStoppedTimers = async (run: () => Promise<void>): Promise<void> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await run();
  } finally {
    vi.useRealTimers();
  }
};

describe('a client that is too slow', () => {
  test('is cut off when it sends no more of its body', async () => {
    const received: string[] = [];
    const backend = await startBackend((request) => {
      request.on('data', (piece: Buffer) => received.push(piece.toString()));
    });
    const snapshot = givenSnapshot({ A: { slots: 1 } });
    await onStoppedTimers(async () => {
      const server = await startServer({ snapshot, urls: { A: [backend.url] } });
      const body = new PassThrough();
      body.write('half of it');
      const cutOff = expect(send(server.address, { body })).rejects.toThrow('socket hang up');
      await until('the engine has half of it', () => received.length > 0);
      await vi.advanceTimersByTimeAsync(TEST_LIMITS.idleMs * 0.9);
      expect(server.router.counts().routing).toBe(1);
      await vi.advanceTimersByTimeAsync(TEST_LIMITS.idleMs * 0.2);
      await cutOff;
      await expectIdle(server);
    });
  });

  test('is not waited for once it has been refused', async () => {
    await onStoppedTimers(async () => {
      const backend = await startBackend((_request, response) => response.end());
      const snapshot = givenSnapshot({ A: { slots: 1 } });
      const { address } = await startServer({ snapshot, urls: { A: [backend.url] } });
      const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf of it');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
      const closed = once(socket.resume(), 'close');
      await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
      await vi.advanceTimersByTimeAsync(10_000);
      await closed;
    });
  });

  test('is cut off when it leaves its response unread', async () => {
    const backend = await startBackend((_request, response) => {
      response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    const snapshot = givenSnapshot({ A: { slots: 1 } });
    await onStoppedTimers(async () => {
      const server = await startServer({ snapshot, urls: { A: [backend.url] } });
      const response = await open(server.address);
      response.on('error', () => undefined);
      response.pause();
      await standstill(() => response.socket.bytesRead);
      expect(server.router.counts().reservations).toBe(1);
      await vi.advanceTimersByTimeAsync(TEST_LIMITS.idleMs * 1.1);
      await expectIdle(server);
    });
  });

  test('is not cut off while the engine takes its time', async () => {
    let end: (() => void) | undefined;
    const backend = await startBackend((request, response) => {
      request.resume().once('end', () => (end = () => response.end('late')));
    });
    const snapshot = givenSnapshot({ A: { slots: 1 } });
    await onStoppedTimers(async () => {
      const { address } = await startServer({ snapshot, urls: { A: [backend.url] } });
      const answering = send(address);
      await until('the engine has it all', () => end !== undefined);
      await vi.advanceTimersByTimeAsync(TEST_LIMITS.idleMs * 0.9);
      end!();
      expect((await answering).body).toBe('late');
    });
  });

  test('is cut off when it never ends its headers', async () => {
    const engine = await startEngine();
    const limits = { headersTimeoutMs: 300 };
    const snapshot = givenSnapshot({ A: {} });
    const { server } = await startServer({ snapshot, urls: { A: [engine.url] }, limits });
    const socket = connect(Number(server.addresses.listen.split(':')[1]), '127.0.0.1');
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-request-id: r\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket.resume(), 'close');
  });
});
