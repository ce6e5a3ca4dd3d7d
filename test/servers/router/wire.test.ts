import * as E from 'fp-ts/lib/Either.js';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { AccessFields } from '../../../src/adapters/servers/logging/access-log.js';
import { until } from '../../support/until.js';
import { openRaw, parseAnswer, requestText, talk } from '../support/raw-connection.js';
import { givenSnapshot } from './support/given.js';
import { CHAT, open, send, TRUSTED, valuesOf } from './support/http-client.js';
import { startBackend, startTcpBackend } from './support/start-backend.js';
import type { TEST_LIMITS } from './support/start-server.js';
import { startEngine, startServer } from './support/start-server.js';

const CHAT_LINE = 'POST /v1/chat/completions';
const ANYWHERE = { host: '127.0.0.1', port: 0 };
const SMALL = { maxHeaderBytes: 2_048, maxBytes: 1_000 };

describe('header bytes outside ASCII', () => {
  test.each([
    ['at once', true],
    ['after the headers', false],
  ])('reach the client as they are when the body comes %s', async (_, isAtOnce) => {
    let finish = (): void => undefined;
    const url = await startTcpBackend((socket) => {
      socket.once('data', () => {
        const head = 'HTTP/1.1 200 OK\r\nx-bin: caf\xe9 \xff\xfe\r\ncontent-length: 4\r\n\r\n';
        socket.write(Buffer.from(isAtOnce ? `${head}body` : head, 'latin1'));
        finish = () => socket.write('body');
      });
    });
    const id = 'z\u00fcrich \u6771\u4eac';
    const { address } = await startServer({
      snapshot: givenSnapshot({ [id]: { slots: 1 } }),
      urls: { [id]: [url] },
    });
    const response = await open(address);
    if (!isAtOnce) finish();
    let body = '';
    for await (const chunk of response) body += String(chunk);
    expect(body).toBe('body');
    expect(valuesOf(response.rawHeaders, 'x-bin')).toEqual(['caf\xe9 \xff\xfe']);
    const [cluster] = valuesOf(response.rawHeaders, 'x-stargate-cluster-id');
    expect(Buffer.from(cluster!, 'latin1').toString()).toBe(id);
  });
});

describe('a request that no engine sees', () => {
  test('is counted, with the bytes that were read of it', async () => {
    const lines: AccessFields[] = [];
    const { address, telemetry } = await startServer({
      snapshot: givenSnapshot({ A: { slots: 1 } }),
      urls: { A: [(await startEngine()).url] },
      limits: SMALL,
      accessLog: (fields) => void lines.push(fields),
    });
    await talk(address, requestText('GET /', ['x', 'x'.repeat(4_000)]));
    await talk(address, 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n');
    const chunked = ['transfer-encoding', 'chunked', 'connection', 'close'];
    const head = requestText(CHAT_LINE, [...TRUSTED, ...chunked]);
    await talk(address, `${head}7d0\r\n${'x'.repeat(2_000)}\r\n0\r\n\r\n`);
    await until('they are written', () => lines.length === 3);
    for (const status of ['431', '501']) {
      expect(telemetry.counter('routerRequests', { model: '', status })).toBe(1);
    }
    expect(lines.map(({ status, request_bytes }) => [status, request_bytes])).toEqual([
      [431, 0],
      [501, 0],
      [413, 2_000],
    ]);
  });
});

describe('a client that pipelines requests and leaves', () => {
  const pipelined = requestText(CHAT_LINE, TRUSTED, CHAT);

  test('gives back every slot and engine connection while engines are silent', async () => {
    let open = 0;
    const url = await startTcpBackend((socket) => {
      open += 1;
      socket.resume().on('close', () => (open -= 1));
    });
    const { address, router } = await startServer({
      snapshot: givenSnapshot({ A: { slots: 8 } }),
      urls: { A: [url] },
    });
    const client = await openRaw(address);
    client.write(pipelined.repeat(5));
    await until('all five are on their way', () => open === 5 && router.counts().routing === 5);
    client.leave();
    await until('nothing is left', () => open === 0 && router.counts().reservations === 0);
    expect(router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  });

  test('gives back a slot whose large answer stands behind a silent one', async () => {
    const backend = await startBackend((request, response) => {
      request.resume();
      if (request.headers['x-request-id'] === 'large') response.end(Buffer.alloc(4_000_000));
    });
    const { address, router } = await startServer({
      snapshot: givenSnapshot({ A: { slots: 8 } }),
      urls: { A: [backend.url] },
    });
    const client = await openRaw(address);
    const named = (id: string) =>
      requestText(CHAT_LINE, ['x-request-id', id, ...TRUSTED.slice(2)], CHAT);
    client.write(named('silent') + named('large'));
    await until('the large answer is there', () => router.counts().routing === 1);
    expect(router.counts().reservations).toBe(2);
    client.leave();
    await until('nothing is left', () => router.counts().reservations === 0);
    expect(router.counts()).toMatchObject({ routing: 0 });
  });
});

describe('what the servers of the router answer to what they cannot take', () => {
  const startOne = async (limits: Partial<typeof TEST_LIMITS> = {}) => {
    const engine = await startEngine();
    const { server } = await startServer({
      snapshot: givenSnapshot({ A: { slots: 4 } }),
      urls: { A: [engine.url] },
      admin: ANYWHERE,
      metrics: {
        address: ANYWHERE,
        page: { contentType: 'text/plain', page: () => Promise.resolve('x 1\n') },
      },
      limits: { ...SMALL, ...limits },
    });
    return server.addresses;
  };

  const expectShape = (text: string, status: number, code: string): void => {
    const answer = parseAnswer(text);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-stargate-error-code')).toBe(code);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) as string, code });
  };

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    ['a control character in a header', 'GET / HTTP/1.1\r\nx: \x01\r\n\r\n', 400, 'bad_request'],
    [
      'a malformed chunk',
      requestText('POST /', ['transfer-encoding', 'chunked', ...TRUSTED], '').concat('zz\r\n'),
      400,
      'bad_request',
    ],
    [
      'headers that are too large',
      requestText('GET /', ['x', 'x'.repeat(4_000)]),
      431,
      'headers_too_large',
    ],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', 501, 'upgrade_not_supported'],
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: localhost\r\n', 408, 'request_timeout'],
    ['half a request line', 'GET /', 408, 'request_timeout'],
  ])('is in the documented shape on every listener: %s', async (_, text, status, code) => {
    // Only those who are too slow may meet a limit of time.
    const isSlow = code === 'request_timeout';
    const { listen, admin, metrics } = await startOne(isSlow ? { headersTimeoutMs: 100 } : {});
    for (const address of [listen, admin!, metrics!]) {
      if (code === 'bad_request' && text.includes('chunked') && address !== listen) continue;
      expectShape(await talk(address, text), status, code);
    }
  });

  test.each([
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    [
      'an expectation nobody knows',
      requestText('GET /healthz', ['expect', 'wonders', 'connection', 'close']),
      417,
      'expectation_failed',
    ],
    [
      'a WebSocket',
      requestText('GET /v1/realtime', ['upgrade', 'websocket', 'connection', 'upgrade, close']),
      501,
      'upgrade_not_supported',
    ],
  ])('is in the documented shape: %s', async (_, text, status, code) => {
    const { listen } = await startOne();
    expectShape(await talk(listen, text), status, code);
  });

  test('is 400 to a request with two hosts, on every listener', async () => {
    const { listen, admin, metrics } = await startOne();
    for (const [address, path] of [
      [listen, 'GET /healthz'],
      [admin!, 'GET /debug/state'],
      [metrics!, 'GET /metrics'],
    ] as const) {
      const text = requestText(path, ['Host', 'evil.example.com', 'connection', 'close']);
      expectShape(await talk(address, text), 400, 'bad_request');
    }
  });

  test.each(['at once', 'after the answer'])(
    'is given once where the chunks of a refused body break off %s',
    async (when) => {
      const { admin, metrics } = await startOne();
      for (const address of [admin!, metrics!]) {
        const client = await openRaw(address);
        const head = requestText('POST /nothing', ['transfer-encoding', 'chunked']);
        if (when === 'at once') client.write(`${head}zz\r\n`);
        else {
          client.write(head);
          await until('the answer', () => client.received().includes('"code"'));
          client.write('zz\r\n');
        }
        await until('the end', client.isClosed);
        expect(client.received().split('HTTP/1.1 ')).toHaveLength(2);
        expectShape(client.received(), 404, 'unknown_path');
      }
    },
  );

  test('is in the documented shape at paths and methods that the other listeners do not have', async () => {
    const { admin, metrics } = await startOne();
    const ask = (address: string, method: string, path: string) =>
      talk(address, requestText(`${method} ${path}`, ['connection', 'close']));
    expectShape(await ask(admin!, 'GET', '/nothing'), 404, 'unknown_path');
    expectShape(await ask(admin!, 'GET', '/debug/decide'), 405, 'method_not_allowed');
    expectShape(await ask(admin!, 'PUT', '/snapshot'), 404, 'unknown_path');
    expectShape(await ask(metrics!, 'GET', '/'), 404, 'unknown_path');
    expectShape(await ask(metrics!, 'POST', '/metrics'), 405, 'method_not_allowed');
  });

  test('is 413 to a document that is too large, in the documented shape', async () => {
    const { admin } = await startOne();
    const text = `POST /debug/decide HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999\r\n\r\n`;
    expectShape(await talk(admin!, text), 413, 'body_too_large');
  });

  test('is 413 in place of 100 Continue where the body is declared too large', async () => {
    const { listen } = await startOne();
    const ask = (bytes: number) =>
      `POST / HTTP/1.1\r\nhost: localhost\r\n${requestLines}expect: 100-continue\r\ncontent-length: ${String(bytes)}\r\n\r\n`;
    const requestLines = requestText('', TRUSTED).split('\r\n').slice(2, 5).join('\r\n') + '\r\n';
    expectShape(await talk(listen, ask(100_000)), 413, 'body_too_large');
    const client = await openRaw(listen);
    client.write(ask(10));
    await until('it may go on', () =>
      client.received().startsWith('HTTP/1.1 100 Continue\r\n\r\n'),
    );
  });

  test('is nothing where an offer to speak another protocol may be ignored', async () => {
    const { listen } = await startOne();
    const answer = await send(listen, {
      headers: ['upgrade', 'h2c', 'connection', 'upgrade, http2-settings', 'http2-settings', 'x'],
    });
    expect(answer.status).toBe(200);
  });

  test('is 408 where the body stops, on the admin listener too', async () => {
    const { listen, admin, metrics } = await startOne({ idleMs: 100 });
    const half = 'content-length: 100\r\n\r\nhalf';
    expect(await talk(admin!, `PUT /debug/decide HTTP/1.1\r\nhost: localhost\r\n${half}`)).toMatch(
      / 405 /,
    );
    const question = `POST /debug/decide HTTP/1.1\r\nhost: localhost\r\n${half}`;
    expectShape(await talk(admin!, question), 408, 'request_timeout');
    const request = requestText('POST /', [...TRUSTED, 'content-length', '100'], '');
    expectShape(await talk(listen, `${request}half`), 408, 'request_timeout');
    expect(await talk(metrics!, `GET /metrics HTTP/1.1\r\nhost: localhost\r\n${half}`)).toMatch(
      / 200 /,
    );
  });
});

describe('the admin listener', () => {
  const PUT = 'PUT /snapshot';

  test.each([
    ['a web page', ['origin', 'http://localhost:3000'], 'x', 403],
    ['a name that only a resolver knows', [], 'evil.example.com:8081', 403],
    ['no name at all', [], '', 403],
    ['a listed name', [], 'Router.Internal:8081', 200],
    ['an IPv4 address', [], '10.0.0.1:8081', 200],
    ['an IPv6 address', [], '[::1]:8081', 200],
    ['localhost', [], 'localhost', 200],
  ])('answers by who asks, and by what name: %s', async (_, headers, host, status) => {
    const engine = await startEngine();
    const { server } = await startServer({
      snapshot: givenSnapshot({ A: {} }),
      urls: { A: [engine.url] },
      admin: ANYWHERE,
      adminHosts: ['router.internal'],
    });
    const line = requestText('GET /debug/state', ['connection', 'close', ...headers]);
    const text = await talk(
      server.addresses.admin!,
      line.replace('host: localhost', `host: ${host}`),
    );
    expect(parseAnswer(text).status).toBe(status);
    if (status === 200) return;
    expect(parseAnswer(text).headers.get('x-stargate-error-code')).toBe('forbidden');
  });

  test('goes by the host of a request line that names the whole URL', async () => {
    const { server } = await startServer({
      snapshot: givenSnapshot({ A: {} }),
      urls: { A: ['http://127.0.0.1:9'] },
      admin: ANYWHERE,
    });
    const ask = async (host: string) => {
      const text = requestText(`GET http://${host}/debug/state`, ['connection', 'close']);
      return parseAnswer(await talk(server.addresses.admin!, text)).status;
    };
    expect(await ask('evil.example.com:8081')).toBe(403);
    expect(await ask('127.0.0.1:8081')).toBe(200);
  });

  test('takes no document from a web page', async () => {
    const engine = await startEngine();
    let isTaken = false;
    const { server } = await startServer({
      snapshot: givenSnapshot({ A: {} }),
      urls: { A: [engine.url] },
      admin: ANYWHERE,
      accept: () => {
        isTaken = true;
        return E.right(undefined);
      },
    });
    const headers = ['origin', 'null', 'content-type', 'text/plain', 'connection', 'close'];
    const text = requestText(PUT, headers, '{}').replace('host: localhost', 'host: 127.0.0.1');
    expect(parseAnswer(await talk(server.addresses.admin!, text)).status).toBe(403);
    expect(isTaken).toBe(false);
  });
});

describe('what an engine sends', () => {
  const startOver = async (answer: string | ((socket: Socket) => void), limits = {}) => {
    const url = await startTcpBackend((socket) => {
      socket.once('data', () => {
        if (typeof answer === 'string') socket.write(Buffer.from(answer, 'latin1'));
        else answer(socket);
      });
    });
    const snapshot = givenSnapshot({ A: { slots: 4 } });
    return startServer({ snapshot, urls: { A: [url] }, limits });
  };

  const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

  test('may begin with 100 Continue, asked for or not', async () => {
    const { address } = await startOver(`HTTP/1.1 100 Continue\r\n\r\n${OK}`);
    expect(await send(address)).toMatchObject({ status: 200, body: 'ok' });
  });

  test.each([
    ['bytes that are no HTTP', '\0\x01 garbage\r\n\r\n'],
    ['a control character in a header', 'HTTP/1.1 200 OK\r\nx: \x01\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('is named as what it is: %s', async (_, text) => {
    const { address, telemetry } = await startOver(text);
    const answer = await send(address);
    expect(answer.status).toBe(502);
    const { error } = JSON.parse(answer.body) as { error: string };
    expect(error).toMatch(/^the engine broke off: Response does not match the HTTP\/1.1 protocol/);
    expect(telemetry.lines('upstream_error')[0]!.fields['message']).toMatch(/^Response does not/);
  });

  test('that breaks off is told of in words, not by a code of the client', async () => {
    const both = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\ntransfer-encoding: chunked\r\n\r\n';
    const { address } = await startOver(`${both}2\r\nok\r\n0\r\n\r\n`);
    const answer = await send(address);
    expect(answer.status).toBe(502);
    const { error } = JSON.parse(answer.body) as { error: string };
    expect(error).toMatch(/^the engine broke off: \w+ \w+/);
    expect(error).not.toContain('UND_ERR');
  });

  test('may end with trailers, which go no further', async () => {
    const body = '2\r\nok\r\n0\r\nx-checksum: 1\r\n\r\n';
    const head = 'HTTP/1.1 200 OK\r\ntrailer: x-checksum\r\ntransfer-encoding: chunked\r\n\r\n';
    const { address } = await startOver(head + body);
    const client = await openRaw(address);
    client.write(requestText(CHAT_LINE, [...TRUSTED, 'connection', 'close'], CHAT));
    await until('the end', client.isClosed);
    expect(client.received()).toMatch(/\r\n2\r\nok\r\n0\r\n\r\n$/);
    expect(client.received()).not.toMatch(/trailer|x-checksum/i);
  });

  test('may have headers up to the limit, and not beyond', async () => {
    const head = (bytes: number) =>
      `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(bytes)}\r\ncontent-length: 0\r\n\r\n`;
    const limits = { maxResponseHeaderBytes: 32_768 };
    const ask = async (bytes: number) => {
      const { address } = await startOver(head(bytes), limits);
      const client = await openRaw(address);
      client.write(requestText(CHAT_LINE, TRUSTED, CHAT));
      await until('the answer', () => client.received().includes('\r\n\r\n'));
      return parseAnswer(client.received());
    };
    const passed = await ask(32_000);
    expect(passed.status).toBe(200);
    expect(passed.headers.get('x-long')).toHaveLength(32_000);
    const refused = await ask(40_000);
    expect(refused.status).toBe(502);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'upstream_error',
      error:
        'the engine broke off: expected response headers of at most 32768 bytes (--max-response-headers), given more',
    });
  });

  test('is asked for once more where a kept connection was gone and nothing changes by it', async () => {
    let connections = 0;
    const url = await startTcpBackend((socket) => {
      connections += 1;
      let count = 0;
      socket.on('data', () => {
        count += 1;
        // The second request of the first connection finds it closed.
        if (connections === 1 && count === 2) socket.destroy();
        else socket.write(OK);
      });
    });
    const { address } = await startServer({
      snapshot: givenSnapshot({ A: {} }),
      urls: { A: [url] },
    });
    const get = () => send(address, { method: 'GET', path: '/v1/files' });
    expect((await get()).status).toBe(200);
    expect((await get()).status).toBe(200);
    expect(connections).toBe(2);
  });
});
