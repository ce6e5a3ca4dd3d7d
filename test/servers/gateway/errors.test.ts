import { connect } from 'node:net';
import { once } from 'node:events';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../src/adapters/http/index.js';
import type { ModelDirectory } from '../../../src/adapters/gateway/index.js';
import { AUTHORIZED, chat, EVERY_PATH } from './support/calls.js';
import { refuseWith, startFakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import {
  directoryOf,
  KEY,
  MODEL,
  OTHER_KEY,
  sha256,
  startGateway,
} from './support/start-gateway.js';

const bearer = (key: string) => ['authorization', `Bearer ${key}`];

describe('an answer of the router itself', () => {
  test.each(Object.entries(ERROR_CODES))(
    'is told in the OpenAI shape: %s',
    async (code, { status }) => {
      const router = await startFakeRouter(refuseWith(status, code));
      const gateway = await startGateway(router.url);
      const answer = await send(gateway.url, chat());
      expect(answer.status).toBe(status);
      expect(answer.json()).toEqual({
        error: {
          message: `because of ${code}`,
          type: status < 500 ? 'invalid_request_error' : 'server_error',
          param: code === 'no_eligible_candidates' ? 'model' : null,
          code,
        },
      });
      expect(answer.header('content-type')).toBe('application/json');
      expect(answer.header('x-stargate-error-code')).toBeUndefined();
      expect(answer.header('retry-after')).toBe(status === 503 ? '1' : undefined);
    },
  );

  test('keeps the pause the router asks for', async () => {
    const router = await startFakeRouter(refuseWith(503, 'no_capacity', { 'retry-after': '17' }));
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, chat())).header('retry-after')).toBe('17');
  });

  test.each(['no json', '[]', '{"error":5}', 'x'.repeat(100_000), ''])(
    'is an error with a message of ours when its body is %.20s',
    async (body) => {
      const router = await startFakeRouter((response) => {
        response.writeHead(503, { 'x-stargate-error-code': 'no_capacity' }).end(body);
      });
      const gateway = await startGateway(router.url);
      const answer = await send(gateway.url, chat());
      expect(answer.status).toBe(503);
      expect(answer.json()['error']).toMatchObject({ message: 'The router answered 503.' });
    },
  );

  test('is told apart from an error of an engine, which passes as it is', async () => {
    const router = await startFakeRouter((response) => {
      response.writeHead(400, { 'x-stargate-cluster-id': 'A', 'x-stargate-error-code': 'odd' });
      response.end('{"error":{"message":"too long","type":"t","param":"p","code":"c"}}');
    });
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, chat());
    expect(answer.status).toBe(400);
    expect(answer.text).toBe('{"error":{"message":"too long","type":"t","param":"p","code":"c"}}');
    expect(answer.header('x-stargate-error-code')).toBeUndefined();
  });
});

describe('a router that fails', () => {
  test.each(Object.entries(EVERY_PATH))('by not being there is 502, on %s', async (_, request) => {
    const router = await startFakeRouter();
    await router.close();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(502);
    expect(answer.json()['error']).toMatchObject({ type: 'server_error', code: 'upstream_error' });
    const [line] = gateway.telemetry.lines('upstream_error');
    expect(line).toMatchObject({
      level: 'warn',
      fields: { model: 'm', routing_key: 'rk', kind: 'failed' },
    });
  });

  test('by closing the connection is 502', async () => {
    const router = await startFakeRouter((response) => response.destroy());
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, chat())).status).toBe(502);
  });

  test('by saying nothing is 504', async () => {
    const router = await startFakeRouter(() => undefined);
    const gateway = await startGateway(router.url, { responseTimeoutMs: 50 });
    const answer = await send(gateway.url, chat());
    expect(answer.status).toBe(504);
    expect(answer.json()['error']).toMatchObject({ code: 'upstream_timeout' });
    expect(gateway.telemetry.lines('upstream_error')[0]?.fields['kind']).toBe('timeout');
  });

  test('by speaking something else than HTTP is 502', async () => {
    const router = await startFakeRouter((response) => {
      response.socket!.end('HTTP/1.1 200 OK\r\nbad header\u0000: x\r\n\r\n');
    });
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, chat())).status).toBe(502);
  });

  test('and comes back serves the next request', async () => {
    const router = await startFakeRouter((response) => response.destroy());
    const gateway = await startGateway(router.url);
    expect((await send(gateway.url, chat())).status).toBe(502);
    router.script((response) => response.end('well'));
    expect((await send(gateway.url, chat())).text).toBe('well');
  });
});

describe('who may ask', () => {
  const directory = directoryOf(
    MODEL,
    { routing_key: 'rk-2', model: 'm', api_keys_sha256: [sha256(OTHER_KEY)] },
    { routing_key: 'org', model: 'name', api_keys_sha256: [sha256(KEY)] },
  );

  test.each([
    ['no key', []],
    ['an unknown key', bearer('sk-wrong')],
    ['the digest of the key', bearer(sha256(KEY))],
    ['an empty key', ['authorization', 'Bearer ']],
    ['another scheme', ['authorization', `Basic ${KEY}`]],
    ['the bare key', ['authorization', KEY]],
    ['the key, and more', ['authorization', `Bearer ${KEY} x`]],
    ['the right key second', [...bearer('sk-wrong'), ...bearer(KEY)]],
  ])('nobody with %s: 401', async (_, headers) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory });
    for (const model of ['m', 'rk/m', 'none']) {
      const answer = await send(gateway.url, { ...chat({ model }), headers });
      expect(answer.status).toBe(401);
      expect(answer.header('www-authenticate')).toBe('Bearer');
      expect(answer.json()['error']).toMatchObject({
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
      expect(answer.text).not.toContain('sk-');
    }
    expect(router.requests).toEqual([]);
  });

  test.each(['none', 'rk/none', 'none/m', 'm/', '/m', '__proto__', 'constructor', 'rk/__proto__'])(
    'a caller with a key, but not for the model %s, which is none: 404',
    async (model) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url, { directory });
      const answer = await send(gateway.url, chat({ model }));
      expect(answer.status).toBe(404);
      expect(answer.json()['error']).toMatchObject({ code: 'model_not_found', param: 'model' });
    },
  );

  test('a key may come as x-api-key, and goes no further than authorization does', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory });
    const ask = (...headers: string[]) =>
      send(gateway.url, { ...chat({ model: 'rk/m' }), headers });
    expect((await ask('X-Api-Key', KEY)).status).toBe(200);
    expect(router.last().values('x-api-key')).toEqual([]);
    expect((await ask('x-api-key', KEY, 'authorization', 'Basic x')).status).toBe(200);
    expect((await ask('x-api-key', 'sk-wrong')).status).toBe(401);
    expect((await ask('x-api-key', KEY, ...bearer('sk-wrong'))).status).toBe(401);
  });

  test('each key gets its own entry of a model with one name', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory });
    await send(gateway.url, chat());
    expect(router.last().values('x-routing-key')).toEqual(['rk']);
    await send(gateway.url, { ...chat(), headers: bearer(OTHER_KEY) });
    expect(router.last().values('x-routing-key')).toEqual(['rk-2']);
    expect((await send(gateway.url, chat({ model: 'rk-2/m' }))).status).toBe(401);
  });

  test('the scheme may be spelled in any case', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory });
    const headers = ['Authorization', `bEARER ${KEY}`];
    expect((await send(gateway.url, { ...chat(), headers })).status).toBe(200);
  });

  test('a listed name comes before a split one', async () => {
    const router = await startFakeRouter();
    const listed = directoryOf(
      { routing_key: 'org', model: 'name' },
      { routing_key: 'rk', model: 'org/name' },
    );
    const gateway = await startGateway(router.url, { directory: listed });
    await send(gateway.url, chat({ model: 'org/name' }));
    expect(router.last().values('x-routing-key')).toEqual(['rk']);
    expect(router.last().values('x-model')).toEqual(['org/name']);
    expect(JSON.parse(router.last().body().toString())).toMatchObject({ model: 'org/name' });
    await send(gateway.url, chat({ model: 'rk/org/name' }));
    expect(router.last().values('x-model')).toEqual(['org/name']);
    expect(JSON.parse(router.last().body().toString())).toMatchObject({ model: 'org/name' });
  });

  test('anybody may use an open model, whatever key they send, and learns what there is not', async () => {
    const router = await startFakeRouter();
    const open = directoryOf(MODEL, { model: 'open' });
    const gateway = await startGateway(router.url, { directory: open });
    for (const headers of [[], bearer('any')]) {
      const status = async (model: string) =>
        (await send(gateway.url, { ...chat({ model }), headers })).status;
      expect([await status('open'), await status('m'), await status('none')]).toEqual([
        200, 401, 404,
      ]);
    }
  });

  test('a directory that cannot say is 503 with a pause', async () => {
    const router = await startFakeRouter();
    const refusal = { code: 'unavailable' } as const;
    const away: ModelDirectory = { resolve: () => TE.left(refusal), list: () => TE.left(refusal) };
    const gateway = await startGateway(router.url, { directory: away });
    const answers = [
      await send(gateway.url, chat()),
      await send(gateway.url, { method: 'GET', path: '/v1/models' }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.header('retry-after')]).toEqual([503, '1']);
    }
  });

  test('a directory that breaks its promise is 500, and the gateway lives on', async () => {
    const router = await startFakeRouter();
    const broken: ModelDirectory = {
      resolve: ({ model }) => {
        if (model === 'm') throw new Error(`secret ${KEY}`);
        return directoryOf({ model: 'n' }).resolve({ model, apiKey: undefined });
      },
      list: () => TE.left({ code: 'wrong_key' }),
    };
    const gateway = await startGateway(router.url, { directory: broken });
    const answer = await send(gateway.url, chat());
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain(KEY);
    expect((await send(gateway.url, chat({ model: 'n' }))).status).toBe(200);
  });
});

describe('the models', () => {
  const directory = directoryOf(
    MODEL,
    { routing_key: 'rk-2', model: 'm', api_keys_sha256: [sha256(OTHER_KEY), sha256(KEY)] },
    { routing_key: 'a/b', model: 'hidden', api_keys_sha256: [sha256(OTHER_KEY)] },
    { model: 'org/open' },
  );
  const list = async (url: string, headers: readonly string[], path = '/v1/models') =>
    send(url, { method: 'GET', path, headers });
  const ids = async (url: string, headers: readonly string[]) => {
    const { data } = (await list(url, headers)).json() as unknown as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };

  test('are those the key may see, by names that lead to them', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory });
    expect(await ids(gateway.url, AUTHORIZED)).toEqual(['m', 'rk-2/m', 'org/open']);
    expect(await ids(gateway.url, bearer(OTHER_KEY))).toEqual(['m', 'hidden', 'org/open']);
    expect(await ids(gateway.url, [])).toEqual(['org/open']);
    expect(router.requests).toEqual([]);
  });

  test("are nobody's business without a key, where every model has one", async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    expect((await list(gateway.url, bearer('sk-wrong'))).status).toBe(401);
    expect((await list(gateway.url, [])).status).toBe(401);
  });

  test('have the shape of the OpenAI API', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { object, data } = (await list(gateway.url, AUTHORIZED)).json() as Record<
      string,
      unknown
    >;
    expect(object).toBe('list');
    const shape = {
      id: 'm',
      object: 'model',
      created: expect.any(Number) as number,
      owned_by: 'homeward',
    };
    expect(data).toEqual([shape]);
    expect((await list(gateway.url, AUTHORIZED, '/v1/models/m')).json()).toEqual(shape);
    expect((await list(gateway.url, AUTHORIZED, '/v1/models/rk%2Fm')).json()).toMatchObject({
      id: 'rk/m',
    });
    expect((await list(gateway.url, AUTHORIZED, '/v1/models/none')).status).toBe(404);
    expect((await list(gateway.url, [], '/v1/models/m')).status).toBe(401);
  });

  test('are read, not written', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    for (const path of ['/v1/models', '/v1/models/m', '/healthz', '/readyz']) {
      const answer = await send(gateway.url, { method: 'DELETE', path, headers: AUTHORIZED });
      expect([answer.status, answer.header('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('the probes', () => {
  test('say that the gateway lives, and whether it is ready', async () => {
    const router = await startFakeRouter();
    let isReady = true;
    const gateway = await startGateway(router.url, { isReady: () => isReady });
    const status = async (path: string) =>
      (await send(gateway.url, { method: 'GET', path })).status;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
    isReady = false;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    expect(gateway.telemetry.recordedSpans()).toEqual([]);
  });
});

describe('a hostile connection', () => {
  const talk = async (url: string, text: string): Promise<string> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.end(text, 'latin1');
    await once(socket, 'close');
    return answer;
  };
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\n`;

  test.each([
    ['headers beyond the limit', `${head}x: ${'y'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 431 /],
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, /^HTTP\/1.1 400 /],
    [
      'a length and chunks',
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1.1 400 /,
    ],
    ['a line break in a header', `${head}x-stargate-a: b\rx-model: n\r\n\r\n`, /^HTTP\/1.1 400 /],
    ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1.1 400 /],
    ['a folded header', `${head}x-a: b\r\n x-model: forged\r\n\r\n`, /^HTTP\/1.1 400 /],
  ])('with %s gets no further', async (_, text, expected) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    expect(await talk(gateway.url, text)).toMatch(expected);
    expect(router.requests.flatMap(({ rawHeaders }) => rawHeaders).join()).not.toContain('forged');
    expect((await send(gateway.url, chat())).status).toBe(200);
  });
});
