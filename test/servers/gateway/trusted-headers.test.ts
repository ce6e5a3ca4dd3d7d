import * as api from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { createOpenTelemetrySpans } from '../../../src/adapters/telemetry/opentelemetry.js';
import {
  chat,
  embeddings,
  EVERY_PATH,
  jsonPassThrough,
  responses,
  withHeaders,
} from './support/calls.js';
import { startFakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import { directoryOf, KEY, MODEL, sha256, startGateway } from './support/start-gateway.js';

/** What callers must not be able to say, in the spellings that may get past a filter. */
const FORGED = [
  ...['x-routing-method', 'forged', 'X-ROUTING-METHOD', 'forged', 'x_routing_method', 'forged'],
  ...['X-Cache-Affinity-Key', 'forged', 'x-routing-key', 'forged', 'X_Routing_Key', 'forged'],
  ...['X-Model', 'forged', 'x-model', 'forged', 'x-input-tokens', '1', 'X-Request-SLO-ms', '1'],
  ...['x-max-wait-ms', '1', 'x-stargate-max-wait-ms', '1', 'X-Stargate-Anything', 'forged'],
  ...['x-stargate-last-cluster-id', 'forged', 'X-Stargate-Last-Cluster-Id', 'forged'],
  ...['x_stargate_last_cluster_id', 'forged', 'X-STARGATE_LAST-CLUSTER_ID', 'forged'],
];

const CASES = Object.entries(EVERY_PATH).flatMap(([name, request]) =>
  ['off', 'on'].map((memory) => ({ name, request, memory })),
);

describe('what a caller forges', () => {
  test.each(CASES)(
    'never reaches the router on $name, memory $memory',
    async ({ request, memory }) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(
        router.url,
        memory === 'on' ? { store: createMemoryStore() } : {},
      );
      const answer = await send(gateway.url, withHeaders(request, ...FORGED));
      expect(answer.status).toBe(200);
      const { rawHeaders, values } = router.last();
      expect(rawHeaders.join('\n')).not.toContain('forged');
      expect(values('x-routing-method')).toEqual(['pulsar;seed=a']);
      expect(values('x-routing-key')).toEqual(['rk']);
      expect(values('x-model')).toEqual(['m']);
      expect(values('x-input-tokens')).toHaveLength(1);
      expect(values('x-input-tokens')).not.toEqual(['1']);
      expect(rawHeaders.some((line) => /^x[-_]stargate[-_]/i.test(line))).toBe(false);
      expect(values('x-request-slo-ms')).toEqual([]);
      expect(values('x-max-wait-ms')).toEqual(['30000']);
      expect(values('authorization')).toEqual([]);
    },
  );

  test.each(Object.entries(EVERY_PATH))(
    'is refused when it is a priority, on %s',
    async (_, request) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url);
      for (const name of ['x-priority', 'X-Priority', 'x_priority']) {
        const answer = await send(gateway.url, withHeaders(request, name, '0'));
        expect(answer.status).toBe(400);
        expect(answer.json()['error']).toMatchObject({
          param: 'x-priority',
          code: 'forbidden_header',
        });
      }
      expect(router.requests).toEqual([]);
    },
  );

  test.each([
    ['the wait of the gateway', {}, undefined, ['30000'], []],
    ['another of the gateway', {}, 5_000, ['5000'], []],
    ['none', {}, 0, [], []],
    ['those of the model', { max_wait_ms: 7, request_slo_ms: 9 }, 5_000, ['7'], ['9']],
    ['no wait of the model', { max_wait_ms: 0 }, 5_000, [], []],
  ])('does not replace what is sent: %s', async (_, fields, maxWaitMs, wait, slo) => {
    const router = await startFakeRouter();
    const directory = directoryOf({ ...MODEL, ...fields });
    const gateway = await startGateway(router.url, {
      directory,
      ...(maxWaitMs !== undefined && { maxWaitMs }),
    });
    await send(gateway.url, withHeaders(chat(), 'x-max-wait-ms', '1', 'x-request-slo-ms', '1'));
    expect(router.last().values('x-max-wait-ms')).toEqual(wait);
    expect(router.last().values('x-request-slo-ms')).toEqual(slo);
  });

  test('cannot be smuggled in by naming trusted headers in Connection', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const names = 'close, x-request-id, x-routing-key, x-model, x-input-tokens, x-routing-method';
    await send(gateway.url, withHeaders(chat(), 'connection', names));
    const { values } = router.last();
    expect(values('x-routing-key')).toEqual(['rk']);
    expect(values('x-model')).toEqual(['m']);
    expect(values('x-routing-method')).toEqual(['pulsar;seed=a']);
    expect(values('x-request-id')).toHaveLength(1);
  });
});

describe('the trusted headers', () => {
  test('leave the routing method out when the model has none', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: directoryOf({ model: 'm' }) });
    for (const request of Object.values(EVERY_PATH)) {
      await send(gateway.url, withHeaders(request, 'x-routing-method', 'pulsar'));
      expect(router.last().values('x-routing-method')).toEqual([]);
      expect(router.last().values('x-routing-key')).toEqual([]);
      expect(router.last().values('x-priority')).toEqual([]);
    }
  });

  test('pass a routing method on as the owner wrote it, known or not', async () => {
    const router = await startFakeRouter();
    const routingMethod = 'No_Such-Method; n=2;  future=a b';
    const gateway = await startGateway(router.url, {
      directory: directoryOf({ ...MODEL, routingMethod }),
    });
    await send(gateway.url, chat());
    expect(router.last().values('x-routing-method')).toEqual([routingMethod]);
  });

  test('set the priority of the model', async () => {
    const router = await startFakeRouter();
    const directory = directoryOf({ ...MODEL, priority: 4_294_967_295 });
    const gateway = await startGateway(router.url, { directory });
    await send(gateway.url, chat());
    expect(router.last().values('x-priority')).toEqual(['4294967295']);
  });

  test('pass authorization on only for models that say so', async () => {
    const router = await startFakeRouter();
    const directory = directoryOf({ ...MODEL, forward_authorization: true });
    const gateway = await startGateway(router.url, { directory });
    await send(gateway.url, chat());
    expect(router.last().values('authorization')).toEqual([`Bearer ${KEY}`]);
  });

  test.each([
    ['text', chat({ messages: [{ role: 'user', content: 'a'.repeat(40) }] }), 15],
    ['not quite a token', chat({ messages: [{ role: 'user', content: 'abcde' }] }), 7],
    ['bytes, not characters', chat({ messages: [{ role: 'user', content: 'äöü€' }] }), 8],
    [
      'the text of content parts',
      chat({
        messages: [{ content: [{ type: 'text', text: 'abcd' }, { image_url: { url: 'x' } }] }],
      }),
      6,
    ],
    [
      'instructions and input',
      responses({ instructions: 'abcd', input: [{ content: 'efgh' }] }),
      7,
    ],
    ['texts to embed', embeddings({ input: ['abcd', 'efgh'] }), 7],
    ['token ids one by one', embeddings({ input: [[1, 2, 3], [4]] }), 9],
    ['a prompt', jsonPassThrough({ prompt: 'abcd' }), 6],
    ['nothing', chat({ messages: [] }), 5],
  ])('estimate input tokens from %s', async (_, request, tokens) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    await send(gateway.url, request);
    expect(router.last().values('x-input-tokens')).toEqual([String(tokens)]);
  });

  test('take the estimate of a service that has a better one', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, {
      estimateInputTokens: ({ texts }, model) => texts.join(' ').length + model.length + 0.5,
    });
    await send(gateway.url, chat());
    expect(router.last().values('x-input-tokens')).toEqual(['4']);
  });

  test('keep what else the caller sends: order, spelling, values and duplicates', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const lines = ['X-Custom', 'one', 'x-custom', 'two', 'Accept', 'text/plain'];
    await send(gateway.url, withHeaders(chat(), ...lines));
    const { rawHeaders } = router.last();
    const start = rawHeaders.indexOf('X-Custom');
    expect(rawHeaders.slice(start, start + 6)).toEqual(lines);
  });

  test('leave out what belongs to the connection of the caller', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const lines = [
      ...['connection', 'x-own, keep-alive', 'x-own', 'dropped', 'te', 'trailers'],
      ...['keep-alive', 'timeout=5', 'proxy-authorization', 'dropped', 'expect', '100-continue'],
      ...['upgrade', 'dropped'],
    ];
    expect((await send(gateway.url, withHeaders(chat(), ...lines))).status).toBe(200);
    const { rawHeaders, values } = router.last();
    expect(rawHeaders.join('\n')).not.toContain('dropped');
    for (const name of ['te', 'expect', 'upgrade']) expect(values(name)).toEqual([]);
    expect(values('host')).toEqual([new URL(router.url).host]);
  });

  test('keep a key of another entry from opening a model', async () => {
    const router = await startFakeRouter();
    const directory = directoryOf(MODEL, { model: 'n', api_keys_sha256: [sha256('sk-n')] });
    const gateway = await startGateway(router.url, { directory });
    const headers = ['authorization', 'Bearer sk-n'];
    expect((await send(gateway.url, { ...chat(), headers })).status).toBe(401);
    expect((await send(gateway.url, { ...chat({ model: 'n' }), headers })).status).toBe(200);
  });
});

describe('the request id', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test.each(['r', 'A~!{}"', 'x'.repeat(128)])(
    'is the one of a caller with a key: %s',
    async (id) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url);
      const answer = await send(gateway.url, withHeaders(chat(), 'X-Request-Id', id));
      expect(router.last().values('x-request-id')).toEqual([id]);
      expect(answer.header('x-request-id')).toBe(id);
    },
  );

  test.each(['', 'x'.repeat(129), 'a b', 'caf\u00e9'])(
    'is new when it is not proper: "%s"',
    async (id) => {
      const router = await startFakeRouter();
      const gateway = await startGateway(router.url);
      const answer = await send(gateway.url, withHeaders(chat(), 'x-request-id', id));
      const [sent] = router.last().values('x-request-id');
      expect(sent).toMatch(UUID);
      expect(router.last().values('x-request-id')).toHaveLength(1);
      expect(answer.header('x-request-id')).toBe(sent);
    },
  );

  test('is new for a caller without a key, on an open model and on a refusal', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { directory: directoryOf({ model: 'm' }) });
    const answer = await send(gateway.url, withHeaders(chat(), 'x-request-id', 'mine'));
    expect(router.last().values('x-request-id')[0]).toMatch(UUID);
    expect(answer.header('x-request-id')).toMatch(UUID);
    const refused = await send(gateway.url, {
      ...chat({ model: 'none' }),
      headers: ['x-request-id', 'mine'],
    });
    expect(refused.status).toBe(404);
    expect(refused.header('x-request-id')).toMatch(UUID);
  });

  test('is kept on a refusal of a caller with a key, and on the list of models', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const refused = await send(
      gateway.url,
      withHeaders(chat({ prompt_cache_key: 5 }), 'x-request-id', 'mine'),
    );
    expect(refused.status).toBe(400);
    expect(refused.header('x-request-id')).toBe('mine');
    const headers = ['authorization', `Bearer ${KEY}`, 'x-request-id', 'mine'];
    const listed = await send(gateway.url, { method: 'GET', path: '/v1/models', headers });
    expect(listed.header('x-request-id')).toBe('mine');
  });
});

describe('the trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  test('of the caller is continued', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const lines = ['traceparent', traceparent, 'tracestate', 'a=1'];
    await send(gateway.url, withHeaders(chat(), ...lines));
    expect(router.last().values('traceparent')).toEqual([traceparent]);
    expect(router.last().values('tracestate')).toEqual(['a=1']);
  });

  test('goes on below the span of the gateway', async () => {
    const router = await startFakeRouter();
    const provider = new BasicTracerProvider();
    const spans = createOpenTelemetrySpans(api, { tracer: provider.getTracer('test') });
    const gateway = await startGateway(router.url, { spans });
    await send(gateway.url, withHeaders(chat(), 'traceparent', traceparent, 'tracestate', 'a=1'));
    const [continued, ...others] = router.last().values('traceparent');
    expect(others).toEqual([]);
    expect(continued).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(continued).not.toBe(traceparent);
    expect(router.last().values('tracestate')).toEqual(['a=1']);
  });

  test('is left out when there is none', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    await send(gateway.url, chat());
    expect(router.last().values('traceparent')).toEqual([]);
  });
});
