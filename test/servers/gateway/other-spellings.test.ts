/** Requests that whoever is behind might read in another way than the gateway. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { AUTHORIZED, chat, jsonPassThrough, readPassThrough } from './support/calls.js';
import { startFakeRouter } from './support/fake-router.js';
import { send, type RawRequest } from './support/raw-request.js';
import { directoryOf, sha256, startGateway } from './support/start-gateway.js';

/** One model is open, the other takes a key that nobody here has. */
const DIRECTORY = directoryOf({ model: 'm' }, { model: 'secret', api_keys_sha256: [sha256('k')] });

const SECRET = '{"model":"secret","prompt":"x"}';

const post = (path: string, body: string, ...headers: readonly string[]): RawRequest => ({
  ...{ path, body, headers },
});

const JSON_TYPE = ['content-type', 'application/json'] as const;

describe('no way leads to a model that the key does not open', () => {
  test.each([
    ['a body without content type', post('/v1/completions?model=m', SECRET)],
    ['a body of text', post('/v1/completions?model=m', SECRET, 'content-type', 'text/plain')],
    [
      'a body of two types',
      post('/v1/files?model=m', SECRET, 'content-type', 'text/plain', ...JSON_TYPE),
    ],
    [
      'a body of two types, JSON first',
      post('/v1/completions?model=m', SECRET, ...JSON_TYPE, 'content-type', 'text/plain'),
    ],
    ['a path that nobody knows, without content type', post('/v1/x?model=m', SECRET)],
    ['the last of two', post('/v1/completions', '{"model":"secret","model":"m"}', ...JSON_TYPE)],
    ['another case', post('/v1/completions', '{"model":"m","MODEL":"secret"}', ...JSON_TYPE)],
    ['the query', post('/v1/completions?model=secret', '{"model":"m"}', ...JSON_TYPE)],
    ['the second of the query', { ...readPassThrough, path: '/v1/files?model=m&model=secret' }],
    [
      'a query cut at semicolons',
      { ...readPassThrough, path: '/v1/files?a=1;model=secret&model=m' },
    ],
    ['a query with an end', { ...readPassThrough, path: '/v1/files?model=m;model=secret' }],
    [
      'a query beside a body',
      post('/v1/completions?a=1;model=secret', '{"model":"m"}', ...JSON_TYPE),
    ],
    ['a list in the query', post('/v1/completions?model[]=secret', '{"model":"m"}', ...JSON_TYPE)],
    ['a coded list', post('/v1/completions?Model%5B0%5D=secret', '{"model":"m"}', ...JSON_TYPE)],
    ['a slash at the end', post('/v1/completions/?model=m', SECRET)],
    ['a path of other case', post('/v1/Completions?model=m', SECRET)],
    ['an encoded path', post('/v1/%63ompletions?model=m', SECRET)],
    ['a chat with an encoded path', post('/v1/%63hat/completions?model=m', SECRET)],
  ])('%s', async (_, request) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    const answer = await send(gateway.url, request);
    expect([400, 401]).toContain(answer.status);
    expect(router.requests).toEqual([]);
  });

  test('a query that holds such characters beside the model passes', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    for (const query of ['model=m&a=1;b=2', 'tags[]=a&tags[]=b&model=m', 'remodel[]=x&model=m']) {
      const answer = await send(gateway.url, { ...readPassThrough, path: `/v1/files?${query}` });
      expect(answer.status).toBe(200);
      expect(router.last().target).toBe(`/v1/files?${query}`);
    }
  });

  test('a body that is not JSON is refused where engines read JSON', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    const types = ['multipart/form-data; boundary=b', 'application/x-www-form-urlencoded'];
    for (const type of types) {
      const request = post('/v1/embeddings', 'model=secret', 'content-type', type);
      expect((await send(gateway.url, request)).json()['error']).toMatchObject({
        code: 'invalid_json',
      });
    }
  });
});

describe('a body that begins as a JSON object does, and is not JSON by its type', () => {
  const PATHS = ['/v1/foo', '/v1/embed', '/v1/batches', '/v1/images/edits', '/v1/x/y/z'];
  const BODIES: readonly (string | Buffer)[] = [
    SECRET,
    ` \r\n\t${SECRET}`,
    `\ufeff${SECRET}`,
    Buffer.from(`\ufeff${SECRET}`, 'utf16le'),
    ' '.repeat(5_000) + SECRET,
  ];
  const TYPES = ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'];

  test.each(PATHS)('is 400 wherever it goes: %s', async (path) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    for (const body of BODIES) {
      for (const type of TYPES) {
        const headers = ['content-type', type];
        const answer = await send(gateway.url, { path: `${path}?model=m`, body, headers });
        expect(answer.status).toBe(400);
        expect(answer.json()['error']).toMatchObject({ code: 'invalid_content_type' });
      }
    }
    expect(router.requests).toEqual([]);
  });

  test.each([
    ['audio/wav', '{sound'],
    ['image/png', '{picture'],
    ['text/plain', 'a {text}'],
    ['text/plain', '  '],
    ['application/octet-stream', 'x'.repeat(300_000)],
  ])('is told from others, which pass byte for byte: %s, %#', async (type, body) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    const request = { path: '/v1/foo?model=m', body, headers: ['content-type', type] };
    expect((await send(gateway.url, request)).status).toBe(200);
    expect(router.last().body().toString()).toBe(body);
  });

  test('fields that name a model are 400 beside a model in the query', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    const headers = ['content-type', 'application/x-www-form-urlencoded; charset=utf-8'];
    const request = { path: '/v1/foo?model=m', body: 'model=secret', headers };
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(400);
    expect(answer.json()['error']).toMatchObject({ code: 'invalid_content_type' });
    expect(router.requests).toEqual([]);
  });

  test('is told by its beginning, while the rest is still to come', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: DIRECTORY });
    const headers = { 'content-type': 'text/plain' };
    const upload = httpRequest(`${gateway.url}/v1/foo?model=m`, { method: 'POST', headers });
    const answered = once(upload, 'response');
    upload.write(' one');
    await until('the first part is there', () => router.requests[0]?.body().toString() === ' one');
    upload.end(' two');
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(router.last().body().toString()).toBe(' one two');
  });
});

describe('other spellings of a path are the same path', () => {
  test.each([
    '/v1/chat/completions/',
    '/v1/%63hat/completions',
    '/v1/chat/%63%6f%6D%70letions/',
    'http://gateway.example/v1/chat/completions',
    'http://gateway.example/v1/chat/completions/',
  ])('%s', async (path) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const request = { ...chat({ prompt_cache_key: 'k' }), path };
    expect((await send(gateway.url, request)).status).toBe(200);
    expect(router.last().target).toBe('/v1/chat/completions');
    expect(router.last().values('x-cache-affinity-key')).toHaveLength(1);
  });

  test('also of paths that are passed through, whose queries stay', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    await send(gateway.url, { ...jsonPassThrough(), path: '/v1/%72erank/?a=%62%2F' });
    expect(router.last().target).toBe('/v1/rerank?a=%62%2F');
    const read = { ...readPassThrough, path: '/v1/files/a%2Fb%20c/?model=m' };
    await send(gateway.url, read);
    expect(router.last().target).toBe('/v1/files/a%2Fb%20c?model=m');
    const list = await send(gateway.url, {
      method: 'GET',
      path: '/v1/models/',
      headers: AUTHORIZED,
    });
    expect(list.json()['object']).toBe('list');
  });
});

test.each([
  '/v1/..;/x',
  '/v1/.;a=b/x',
  '/v1/%252e%252e/x',
  '/v1/%25252e%25252e/x',
  '/v1//x',
  '/v1/x//',
])('a path that may mean another one is 404: %s', async (path) => {
  const router = await startFakeRouter();
  const gateway = await startGateway(router.url);
  const request = { ...readPassThrough, path: `${path}?model=m` };
  expect((await send(gateway.url, request)).status).toBe(404);
  expect(router.requests).toEqual([]);
});
