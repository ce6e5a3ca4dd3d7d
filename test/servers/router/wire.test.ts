import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { openRaw, parseAnswer, requestText, talk } from '../support/raw-connection.js';
import { givenSnapshot } from './support/given.js';
import { CHAT, open, send, TRUSTED, valuesOf } from './support/http-client.js';
import { startBackend, startTcpBackend } from './support/start-backend.js';
import { startEngine, startServer } from './support/start-server.js';

const CHAT_LINE = 'POST /v1/chat/completions';
const ANYWHERE = { host: '127.0.0.1', port: 0 };
const SMALL = { idleMs: 100, headersTimeoutMs: 100, maxHeaderBytes: 2_048, maxBytes: 1_000 };

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
  const startOne = async () => {
    const engine = await startEngine();
    const { server } = await startServer({
      snapshot: givenSnapshot({ A: { slots: 4 } }),
      urls: { A: [engine.url] },
      admin: ANYWHERE,
      metrics: {
        address: ANYWHERE,
        page: { contentType: 'text/plain', page: () => Promise.resolve('x 1\n') },
      },
      limits: SMALL,
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
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\n', 408, 'request_timeout'],
    ['half a request line', 'GET /', 408, 'request_timeout'],
  ])('is in the documented shape on every listener: %s', async (_, text, status, code) => {
    const { listen, admin, metrics } = await startOne();
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
    const text = `POST /debug/decide HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n`;
    expectShape(await talk(admin!, text), 413, 'body_too_large');
  });

  test('is 413 in place of 100 Continue where the body is declared too large', async () => {
    const { listen } = await startOne();
    const ask = (bytes: number) =>
      `POST / HTTP/1.1\r\nhost: x\r\n${requestLines}expect: 100-continue\r\ncontent-length: ${String(bytes)}\r\n\r\n`;
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

  test('is the end of a connection whose body stops, on the admin listener too', async () => {
    const { admin, metrics } = await startOne();
    const half = 'content-length: 100\r\n\r\nhalf';
    expect(await talk(admin!, `PUT /debug/decide HTTP/1.1\r\nhost: x\r\n${half}`)).toMatch(/ 405 /);
    expect(await talk(admin!, `POST /debug/decide HTTP/1.1\r\nhost: x\r\n${half}`)).toBe('');
    expect(await talk(metrics!, `GET /metrics HTTP/1.1\r\nhost: x\r\n${half}`)).toMatch(/ 200 /);
  });
});
