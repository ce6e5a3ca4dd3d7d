import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { storeError, type LastClusterStore } from '../../../src/adapters/stores/port.js';
import { lastClusterStoreKey } from '../../../src/adapters/session/index.js';
import { until } from '../../support/until.js';
import {
  chat,
  embeddings,
  jsonPassThrough,
  readPassThrough,
  responses,
  withHeaders,
} from './support/calls.js';
import { answerFrom, refuseWith, startFakeRouter, type FakeRouter } from './support/fake-router.js';
import { open, send, type RawRequest } from './support/raw-request.js';
import {
  directoryOf,
  KEY,
  MODEL,
  sha256,
  startGateway,
  startRemembering,
} from './support/start-gateway.js';

const HINT = 'x-stargate-last-cluster-id';
const hintOf = (router: FakeRouter): readonly string[] => router.last().values(HINT);

/** A store that writes down every call, over a map. */
const spyStore = () => {
  const calls: string[] = [];
  const entries = new Map<string, string>();
  const store: LastClusterStore = {
    get: (key) => () => {
      calls.push(`get ${key}`);
      return Promise.resolve(E.right(O.fromNullable(entries.get(key))));
    },
    set: (key, value, ttlMs) => () => {
      calls.push(`set ${key} ${value} ${String(ttlMs)}`);
      entries.set(key, value);
      return Promise.resolve(E.right(undefined));
    },
    close: () => Promise.resolve(),
  };
  return { store, calls, entries };
};

const SESSIONS: Readonly<Record<string, RawRequest>> = {
  'prompt_cache_key on chat': chat({ prompt_cache_key: 's-1' }),
  'prompt_cache_key on streaming chat': chat({ prompt_cache_key: 's-1', stream: true }),
  'prompt_cache_key on responses': responses({ prompt_cache_key: 's-1' }),
  conversation_id: responses({ conversation: 's-1' }),
  'conversation_id of an object': responses({ conversation: { id: 's-1' } }),
  'x-multi-turn-session-id on chat': withHeaders(chat(), 'X-Multi-Turn-Session-Id', 's-1'),
  'x-multi-turn-session-id on responses': withHeaders(
    responses(),
    'x-multi-turn-session-id',
    's-1',
  ),
  'x-multi-turn-session-id on embeddings': withHeaders(
    embeddings(),
    'x-multi-turn-session-id',
    's-1',
  ),
  'x-multi-turn-session-id on a pass-through': withHeaders(
    readPassThrough,
    'x-multi-turn-session-id',
    's-1',
  ),
};

describe('a session that comes back', () => {
  test.each(Object.entries(SESSIONS))('is sent to its last cluster: %s', async (_, request) => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url);
    const first = await send(gateway.url, request);
    expect(hintOf(router)).toEqual([]);
    await gateway.drain();
    const second = await send(gateway.url, request);
    expect(hintOf(router)).toEqual(['B']);
    const key = `mt:v1:session:${sha256('s-1')}`;
    expect(router.last().values('x-cache-affinity-key')).toEqual([key]);
    expect([first, second].map(({ header }) => header('x-multi-turn-session-id'))).toEqual([
      's-1',
      's-1',
    ]);
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'miss' })).toBe(1);
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'hit' })).toBe(1);
  });

  test('follows the cluster that served it last', async () => {
    const router = await startFakeRouter();
    const gateway = await startRemembering(router.url);
    const seen: string[] = [];
    for (const clusterId of ['A', 'B', 'C']) {
      router.script(answerFrom(clusterId));
      await send(gateway.url, chat({ prompt_cache_key: 's' }));
      seen.push(hintOf(router)[0] ?? 'none');
      await gateway.drain();
    }
    expect(seen).toEqual(['none', 'A', 'B']);
  });

  test('is one session whether the body or the header names it', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url);
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    await send(gateway.url, withHeaders(chat(), 'x-multi-turn-session-id', 's'));
    expect(hintOf(router)).toEqual(['B']);
  });

  test('keeps an affinity key that it sends as its id', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url);
    const id = `mt:v1:prefix:${sha256('anything')}`;
    const answer = await send(gateway.url, withHeaders(chat(), 'x-multi-turn-session-id', id));
    expect(router.last().values('x-cache-affinity-key')).toEqual([id]);
    expect(answer.header('x-multi-turn-session-id')).toBe(id);
  });

  test('finds clusters with names beyond ASCII, bytes unchanged', async () => {
    const bytes = Buffer.from('Zürich-1').toString('latin1');
    const router = await startFakeRouter(answerFrom(bytes));
    const gateway = await startRemembering(router.url);
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    expect(hintOf(router)).toEqual([bytes]);
  });

  test('gets no hint with the same affinity key on another model or routing key', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const api_keys_sha256 = [sha256(KEY)];
    const directory = directoryOf(
      MODEL,
      { ...MODEL, model: 'n' },
      { routing_key: 'rk-2', model: 'm', api_keys_sha256 },
    );
    const gateway = await startRemembering(router.url, { directory });
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    await send(gateway.url, chat({ prompt_cache_key: 's', model: 'n' }));
    expect(hintOf(router)).toEqual([]);
    await send(gateway.url, chat({ prompt_cache_key: 's', model: 'rk-2/m' }));
    expect(router.last().values('x-routing-key')).toEqual(['rk-2']);
    expect(hintOf(router)).toEqual([]);
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    expect(hintOf(router)).toEqual(['B']);
  });

  test('shares a session between the two names of a model', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url);
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    await send(gateway.url, chat({ prompt_cache_key: 's', model: 'rk/m' }));
    expect(hintOf(router)).toEqual(['B']);
  });
});

describe('the memory', () => {
  test('that is off looks nothing up, stores and counts nothing', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startGateway(router.url);
    for (const request of Object.values(SESSIONS)) {
      await send(gateway.url, withHeaders(request, HINT, 'forged'));
      expect(hintOf(router)).toEqual([]);
    }
    for (const { value } of gateway.telemetry.series('lastClusterLookups')) expect(value).toBe(0);
    for (const { value } of gateway.telemetry.series('lastClusterWrites')) expect(value).toBe(0);
  });

  test.each([
    ['chat', chat()],
    ['responses', responses()],
  ])('is never asked and never told about payload sessions: %s', async (_, request) => {
    const router = await startFakeRouter(answerFrom('B'));
    const { store, calls } = spyStore();
    const gateway = await startRemembering(router.url, { store });
    const answers = [await send(gateway.url, request), await send(gateway.url, request)];
    await gateway.drain();
    expect(calls).toEqual([]);
    expect(hintOf(router)).toEqual([]);
    const [key] = router.last().values('x-cache-affinity-key');
    expect(key).toMatch(/^mt:v1:payload:[0-9a-f]{64}$/);
    expect(answers.map(({ header }) => header('x-multi-turn-session-id'))).toEqual([key, key]);
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'skipped' })).toBe(2);
  });

  test.each([
    ['embeddings', embeddings({ prompt_cache_key: 's' })],
    ['a pass-through', { ...jsonPassThrough({ prompt_cache_key: 's' }), path: '/v1/rerank' }],
  ])('knows no session of %s without the header', async (_, request) => {
    const router = await startFakeRouter(answerFrom('B'));
    const { store, calls } = spyStore();
    const gateway = await startRemembering(router.url, { store });
    const answer = await send(gateway.url, request);
    await gateway.drain();
    expect(calls).toEqual([]);
    expect(router.last().values('x-cache-affinity-key')).toEqual([]);
    expect(answer.header('x-multi-turn-session-id')).toBeUndefined();
  });

  test('stores the cluster id under the hashed key, with the lifetime', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const { store, calls } = spyStore();
    const gateway = await startRemembering(router.url, { store });
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    const affinityKey = `mt:v1:session:${sha256('s')}`;
    const key = lastClusterStoreKey({ routingKey: 'rk', model: 'm', affinityKey });
    expect(calls).toEqual([`get ${key}`, `set ${key} B 60000`]);
  });

  test.each([301, 400, 404, 429, 500, 503])(
    'is not told about a response of %i',
    async (status) => {
      const router = await startFakeRouter(answerFrom('A'));
      const { store, entries } = spyStore();
      const gateway = await startRemembering(router.url, { store });
      await send(gateway.url, chat({ prompt_cache_key: 's' }));
      await gateway.drain();
      router.script(answerFrom('B', status));
      const answer = await send(gateway.url, chat({ prompt_cache_key: 's' }));
      await gateway.drain();
      expect(answer.status).toBe(status);
      expect([...entries.values()]).toEqual(['A']);
    },
  );

  test('is not told about transport errors', async () => {
    const router = await startFakeRouter(answerFrom('A'));
    const { store, entries } = spyStore();
    const gateway = await startRemembering(router.url, { store });
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    router.script((response) => response.destroy());
    expect((await send(gateway.url, chat({ prompt_cache_key: 's' }))).status).toBe(502);
    await router.close();
    expect((await send(gateway.url, chat({ prompt_cache_key: 's' }))).status).toBe(502);
    await gateway.drain();
    expect([...entries.values()]).toEqual(['A']);
  });

  test.each(['', '   ', 'x'.repeat(257), Buffer.from([0xff, 0xfe]).toString('latin1')])(
    'does not keep a cluster id that is none: "%s"',
    async (clusterId) => {
      const router = await startFakeRouter((response) => {
        response.writeHead(200, ['x-stargate-cluster-id', clusterId]).end();
      });
      const { store, entries } = spyStore();
      const gateway = await startRemembering(router.url, { store });
      expect((await send(gateway.url, chat({ prompt_cache_key: 's' }))).status).toBe(200);
      await gateway.drain();
      expect(entries.size).toBe(0);
    },
  );

  test('is told before a streamed 2xx response ends', async () => {
    let finish: () => void = () => undefined;
    const router = await startFakeRouter((response) => {
      response.writeHead(200, {
        'x-stargate-cluster-id': 'B',
        'content-type': 'text/event-stream',
      });
      response.write('data: 1\n\n');
      finish = () => response.end('data: [DONE]\n\n');
    });
    const { store, entries } = spyStore();
    const gateway = await startRemembering(router.url, { store });
    const stream = await open(gateway.url, chat({ prompt_cache_key: 's', stream: true }));
    await until('the cluster is stored', () => entries.size === 1);
    expect([...entries.values()]).toEqual(['B']);
    expect(stream.complete).toBe(false);
    finish();
    stream.resume();
    await until('the stream ends', () => stream.complete);
  });

  test('that is slow holds a request no longer than its deadline, and hints nothing', async () => {
    const router = await startFakeRouter();
    const never: LastClusterStore = {
      get: () => () => new Promise(() => undefined),
      set: () => () => Promise.resolve(E.right(undefined)),
      close: () => Promise.resolve(),
    };
    const gateway = await startRemembering(router.url, { store: never, lookupTimeoutMs: 20 });
    const answer = await send(gateway.url, chat({ prompt_cache_key: 's' }));
    expect(answer.status).toBe(200);
    expect(hintOf(router)).toEqual([]);
    const durations = gateway.telemetry.observations('lastClusterLookupDuration');
    expect(durations).toHaveLength(1);
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'timeout' })).toBe(1);
  });

  test.each([200, 201, 418, 500])(
    'that fails changes neither status nor body of a response of %i',
    async (status) => {
      const script = answerFrom('B', status);
      const router = await startFakeRouter(script);
      const broken: LastClusterStore = {
        get: () => () => Promise.resolve(E.left(storeError('unavailable', 'down'))),
        set: () => () => Promise.reject(new Error('broken')),
        close: () => Promise.resolve(),
      };
      const gateway = await startRemembering(router.url, { store: broken });
      const answer = await send(gateway.url, chat({ prompt_cache_key: 's' }));
      await gateway.drain();
      expect([answer.status, answer.text]).toEqual([status, '{"ok":true}']);
      const [line] = gateway.telemetry.lines('last_cluster_store_error');
      expect(line).toMatchObject({ level: 'warn', fields: { model: 'm', routing_key: 'rk' } });
      expect(line?.fields['request_id']).toBe(answer.header('x-request-id'));
    },
  );

  test('that is full or forgetful is a miss', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url, {
      store: createMemoryStore({ maxEntries: 1 }),
    });
    for (const key of ['s-1', 's-2', 's-1']) {
      await send(gateway.url, chat({ prompt_cache_key: key }));
      expect(hintOf(router)).toEqual([]);
      await gateway.drain();
    }
  });

  test('forgets after the lifetime, which a write renews and a read does not', async () => {
    let nowMs = 0;
    const router = await startFakeRouter(answerFrom('B'));
    const store = createMemoryStore({ nowMs: () => nowMs });
    const gateway = await startRemembering(router.url, { store });
    const hintAt = async (atMs: number, status: number) => {
      nowMs = atMs;
      router.script(answerFrom('B', status));
      await send(gateway.url, chat({ prompt_cache_key: 's' }));
      await gateway.drain();
      return hintOf(router);
    };
    expect(await hintAt(0, 200)).toEqual([]);
    expect(await hintAt(50_000, 200)).toEqual(['B']);
    expect(await hintAt(109_000, 500)).toEqual(['B']);
    expect(await hintAt(110_001, 500)).toEqual([]);
  });

  test('looks up and writes below the span of the request', async () => {
    const router = await startFakeRouter(answerFrom('B'));
    const gateway = await startRemembering(router.url);
    await send(gateway.url, chat({ prompt_cache_key: 's' }));
    await gateway.drain();
    const spans = gateway.telemetry.recordedSpans();
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['llm-api-gateway.request', undefined],
      ['llm-api-gateway.last_cluster_lookup', 'llm-api-gateway.request'],
      ['llm-api-gateway.last_cluster_write', 'llm-api-gateway.request'],
    ]);
    expect(spans.map(({ attributes }) => attributes.get('result'))).toEqual([
      undefined,
      'miss',
      'ok',
    ]);
  });
});

describe('what the client sees', () => {
  test('holds no x-stargate-* and no x-inference-server-* header', async () => {
    const router = await startFakeRouter((response) => {
      response.writeHead(200, [
        ...[
          'x-stargate-cluster-id',
          'B',
          'X-Stargate-Anything',
          '1',
          'x-inference-server-id',
          'b1',
        ],
        ...[
          'x_stargate_hidden',
          '1',
          'X-Inference-Server-Url',
          'http://b',
          'keep-alive',
          'timeout=5',
        ],
        ...['set-cookie', 'a=1', 'set-cookie', 'b=2', 'retry-after', '7', 'x-engine', 'mine'],
      ]);
      response.end('body');
    });
    const gateway = await startRemembering(router.url);
    const { rawHeaders, text } = await send(gateway.url, chat());
    expect(rawHeaders.filter((line) => /stargate|inference/i.test(line))).toEqual([]);
    const start = rawHeaders.indexOf('set-cookie');
    expect(rawHeaders.slice(start, start + 8)).toEqual([
      ...['set-cookie', 'a=1', 'set-cookie', 'b=2', 'retry-after', '7', 'x-engine', 'mine'],
    ]);
    expect(text).toBe('body');
  });

  test('holds one request id and one session id, whatever the engine says', async () => {
    const router = await startFakeRouter((response) => {
      response
        .writeHead(200, { 'x-request-id': 'theirs', 'x-multi-turn-session-id': 'theirs' })
        .end();
    });
    const gateway = await startRemembering(router.url);
    const request = withHeaders(chat({ prompt_cache_key: 's' }), 'x-request-id', 'mine');
    const { rawHeaders } = await send(gateway.url, request);
    expect(rawHeaders.filter((line) => line === 'theirs')).toEqual([]);
    expect(rawHeaders.filter((line) => line === 'x-request-id')).toHaveLength(1);
    expect(rawHeaders.filter((line) => line === 'x-multi-turn-session-id')).toHaveLength(1);
  });

  test('names the session on errors of the router, too', async () => {
    const router = await startFakeRouter(refuseWith(503, 'no_capacity'));
    const gateway = await startRemembering(router.url);
    const answer = await send(gateway.url, chat({ prompt_cache_key: 's' }));
    expect(answer.header('x-multi-turn-session-id')).toBe('s');
  });
});
