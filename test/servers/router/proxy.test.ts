import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { eventually, standstill } from '../../support/until.js';
import { givenSnapshot } from './support/given.js';
import { CHAT, open, send, valuesOf } from './support/http-client.js';
import { readAll, startBackend } from './support/start-backend.js';
import { startEngine, startServer, type ServerSetup } from './support/start-server.js';

const ONE = givenSnapshot({ A: { slots: 8 } });

const inFrontOf = (url: string, setup: Partial<ServerSetup> = {}) =>
  startServer({ snapshot: ONE, urls: { A: [url] }, ...setup });

const startOneEngine = async () => {
  const engine = await startEngine();
  const { address } = await inFrontOf(engine.url);
  return { engine, address };
};

describe('a request on its way to an engine', () => {
  test('keeps order, spelling, values and duplicates of its headers', async () => {
    const { engine, address } = await startOneEngine();
    const own = ['X-Twice', 'one', 'x-other', 'o', 'x-twice', 'two', 'x-latin', 'na\u00efve'];
    await send(address, { headers: own });
    const seen = engine.requests[0]!.headers.flat();
    expect(seen.slice(seen.indexOf('X-Twice'), seen.indexOf('X-Twice') + own.length)).toEqual(own);
  });

  test('loses what the router consumes and what belongs to the connection', async () => {
    const { engine, address } = await startOneEngine();
    const headers = [
      ...['x-routing-method', 'power-of-n', 'x-stargate-last-cluster-id', 'A'],
      ...['x-stargate-expected-queue-ms', '123456', 'x-stargate-retryable', 'true'],
      ...['x-stargate-retry-reason', 'r', 'x-stargate-retry-after-ms', '5'],
      ...['connection', 'keep-alive, x-hop', 'x-hop', 'h', 'te', 'trailers'],
    ];
    await send(address, { headers });
    const seen = new Map(engine.requests[0]!.headers);
    for (const name of [
      'x-routing-method',
      'x-stargate-last-cluster-id',
      'x-stargate-retryable',
      'x-stargate-retry-reason',
      'x-stargate-retry-after-ms',
      'x-hop',
      'te',
    ]) {
      expect(seen.has(name), name).toBe(false);
    }
    expect(seen.get('x-stargate-expected-queue-ms')).toBe('0');
  });

  test('keeps the other trusted headers', async () => {
    const { engine, address } = await startOneEngine();
    const headers = ['x-cache-affinity-key', 'k', 'x-priority', '3', 'x-stargate-max-wait-ms', '9'];
    await send(address, { headers });
    const seen = new Map(engine.requests[0]!.headers);
    expect(seen.get('x-cache-affinity-key')).toBe('k');
    expect(seen.get('x-priority')).toBe('3');
    expect(seen.get('x-stargate-max-wait-ms')).toBe('9');
    expect(seen.get('x-model')).toBe('m');
  });

  test('keeps its path and query, below the path of the backend', async () => {
    const backend = await startBackend((_request, response) => response.end());
    const { address } = await inFrontOf(`${backend.url}/base/`);
    await send(address, { path: '/v1/chat/completions?a=1&b=%2F' });
    await send(address, { path: 'http://elsewhere.invalid/v1/x?y=z' });
    await send(address, { path: '/v1/%zz' });
    expect(backend.requests.map(({ url }) => url)).toEqual([
      '/base/v1/chat/completions?a=1&b=%2F',
      '/base/v1/x?y=z',
      '/base/v1/%zz',
    ]);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'keeps its method (%s)',
    async (method) => {
      const backend = await startBackend((_request, response) => response.end());
      const { address } = await inFrontOf(backend.url);
      const answer = await send(address, { method, path: '/v1/files' });
      expect(answer.status).toBe(200);
      expect(backend.requests[0]!.method).toBe(method);
    },
  );

  test('arrives while it is still being sent', async () => {
    const first = deferred<string>();
    const backend = await startBackend((request, response) => {
      request.once('data', (chunk: Buffer) => first.resolve(chunk.toString()));
      void readAll(request).then((body) => response.end(body));
    });
    const { address } = await inFrontOf(backend.url);
    const body = new PassThrough();
    body.write('first ');
    const answering = send(address, { body });
    expect(await first.promise).toBe('first ');
    body.end('second');
    expect((await answering).body).toBe('first second');
  });

  test('is read no faster than the engine takes it', async () => {
    const backend = await startBackend((request) => void request.pause());
    const { address } = await inFrontOf(backend.url);
    const total = 64 * 1024 * 1024;
    let sent = 0;
    const body = Readable.from(
      (function* () {
        for (; sent < total; sent += 65_536) yield Buffer.alloc(65_536);
      })(),
    );
    const client = new AbortController();
    const call = send(address, { body, signal: client.signal }).catch(() => 'gone');
    await eventually(() => expect(backend.requests).toHaveLength(1));
    await standstill(() => sent);
    expect(sent).toBeLessThan(total / 2);
    client.abort();
    await call;
  });

  test('is not changed, large or small', async () => {
    const hashes: string[] = [];
    const backend = await startBackend((request, response) => {
      void readAll(request).then((body) => {
        hashes.push(createHash('sha256').update(body).digest('hex'));
        response.end();
      });
    });
    const { address } = await inFrontOf(backend.url);
    const bodies = [Buffer.from('x'), randomBytes(70_000), randomBytes(5_000_000)];
    for (const body of bodies) {
      await send(address, { body });
      await send(address, { body: Readable.from([body.subarray(0, 10), body.subarray(10)]) });
    }
    const expected = bodies.map((body) => createHash('sha256').update(body).digest('hex'));
    expect(hashes).toEqual(expected.flatMap((hash) => [hash, hash]));
  });

  test('continues the trace of its caller', async () => {
    const { engine, address } = await startOneEngine();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await send(address, { headers: ['traceparent', traceparent, 'tracestate', 'v=1'] });
    const seen = new Map(engine.requests[0]!.headers);
    expect(seen.get('traceparent')).toBe(traceparent);
    expect(seen.get('tracestate')).toBe('v=1');
  });

  test('reaches a backend on an IPv6 address', async () => {
    const engine = await startEngine({ host: '::1' });
    expect(engine.url).toContain('[::1]');
    const { address } = await inFrontOf(engine.url);
    expect((await send(address)).status).toBe(200);
  });
});

describe('a response on its way to the client', () => {
  test('says which cluster and backend it came from, whatever the engine says', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(200, [
        ...['x-stargate-cluster-id', 'forged', 'x-inference-server-id', 'forged'],
        ...['X-Twice', '1', 'x-twice', '2', 'x-request-id', 'kept', 'x-latin', 'na\u00efve'],
      ]);
      response.end('ok');
    });
    const { address } = await inFrontOf(backend.url);
    const { rawHeaders } = await send(address);
    expect(valuesOf(rawHeaders, 'x-stargate-cluster-id')).toEqual(['A']);
    expect(valuesOf(rawHeaders, 'x-inference-server-id')).toEqual(['a1']);
    expect(valuesOf(rawHeaders, 'x-twice')).toEqual(['1', '2']);
    expect(valuesOf(rawHeaders, 'x-request-id')).toEqual(['kept']);
    expect(valuesOf(rawHeaders, 'x-latin')).toEqual(['na\u00efve']);
    expect(rawHeaders).toContain('X-Twice');
  });

  test('names a cluster beyond ASCII in UTF-8', async () => {
    const engine = await startEngine();
    const snapshot = givenSnapshot({ '\u6771\u4eac': {} });
    const { address } = await startServer({ snapshot, urls: { '\u6771\u4eac': [engine.url] } });
    const answer = await send(address);
    const bytes = Buffer.from(answer.header('x-stargate-cluster-id')!, 'latin1');
    expect(bytes.toString('utf8')).toBe('\u6771\u4eac');
  });

  test('comes piece by piece, its headers before the first one', async () => {
    const [go, goOn] = [deferred<string>(), deferred<string>()];
    const backend = await startBackend((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      void go.promise.then(() => response.write('data: 1\n\n'));
      void goOn.promise.then(() => response.end('data: 2\n\n'));
    });
    const { address } = await inFrontOf(backend.url);
    const response = await open(address);
    expect(response.statusCode).toBe(200);
    go.resolve('go');
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('data: 1\n\n');
    goOn.resolve('go on');
    const [second] = (await once(response, 'data')) as [Buffer];
    expect(second.toString()).toBe('data: 2\n\n');
  });

  test('comes no faster than the client reads', async () => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const backend = await startBackend((_request, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    });
    const { address } = await inFrontOf(backend.url);
    const response = await open(address);
    response.pause();
    await standstill(() => written);
    expect(written).toBeLessThan(total / 2);
    let read = 0;
    for await (const chunk of response) read += (chunk as Buffer).length;
    expect(read).toBe(total);
  });

  test.each([204, 304, 400, 404, 418, 429, 500, 503])('keeps its status (%i)', async (status) => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(status, { 'x-own': 'yes', 'x-stargate-retry-after-ms': '5' });
      response.end(status === 204 || status === 304 ? undefined : 'own words');
    });
    const { address } = await inFrontOf(backend.url);
    const answer = await send(address);
    expect(answer.status).toBe(status);
    expect(answer.header('x-own')).toBe('yes');
    expect(answer.header('x-stargate-retry-after-ms')).toBeUndefined();
    expect(answer.header('x-stargate-cluster-id')).toBe('A');
    expect(answer.body).toBe(status === 204 || status === 304 ? '' : 'own words');
  });

  test('keeps the length that HEAD tells, and no body', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(200, { 'content-length': '1234' });
      response.end();
    });
    const { address } = await inFrontOf(backend.url);
    const answer = await send(address, { method: 'HEAD' });
    expect(answer.header('content-length')).toBe('1234');
    expect(answer.body).toBe('');
  });

  test('is not mistaken for what the engine says before it', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('final'));
    });
    const { address } = await inFrontOf(backend.url);
    const answer = await send(address);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('final');
  });

  test('may be complete before the request is', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(400);
      response.end('no need to read on');
    });
    const { address } = await inFrontOf(backend.url);
    const answer = await send(address, { body: Buffer.alloc(20_000_000) });
    expect(answer.status).toBe(400);
    expect(answer.body).toBe('no need to read on');
  });
});

describe('connections to a backend', () => {
  test('are used again', async () => {
    let connections = 0;
    const backend = await startBackend((request, response) => {
      void readAll(request).then(() => response.end());
    });
    backend.server.on('connection', () => (connections += 1));
    const { address } = await inFrontOf(backend.url);
    for (let i = 0; i < 20; i++) await send(address, { body: CHAT });
    expect(connections).toBe(1);
  });
});

const deferred = <A>() => {
  let resolve!: (value: A) => void;
  const promise = new Promise<A>((settle) => (resolve = settle));
  return { promise, resolve };
};
