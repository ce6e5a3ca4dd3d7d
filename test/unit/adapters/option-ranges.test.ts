import * as E from 'fp-ts/lib/Either.js';
import * as client from 'prom-client';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../../src/api.js';
import {
  createGateway,
  createLastClusterTracker,
  openFileDirectory,
  openRouterLink,
} from '../../../src/adapters/gateway/index.js';
import {
  createFileRecorder,
  createFileSource,
  createFleet,
  createHttpSource,
  createPushSource,
  createRouter,
  startRouterServer,
} from '../../../src/adapters/router/index.js';
import {
  combineTelemetry,
  createEngine,
  noOpTelemetry,
} from '../../../src/adapters/runtime/index.js';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { createOlricStore } from '../../../src/adapters/stores/olric.js';
import { createRedisStore, type RedisStoreOptions } from '../../../src/adapters/stores/redis.js';
import { createInMemoryTelemetry } from '../../../src/adapters/telemetry/in-memory.js';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.js';
import { createKvCache } from '../../../src/adapters/testing/mock-engine/kv-cache.js';
import { givenRequest, givenSnapshot } from '../../servers/router/support/given.js';
import { createSendLog } from '../../servers/router/support/send-log.js';
import { startTestRouter } from '../../servers/router/support/start-router.js';
import { directoryOf } from '../../servers/gateway/support/start-gateway.js';

type Numbers = Readonly<Record<string, number>>;

const directory = directoryOf({ model: 'm' });
const link = { send: () => Promise.reject(new Error('sent')), close: () => Promise.resolve() };
const fleet = createFleet({ sources: [] });
const LIMITS = {
  ...{ keepBytes: 1, maxBytes: 1, maxHeaderBytes: 1, headersTimeoutMs: 1, keepAliveMs: 1 },
  ...{ connectTimeoutMs: 1, responseTimeoutMs: 1, silenceTimeoutMs: 1, idleMs: 1 },
  shutdownGraceMs: 0,
};

/** Everything that takes numbers, called with some of them. */
const MAKERS = {
  createMemoryStore: (numbers) => createMemoryStore(numbers),
  createRedisStore: (timeouts) => createRedisStore({ url: 'redis://h', timeouts }),
  createOlricStore: (timeouts) => createOlricStore({ hosts: ['h:1'], timeouts }),
  createLastClusterTracker: (numbers) =>
    createLastClusterTracker({
      ...{ store: createMemoryStore(), telemetry: noOpTelemetry, ttlMs: 1, lookupTimeoutMs: 1 },
      ...numbers,
    }),
  createGateway: (numbers) => createGateway({ directory, router: link, ...numbers }),
  openRouterLink: (numbers) => openRouterLink({ url: 'http://h', ...numbers }),
  createEngine: (limits) => createEngine({ limits }),
  createFleet: (settings) => createFleet({ sources: [], settings }),
  openFileDirectory: (numbers) =>
    openFileDirectory({ file: 'nowhere', log: noOpTelemetry.log, ...numbers }),
  createFileSource: (numbers) => createFileSource({ path: 'nowhere', ...numbers }),
  createHttpSource: (numbers) => createHttpSource({ url: 'http://h', ...numbers }),
  createRouter: (retryLimits) => createRouter({ runtime: createEngine(), fleet, retryLimits }),
  startRouterServer: (numbers) =>
    startRouterServer({
      router: createRouter({ runtime: createEngine(), fleet }),
      listen: { host: '127.0.0.1', port: 0 },
      limits: { ...LIMITS, ...numbers },
    }),
  createFileRecorder: (numbers) => createFileRecorder({ path: 'nowhere', ...numbers }),
  metrics: (numbers) => createInMemoryTelemetry(numbers),
  createKvCache: ({ capacityTokens = 0 }) => createKvCache(capacityTokens),
} satisfies Record<string, (numbers: Numbers) => unknown>;

const CLUSTER = { cluster_id: 'A', rtt_ms: 1 };

const TIMER = 'a number from 1 to 2147483647';

/** Maker, where its options stand, an option, what it takes, values it does not take. */
const RANGES: readonly [keyof typeof MAKERS, string, string, readonly number[]][] = [
  ['createMemoryStore', 'maxEntries', 'an integer from 1 to 10000000', [0, 1.5, 1e9]],
  ['createRedisStore', 'timeouts.connectTimeoutMs', TIMER, [0]],
  ['createRedisStore', 'timeouts.stallMs', TIMER, [-1, Infinity]],
  ['createOlricStore', 'timeouts.stallMs', TIMER, [2 ** 31]],
  ['createLastClusterTracker', 'ttlMs', 'an integer from 1 to 9000000000000', [0, 0.5, Infinity]],
  ['createLastClusterTracker', 'lookupTimeoutMs', TIMER, [0, -1]],
  ['createLastClusterTracker', 'maxWritesInFlight', 'an integer from 1 to 1000000', [0, 1e9]],
  ['createGateway', 'maxBodyBytes', 'an integer from 1 to 2^53-1', [0, -1]],
  ['createGateway', 'bodyBudgetBytes', 'an integer from 1 to 2^53-1', [0]],
  ['createGateway', 'maxWaitMs', 'a number from 0 to 60000', [-1, 60_001]],
  ['createGateway', 'clientIdleMs', TIMER, [0]],
  ['openRouterLink', 'connectTimeoutMs', TIMER, [0]],
  ['openRouterLink', 'responseTimeoutMs', TIMER, [Infinity]],
  ['openRouterLink', 'maxResponseHeaderBytes', 'an integer from 1 to 2^53-1', [0]],
  ['createEngine', 'limits.maxInstances', 'an integer from 1 to 1000000', [0, 1e9]],
  ['createEngine', 'limits.idleMs', 'an integer from 1 to 2^53-1', [-1, 0.5]],
  ['createFleet', 'settings.staleAfterMs', TIMER, [0]],
  ['createFleet', 'settings.assumedInputTps', 'a number from 1 to 1000000000', [0, -5]],
  ['openFileDirectory', 'rereadMs', TIMER, [0]],
  ['createFileSource', 'rereadMs', TIMER, [0, Infinity]],
  ['createFileSource', 'settleMs', 'a number from 0 to 2147483647', [-1]],
  ['createFileSource', 'maxBytes', 'an integer from 1 to 2^53-1', [0]],
  ['createHttpSource', 'intervalMs', TIMER, [0]],
  ['createRouter', 'retryLimits.connect', 'an integer from 0 to 2^53-1', [-1, Infinity]],
  ['createRouter', 'retryLimits.request', 'an integer from 0 to 2^53-1', [0.5]],
  ['startRouterServer', 'limits.idleMs', TIMER, [0]],
  ['startRouterServer', 'limits.headersTimeoutMs', TIMER, [0]],
  ['startRouterServer', 'limits.shutdownGraceMs', 'a number from 0 to 2147483647', [-1]],
  ['createFileRecorder', 'rate', 'a number from 0 to 1', [-1, 1.01]],
  ['metrics', 'maxTargets', 'an integer from 0 to 2^53-1', [-1]],
  ['createKvCache', 'capacityTokens', 'an integer from 0 to 2^53-1', [-1]],
];

describe.each(RANGES)('%s refuses %s', (maker, path, expected, values) => {
  test.each([NaN, ...values])('of %d, in words of its own', (given) => {
    const name = path.slice(path.indexOf('.') + 1);
    expect(() => MAKERS[maker]({ [name]: given })).toThrow(
      new RangeError(
        `bad options of ${maker}: ${path}: expected ${expected}, given ${String(given)}`,
      ),
    );
  });
});

test('all options out of range are told at once', () => {
  expect(() => MAKERS.createLastClusterTracker({ ttlMs: 0, lookupTimeoutMs: NaN })).toThrow(
    'bad options of createLastClusterTracker: ' +
      'ttlMs: expected an integer from 1 to 9000000000000, given 0; ' +
      `lookupTimeoutMs: expected ${TIMER}, given NaN`,
  );
});

describe('an option given as undefined has its default', () => {
  test('in the store in memory', async () => {
    const store = createMemoryStore({ maxEntries: undefined, nowMs: undefined });
    const { signal } = new AbortController();
    expect(await store.set('k', 'A', 1, signal)()).toMatchObject({ _tag: 'Right' });
  });

  test('in the store in Redis', async () => {
    const timeouts: number[] = [];
    const load = () =>
      Promise.resolve({
        createClient: ({ socket }: { socket: { connectTimeout: number } }) => {
          timeouts.push(socket.connectTimeout);
          throw new Error('no client');
        },
      });
    const options = { url: 'redis://h', timeouts: { connectTimeoutMs: undefined }, load };
    const opened = await createRedisStore(options as unknown as RedisStoreOptions)();
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    expect(timeouts).toContain(1000);
    // A package that cannot make a client is a server that is not there.
    expect(await opened.right.get('k', new AbortController().signal)()).toMatchObject({
      left: { code: 'unavailable', message: 'h:6379: no client' },
    });
    await opened.right.close();
  });

  test('among the retries of a router', async () => {
    const snapshots = [givenSnapshot({ A: {}, B: {}, C: {} })];
    const retryLimits = { connect: undefined, request: 1 };
    const { router } = await startTestRouter({ snapshots, retryLimits });
    const log = createSendLog(() => 'refuse');
    await router.route(givenRequest(), { send: log.send })();
    expect(log.sent).toHaveLength(3);
  });

  test('among the settings of a fleet', async () => {
    const push = createPushSource();
    const backends = [{ id: 'a', url: 'http://127.0.0.1:1' }];
    push.accept({ targets: [{ model_id: 'm', clusters: [{ ...CLUSTER, backends }] }] });
    const settings = { assumedInputTps: undefined };
    const assuming = createFleet({ sources: [push], settings });
    await assuming.start({
      onSnapshot: () => undefined,
      onTargetGone: () => undefined,
      onBackendReported: () => undefined,
    });
    expect(assuming.status()).toMatchObject([
      { assumed: { lastMeanInputTps: { tokensPerSecond: 4000 } } },
    ]);
    await assuming.close();
  });

  test('among the prefixes of metrics', async () => {
    const registry = new client.Registry();
    const prefixes = { router: undefined, gateway: 'edge_' };
    const metrics = createPrometheusMetrics(client, { registry, prefixes });
    expect(await metrics.page()).toContain('# TYPE stargate_backends gauge');
  });

  test('in a policy, a target and a telemetry', () => {
    const config = { models: { m: { algorithm: 'pulsar', seed: undefined } } };
    const telemetry = combineTelemetry({ log: undefined });
    const engine = createEngine({ config, telemetry, limits: { idleMs: undefined } });
    engine.publish(givenSnapshot({ A: {} }));
    const target = { modelId: 'm', routingKey: undefined };
    const decision = engine.decide({ target, requestId: 'r' }, { elapsedMs: 0 });
    expect(decision).toMatchObject({ kind: 'selected' });
    expect(compilePolicy({ algorithm: 'pulsar', seed: undefined }).seed).toBe('');
  });
});

test.each([0, -1, 0.5, NaN, Infinity])(
  'the store in memory refuses a lifetime of %d',
  async (ttl) => {
    const store = createMemoryStore();
    const { signal } = new AbortController();
    expect(await store.set('k', 'A', ttl, signal)()).toEqual({
      _tag: 'Left',
      left: { code: 'refused', message: 'expected a lifetime of whole ms, at least 1' },
    });
    expect(await store.get('k', signal)()).toMatchObject({ right: { _tag: 'None' } });
  },
);

test.each([
  [undefined, 'nothing'],
  ['localhost:6379', '"localhost:6379"'],
  ['http://u:secret@h', '"***@h"'],
])('a Redis address of %s is told, without its login', async (url, given) => {
  const opened = await createRedisStore({ url: url as string })();
  const expected = 'redis[s]://[[user]:password@]host[:port][/database]';
  const message = `url: expected ${expected}, given ${given}`;
  expect(opened).toEqual({ _tag: 'Left', left: { code: 'invalid_url', message } });
});

test.each([
  [[], 'an array'],
  [['a:1', 'nowhere'], '"nowhere"'],
])('hosts %j of Olric are told', async (hosts, given) => {
  const message = `hosts: expected host:port, at least once, given ${given}`;
  expect(await createOlricStore({ hosts })()).toEqual({
    _tag: 'Left',
    left: { code: 'invalid_url', message },
  });
});
