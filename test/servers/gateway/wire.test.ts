import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderGatewayFault } from '../../../src/adapters/gateway/gateway-error.js';
import { startListener } from '../../../src/adapters/servers/listen/listener.js';
import { until } from '../../support/until.js';
import { openRaw, parseAnswer, requestText, talk } from '../support/raw-connection.js';
import { AUTHORIZED, chat } from './support/calls.js';
import { refuseWith, startFakeRouter } from './support/fake-router.js';
import { open, send } from './support/raw-request.js';
import { startGateway } from './support/start-gateway.js';

const CHAT_LINE = 'POST /v1/chat/completions';
const CHAT_BODY = '{"model":"m","messages":[]}';

/** A router whose answers the test writes; `openCount` of its connections. */
const startManualRouter = async () => {
  const responses: ServerResponse[] = [];
  let openCount = 0;
  const server = createServer((request, response) => {
    request.resume();
    responses.push(response);
  });
  server.on('connection', (socket) => {
    openCount += 1;
    socket.on('close', () => (openCount -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, responses, openCount: () => openCount };
};

describe('header bytes outside ASCII', () => {
  test.each([
    ['at once', true],
    ['after the headers', false],
  ])('reach the client as they are when the body comes %s', async (_, isAtOnce) => {
    const router = await startManualRouter();
    const gateway = await startGateway(router.url);
    const answer = open(gateway.url, chat({ prompt_cache_key: 's\u00e9\u6771' }));
    await until('the router is asked', () => router.responses.length === 1);
    const [response] = router.responses;
    response!.writeHead(200, ['x-bin', 'caf\xe9 \xff\xfe']);
    response!.write(Buffer.from(isAtOnce ? 'body' : ''));
    const received = await answer;
    response!.end(Buffer.from(isAtOnce ? '' : 'body'));
    let body = '';
    for await (const chunk of received) body += String(chunk);
    expect(body).toBe('body');
    const valueOf = (name: string) => received.rawHeaders[received.rawHeaders.indexOf(name) + 1]!;
    expect(valueOf('x-bin')).toBe('caf\xe9 \xff\xfe');
    const sessionId = Buffer.from(valueOf('x-multi-turn-session-id'), 'latin1').toString();
    expect(sessionId).toBe('s\u00e9\u6771');
  });

  test('reach the client as they are with an error, too', async () => {
    const router = await startFakeRouter(refuseWith(404, 'no_eligible_candidates'));
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, chat({ prompt_cache_key: 's\u00e9' }));
    expect(answer.status).toBe(404);
    expect(answer.header('x-multi-turn-session-id')).toBe('s\u00c3\u00a9');
  });
});

test('a client that pipelines requests and leaves is noticed by all of them', async () => {
  const router = await startManualRouter();
  const gateway = await startGateway(router.url);
  const client = await openRaw(gateway.url);
  client.write(requestText(CHAT_LINE, AUTHORIZED, CHAT_BODY).repeat(9));
  await until('all are on their way', () => router.responses.length === 9);
  client.leave();
  await until('nothing is left', () => gateway.openCount() === 0 && router.openCount() === 0);
  expect(gateway.telemetry.recordedSpans().every(({ hasEnded }) => hasEnded)).toBe(true);
});

describe('what the gateway answers to what it cannot take', () => {
  const startOne = async (): Promise<string> => {
    const router = await startFakeRouter();
    const { handle } = await startGateway(router.url, { maxBodyBytes: 1_000, clientIdleMs: 100 });
    const limits = { maxHeaderBytes: 2_048, headersTimeoutMs: 100, keepAliveMs: 5_000 };
    const listener = await startListener(
      { host: '127.0.0.1', port: 0 },
      { ...limits, maxBytes: 1_000 },
      handle,
      renderGatewayFault,
    );
    onTestFinished(() => listener.close(0));
    return listener.address;
  };

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    ['headers too large', requestText('GET /', ['x', 'x'.repeat(4_000)]), 431, 'headers_too_large'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', 501, 'upgrade_not_supported'],
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\n', 408, 'request_timeout'],
    ['half a request line', 'GET /', 408, 'request_timeout'],
    ['nothing at all', '', 408, 'request_timeout'],
    [
      'a WebSocket',
      requestText('GET /v1/realtime', ['upgrade', 'websocket', 'connection', 'upgrade, close']),
      501,
      'upgrade_not_supported',
    ],
  ])('has the shape of the OpenAI API: %s', async (_, text, status, code) => {
    const answer = parseAnswer(await talk(await startOne(), text));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        message: expect.any(String) as string,
        type: status >= 500 ? 'server_error' : 'invalid_request_error',
        param: null,
        code,
      },
    });
  });

  test.each([
    ['stops', ''],
    ['drips', ' '],
  ])('is 408 where the body %s', async (_, drop) => {
    const client = await openRaw(await startOne());
    client.write(`${CHAT_LINE} HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n{`);
    await until('it is told', () => {
      if (drop !== '') client.write(drop);
      return client.received().includes('}}');
    });
    const answer = parseAnswer(client.received());
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'request_timeout' } });
    await until('it is cut off', client.isClosed);
  });
});

test.each([
  ['/v1/chat/completions/', '/v1/chat/completions'],
  ['/v1/chat/completions/?a=%2F', '/v1/chat/completions?a=%2F'],
])('a slash at the end changes nothing: %s', async (path, target) => {
  const router = await startFakeRouter();
  const gateway = await startGateway(router.url);
  await send(gateway.url, { ...chat({ prompt_cache_key: 's' }), path });
  expect(router.last().target).toBe(target);
  expect(router.last().values('x-cache-affinity-key')).toHaveLength(1);
});

test('a request line that names the whole URL is the same request', async () => {
  const router = await startFakeRouter();
  const gateway = await startGateway(router.url);
  const path = 'http://elsewhere.invalid/v1/chat/completions?a=1';
  expect((await send(gateway.url, { ...chat(), path })).status).toBe(200);
  expect(router.last().target).toBe('/v1/chat/completions?a=1');
});
