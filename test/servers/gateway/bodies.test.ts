import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import {
  AUTHORIZED,
  chat,
  jsonPassThrough,
  readPassThrough,
  streamedPassThrough,
  withHeaders,
} from './support/calls.js';
import { startFakeRouter } from './support/fake-router.js';
import { send, type RawRequest } from './support/raw-request.js';
import { startGateway } from './support/start-gateway.js';

const JSON_TYPE = ['content-type', 'application/json'];

const chatText = (body: string | Buffer): RawRequest => ({
  headers: [...AUTHORIZED, ...JSON_TYPE],
  body,
});

describe('a request body', () => {
  test.each([
    '{ "model" : "m",\n\t"messages":[ ] , "x": 1.0e2, "y": "\\u00e4\\/", "__proto__": {} }',
    '{"messages":[{"content":"\u{1f600} \\ud83d\\ude00"}],"model":"m","models":"m"}',
    '  {"a":[{"model":"other"}],"model":"m"}  ',
  ])('reaches the router byte for byte: %s', async (body) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, chatText(body))).status).toBe(200);
    expect(router.last().body().toString()).toBe(body);
    expect(router.last().values('content-length')).toEqual([String(Buffer.byteLength(body))]);
  });

  test.each([
    ['{"model":"rk/m","n":1.0}', '{"model":"m","n":1.0}'],
    [
      '{"a":{"model":"rk/m"},"b":["model","rk/m"], "model" :\n"rk\\/m" , "c":"\\"model\\":"}',
      '{"a":{"model":"rk/m"},"b":["model","rk/m"], "model" :\n"m" , "c":"\\"model\\":"}',
    ],
    ['{"\\u006dodel":"rk/m"}', '{"\\u006dodel":"m"}'],
    ['{"x":"\\\\","model":"rk/m"}', '{"x":"\\\\","model":"m"}'],
  ])(
    'names the bare model where it named the routing key, and is else the same',
    async (given, sent) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url);
      expect((await send(gateway.url, chatText(given))).status).toBe(200);
      expect(router.last().body().toString()).toBe(sent);
      expect(router.last().values('x-model')).toEqual(['m']);
      expect(router.last().values('content-length')).toEqual([String(sent.length)]);
    },
  );

  test('that comes in pieces without a length arrives whole', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const upload = httpRequest({
      ...{ hostname, port, path: '/v1/chat/completions', method: 'POST' },
      headers: { authorization: AUTHORIZED[1], 'transfer-encoding': 'chunked' },
    });
    for (const piece of ['{"model":', '"m"', ',"messages":[]}']) upload.write(piece);
    upload.end();
    const [response] = (await once(upload, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    expect(router.last().body().toString()).toBe('{"model":"m","messages":[]}');
  });

  test.each([
    [
      'an end too early',
      '{"model":\n"m"',
      'The body is not valid JSON: line 2, column 4: expected "," or "}", given the end.',
    ],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0xff, 0x7d]),
      'The body is not valid JSON: expected UTF-8 text, given other bytes.',
    ],
    ['a fault far on', `{"x":"${'x'.repeat(300_000)}"`, 'The body is not valid JSON.'],
  ])(
    'that is no JSON is named with its place, in words of our own: %s',
    async (_, body, message) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url);
      const answer = await send(gateway.url, chatText(body));
      expect(answer.json()['error']).toMatchObject({ code: 'invalid_json', message });
    },
  );

  test.each([
    ['not JSON', '{"model":"m"', 'invalid_json'],
    ['nothing', '', 'invalid_json'],
    ['text', '"m"', 'invalid_body'],
    ['an array', '[]', 'invalid_body'],
    ['null', 'null', 'invalid_body'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_json'],
    ['no model', '{}', 'missing_required_parameter'],
    ['a null model', '{"model":null}', 'missing_required_parameter'],
    ['an empty model', '{"model":""}', 'invalid_model'],
    ['a model that is no text', '{"model":{}}', 'invalid_model'],
    ['two models', '{"model":"m","model":"m"}', 'ambiguous_model'],
    ['two models, one escaped', '{"model":"m","\\u006dodel":"m"}', 'ambiguous_model'],
    ['a model in other letter case', '{"Model":"m"}', 'ambiguous_model'],
    ['a second model in other letter case', '{"model":"m","MODEL":"x"}', 'ambiguous_model'],
    [
      'more arrays than anybody needs',
      `{"model":"m","x":[${'[],'.repeat(1_000_000)}[]]}`,
      'body_too_complex',
    ],
    [
      'more levels than anybody needs',
      `{"model":"m","x":${'['.repeat(10_001)}${']'.repeat(10_001)}}`,
      'body_too_complex',
    ],
    ['a session id that is no text', '{"model":"m","prompt_cache_key":[]}', 'invalid_session_id'],
    [
      'a session id that is too long',
      `{"model":"m","prompt_cache_key":"${'x'.repeat(257)}"}`,
      'invalid_session_id',
    ],
  ])('of %s is 400', async (_, body, code) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, chatText(body));
    expect(answer.status).toBe(400);
    expect(answer.json()['error']).toMatchObject({ type: 'invalid_request_error', code });
    expect(router.requests).toEqual([]);
  });

  test("that is nested deeper than most engines read is the engine's to judge", async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const deep = `{"model":"m","messages":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect((await send(gateway.url, chatText(deep))).status).toBe(200);
  });

  test('that is compressed cannot be read and is 400', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, withHeaders(chat(), 'content-encoding', 'gzip'));
    expect(answer.status).toBe(400);
    expect(answer.json()['error']).toMatchObject({ param: 'content-encoding' });
  });
});

describe('the limit of the body', () => {
  const MAX = 1_000;
  const big = 'x'.repeat(200_000);

  test.each([
    ['chat', chatText(big)],
    ['a pass-through with JSON', { ...jsonPassThrough(), body: big }],
    ['a streamed pass-through', { ...streamedPassThrough, body: big }],
  ])('is 413 beyond it: %s', async (_, request) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { maxBodyBytes: MAX });
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(413);
    expect(answer.json()['error']).toMatchObject({ code: 'body_too_large' });
    expect(router.requests.filter(({ isComplete }) => isComplete())).toEqual([]);
  });

  test.each([
    ['/v1/chat/completions', 'application/json'],
    ['/v1/audio/transcriptions?model=m', 'audio/wav'],
  ])('holds for a body that does not say how long it is, on %s', async (path, type) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { maxBodyBytes: MAX });
    const { hostname, port } = new URL(gateway.url);
    const upload = httpRequest({
      ...{ hostname, port, path, method: 'POST' },
      headers: {
        authorization: AUTHORIZED[1],
        'content-type': type,
        'transfer-encoding': 'chunked',
      },
    });
    upload.on('error', () => undefined);
    for (let i = 0; i < 20; i += 1) upload.write('x'.repeat(100));
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    response.resume();
    upload.destroy();
    expect(router.requests.filter(({ isComplete }) => isComplete())).toEqual([]);
  });

  test('is a limit of what is read, not one less', async () => {
    const router = await startFakeRouter();
    const body = JSON.stringify({ model: 'm', messages: [] });
    const gateway = await startGateway(router.url, { maxBodyBytes: body.length });
    expect((await send(gateway.url, chatText(body))).status).toBe(200);
    expect((await send(gateway.url, chatText(`${body} `))).status).toBe(413);
  });

  test('does not let an endless upload hold its connection', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { maxBodyBytes: MAX });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n' +
        `${AUTHORIZED.join(': ')}\r\ncontent-length: 1000000000\r\n\r\n`,
    );
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    await until('the connection is closed', () => {
      if (!isClosed) socket.write('x'.repeat(1_000));
      return isClosed;
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a pass-through', () => {
  test('streams a body that is not JSON as it is', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    await send(gateway.url, streamedPassThrough);
    const { method, target, body, values } = router.last();
    expect([method, target]).toEqual(['POST', '/v1/audio/transcriptions?model=m']);
    expect(body().toString()).toBe(streamedPassThrough.body);
    expect(values('content-type')).toEqual(['multipart/form-data; boundary=b']);
    expect(values('x-input-tokens')).toEqual(['5']);
  });

  test('begins to pass an upload on before it is over', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const path = '/v1/files?model=m';
    const headers = { authorization: AUTHORIZED[1], 'content-type': 'application/octet-stream' };
    const upload = httpRequest({ hostname, port, path, method: 'POST', headers });
    upload.write('first');
    await until(
      'the first piece is there',
      () => router.requests[0]?.body().toString() === 'first',
    );
    upload.end('second');
    const [response] = (await once(upload, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    expect(router.last().body().toString()).toBe('firstsecond');
  });

  test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'POST'])('takes %s', async (method) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, { ...readPassThrough, method });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(method === 'HEAD' ? '' : '{"ok":true}');
    expect([router.last().method, router.last().target]).toEqual([
      method,
      '/v1/files?limit=2&model=m',
    ]);
  });

  test('writes the bare model into the query, and nothing else', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const path = '/v1/files?a=%20b&model=rk%2Fm&c';
    await send(gateway.url, { ...readPassThrough, path });
    expect(router.last().target).toBe('/v1/files?a=%20b&model=m&c');
    expect(router.last().values('x-model')).toEqual(['m']);
  });

  test.each([
    ['two in the query', { ...readPassThrough, path: '/v1/files?model=m&model=m' }],
    ['one in other letter case', { ...readPassThrough, path: '/v1/files?MODEL=m' }],
    ['one of two empty', { ...readPassThrough, path: '/v1/files?model=m&model=' }],
    ['an escaped one', { ...readPassThrough, path: '/v1/files?model=m&%6dodel=m' }],
    ['body and query', { ...jsonPassThrough(), path: '/v1/completions?model=m' }],
    ['body and query of a chat', { ...chat(), path: '/v1/chat/completions?model=m' }],
  ])('that names its model twice is 400: %s', async (_, request) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(400);
    expect(answer.json()['error']).toMatchObject({ param: 'model', code: 'ambiguous_model' });
    expect(router.requests).toEqual([]);
  });

  test.each([
    ['neither body nor query', { method: 'GET', path: '/v1/files', headers: AUTHORIZED }],
    [
      'a JSON body without model',
      { path: '/v1/x', headers: [...AUTHORIZED, ...JSON_TYPE], body: '{}' },
    ],
    [
      'a body that is not JSON',
      {
        path: '/v1/x',
        headers: [...AUTHORIZED, 'content-type', 'audio/wav'],
        body: '{"model":"m"}',
      },
    ],
  ])('without a model is 400: %s', async (_, request) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(400);
    expect(answer.json()['error']).toMatchObject({ param: 'model' });
    expect(router.requests).toEqual([]);
  });

  test.each([
    ...['/', '/v2/x?model=m', '/metrics', '/v1', '/v1x?model=m', '/healthz/x'],
    ...[
      '/v1/../admin?model=m',
      '/v1/./x?model=m',
      '/v1/%2e%2e/admin?model=m',
      '/v1/a/%2E./b?model=m',
    ],
    ...[
      '/v1/..%2fadmin?model=m',
      '/v1/..\\admin?model=m',
      '/v1/%5c..%5cadmin?model=m',
      '/v1/%zz?model=m',
      '/v1/..;/admin?model=m',
      '/v1/.;a=b/x?model=m',
      '/v1/%252e%252e/admin?model=m',
      '/v1/%25252e%25252e/admin?model=m',
      '/v1/..%3b/admin?model=m',
    ],
  ])('is no way to other paths: %s is 404', async (path) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, { ...readPassThrough, path })).status).toBe(404);
    expect(router.requests).toEqual([]);
  });

  test('leaves what has no meaning here to the engine: sub-paths, encoded text, queries', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const path = '/v1/responses/resp_1%2F2/input_items?model=m&after=%C3%A4';
    await send(gateway.url, { ...readPassThrough, path });
    expect(router.last().target).toBe(path);
  });

  test('takes no method beyond the usual ones', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await send(gateway.url, { ...readPassThrough, method });
      expect(answer.status).toBe(405);
      expect(answer.header('allow')).toContain('POST');
    }
    expect(router.requests).toEqual([]);
  });
});
