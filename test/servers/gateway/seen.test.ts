import { describe, expect, onTestFinished, test } from 'vitest';
import type { Gateway } from '../../../src/adapters/gateway/serve/gateway.js';
import { renderGatewayFault } from '../../../src/adapters/gateway/gateway-error.js';
import { createListenerGroup } from '../../../src/adapters/servers/listen/listener-group.js';
import type { AccessFields } from '../../../src/adapters/servers/logging/access-log.js';
import { until } from '../../support/until.js';
import { requestText, talk } from '../support/raw-connection.js';
import { AUTHORIZED, chat, streamedPassThrough } from './support/calls.js';
import { answerFrom, refuseWith, startFakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import { KEY, startGateway, type StartOptions } from './support/start-gateway.js';

const FORM = {
  path: '/v1/audio/transcriptions',
  headers: [...AUTHORIZED, 'content-type', 'multipart/form-data; boundary=b'],
  body: '--b\r\ncontent-disposition: form-data; name="language"\r\n\r\nen\r\n--b--\r\n',
};

const start = async (options: StartOptions = {}, script = answerFrom('zürich')) => {
  const router = await startFakeRouter(script);
  const lines: AccessFields[] = [];
  const accessLog = (fields: AccessFields): void => void lines.push(fields);
  const gateway = await startGateway(router.url, { accessLog, ...options });
  return { router, gateway, lines };
};

describe('a request that is over', () => {
  test('is counted by model and status, with its times and bytes', async () => {
    const { gateway } = await start({}, answerFrom('A'));
    await send(gateway.url, chat());
    await send(gateway.url, { ...chat(), headers: [] });
    await send(gateway.url, { ...chat({ model: 'made-up' }) });
    await until('all are over', () => gateway.openCount() === 0);
    const { telemetry } = gateway;
    expect(telemetry.counter('gatewayRequests', { model: 'm', status: '2xx' })).toBe(1);
    expect(telemetry.counter('gatewayRequests', { model: '', status: '401' })).toBe(1);
    expect(telemetry.counter('gatewayRequests', { model: '', status: '404' })).toBe(1);
    const { length } = chat().body as string;
    expect(telemetry.counter('gatewayRequestBytes', { model: 'm' })).toBe(length);
    expect(telemetry.counter('gatewayResponseBytes', { model: 'm' })).toBe('{"ok":true}'.length);
  });

  test('is one line of the access log, without key, prompt and session id', async () => {
    const { gateway, lines } = await start();
    const secret = 'the-session-of-somebody';
    await send(gateway.url, chat({ prompt_cache_key: secret }));
    await until('it is written', () => lines.length === 1);
    expect(Object.keys(lines[0]!)).toEqual([
      ...['time', 'server', 'request_id', 'model', 'session_source', 'session_state', 'cluster'],
      ...['backend', 'wait_ms', 'status', 'request_bytes', 'response_bytes', 'ttft_ms'],
      'duration_ms',
    ]);
    expect(lines[0]).toMatchObject({
      ...{ server: 'gateway', model: 'm', session_source: 'prompt_cache_key', status: 200 },
      ...{ response_bytes: 11, request_id: expect.any(String) as string },
    });
    const text = JSON.stringify(lines);
    for (const hidden of [secret, KEY, 'Hi', '/v1/']) expect(text).not.toContain(hidden);
  });

  test('has the bytes of an upload that was passed on as it came', async () => {
    const { gateway, lines } = await start();
    await send(gateway.url, streamedPassThrough);
    await until('it is written', () => lines.length === 1);
    expect(lines[0]!['request_bytes']).toBe((streamedPassThrough.body as string).length);
  });

  test.each([
    ['without a key', { ...chat(), headers: [] }, 401, undefined],
    ['of a model that is not there', chat({ model: 'made-up' }), 404, undefined],
    ['without a model', { ...chat(), body: '{"messages":[]}' }, 400, undefined],
    ['that is no JSON', { ...chat(), body: '{"model":' }, 400, undefined],
    ['as a form without a model', FORM, 400, undefined],
    ['declared to be beyond the limit', { ...chat(), body: 'x'.repeat(2_000) }, 413, 0],
  ])('has the bytes that were read when it is refused: %s', async (_, asked, status, bytes) => {
    const { gateway, lines } = await start({ maxBodyBytes: 1_000 });
    await send(gateway.url, asked);
    await until('it is written', () => lines.length === 1);
    const sent = (asked.body as string).length;
    expect(lines[0]).toMatchObject({ status, request_bytes: bytes ?? sent });
    const counted = gateway.telemetry.counter('gatewayRequestBytes', { model: '' });
    expect(counted).toBe(bytes ?? sent);
  });

  test('has the bytes that were read when more came than may', async () => {
    const { gateway, lines } = await start({ maxBodyBytes: 1_000 });
    const chunked = ['transfer-encoding', 'chunked', 'connection', 'close'];
    const head = requestText('POST /v1/chat/completions', [...AUTHORIZED, ...chunked]);
    await talk(gateway.url, `${head}7d0\r\n${'x'.repeat(2_000)}\r\n0\r\n\r\n`);
    await until('it is written', () => lines.length === 1);
    expect(lines[0]).toMatchObject({ status: 413, request_bytes: 2_000 });
  });

  const listening = async (gateway: Gateway): Promise<string> => {
    const limits = { maxHeaderBytes: 2_048, headersTimeoutMs: 300_000, keepAliveMs: 5_000 };
    const group = createListenerGroup(limits, renderGatewayFault);
    onTestFinished(() => group.close(0));
    const anywhere = { host: '127.0.0.1', port: 0 };
    return group.open(anywhere, gateway.handle, gateway.noteRefused);
  };

  test('that the listener answered itself is counted and written down', async () => {
    const { gateway, lines } = await start();
    const address = await listening(gateway);
    const tooLarge = requestText('GET /', ['x', 'x'.repeat(4_000)]);
    for (const text of [tooLarge, tooLarge, 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n']) {
      await talk(address, text);
    }
    const { telemetry } = gateway;
    expect(telemetry.counter('gatewayRequests', { model: '', status: '431' })).toBe(2);
    expect(telemetry.counter('gatewayRequests', { model: '', status: '501' })).toBe(1);
    expect(lines.map(({ status }) => status)).toEqual([431, 431, 501]);
    expect(lines[0]).toMatchObject({ server: 'gateway', request_id: null, duration_ms: null });
  });

  test('that breaks off within its body is one request', async () => {
    const { gateway, lines } = await start();
    const address = await listening(gateway);
    const chunked = [
      ...AUTHORIZED,
      'content-type',
      'application/json',
      'transfer-encoding',
      'chunked',
    ];
    const head = requestText('POST /v1/chat/completions', chunked);
    const answer = await talk(address, `${head}2\r\n{"\r\nno size\r\n`);
    expect(answer).toContain('HTTP/1.1 400');
    await until('it is written', () => lines.length > 0);
    expect(lines).toMatchObject([{ status: 499, request_bytes: 2 }]);
  });

  test('shows a refusal of the router as what it is', async () => {
    const { gateway, lines } = await start({}, refuseWith(503, 'no_capacity'));
    await send(gateway.url, chat());
    await until('it is written', () => lines.length === 1);
    expect(lines[0]).toMatchObject({ status: 503, cluster: null, model: 'm' });
    expect(gateway.telemetry.counter('gatewayRequests', { model: 'm', status: '503' })).toBe(1);
  });
});

describe('the cluster that answered', () => {
  test('is shown to clients that may see it, byte for byte', async () => {
    const script = answerFrom(Buffer.from('zürich').toString('latin1'));
    const { gateway, router } = await start({ isClusterExposed: true }, script);
    const answer = await send(gateway.url, chat());
    expect(Buffer.from(answer.header('x-homeward-cluster')!, 'latin1').toString()).toBe('zürich');
    router.script(refuseWith(503, 'no_capacity'));
    expect((await send(gateway.url, chat())).header('x-homeward-cluster')).toBeUndefined();
  });

  test('is hidden otherwise', async () => {
    const { gateway } = await start({}, answerFrom('A'));
    expect((await send(gateway.url, chat())).header('x-homeward-cluster')).toBeUndefined();
  });
});

describe('a web page', () => {
  const from = (origin: string) => ({
    ...chat(),
    headers: [...AUTHORIZED, 'content-type', 'application/json', 'origin', origin],
  });
  const asks = (origin: string) => ({
    method: 'OPTIONS',
    path: '/v1/chat/completions',
    headers: [
      ...['origin', origin, 'access-control-request-method', 'POST'],
      ...['access-control-request-headers', 'authorization,content-type'],
    ],
  });
  const PAGE = 'https://chat.example.com';

  test('of an allowed origin may ask, and read the answer', async () => {
    const { gateway, router } = await start({ corsOrigins: [PAGE] }, answerFrom('A'));
    const preflight = await send(gateway.url, asks(PAGE));
    expect(preflight.status).toBe(204);
    expect(preflight.header('access-control-allow-origin')).toBe(PAGE);
    expect(preflight.header('access-control-allow-headers')).toBe('authorization,content-type');
    expect(preflight.header('access-control-allow-methods')).toContain('POST');
    expect(router.requests).toEqual([]);
    const answer = await send(gateway.url, from(PAGE));
    expect(answer.status).toBe(200);
    expect(answer.header('access-control-allow-origin')).toBe(PAGE);
    expect(answer.header('access-control-expose-headers')).toContain('x-request-id');
    expect(answer.header('vary')).toBe('origin');
    const refused = await send(gateway.url, { ...from(PAGE), body: '{' });
    expect(refused.status).toBe(400);
    expect(refused.header('access-control-allow-origin')).toBe(PAGE);
  });

  test('of any origin may where all are allowed', async () => {
    const { gateway } = await start({ corsOrigins: ['*'] }, answerFrom('A'));
    const answer = await send(gateway.url, from('https://other.example'));
    expect(answer.header('access-control-allow-origin')).toBe('*');
  });

  test('of another origin, or where none is allowed, is told nothing', async () => {
    for (const corsOrigins of [[PAGE], []]) {
      const { gateway } = await start({ corsOrigins }, answerFrom('A'));
      const preflight = await send(gateway.url, asks('https://evil.example'));
      expect(preflight.status).toBe(405);
      const answer = await send(gateway.url, from('https://evil.example'));
      expect(answer.header('access-control-allow-origin')).toBeUndefined();
    }
  });
});
