import { describe, expect, test } from 'vitest';
import {
  createGateway,
  createLastClusterTracker,
  openRouterLink,
} from '../../../src/adapters/gateway/index.js';
import {
  createFileRecorder,
  createFleet,
  createHttpSource,
  createRouter,
  startRouterServer,
} from '../../../src/adapters/router/index.js';
import { createEngine, noOpTelemetry } from '../../../src/adapters/runtime/index.js';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { createOlricStore } from '../../../src/adapters/stores/olric.js';
import { createRedisStore } from '../../../src/adapters/stores/redis.js';
import { createInMemoryTelemetry } from '../../../src/adapters/telemetry/in-memory.js';
import { createKvCache } from '../../../src/adapters/testing/mock-engine/kv-cache.js';
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

test('an option given as undefined has its default', async () => {
  const store = createMemoryStore({ maxEntries: undefined } as unknown as { maxEntries: number });
  const { signal } = new AbortController();
  expect(await store.set('k', 'A', 1, signal)()).toMatchObject({ _tag: 'Right' });
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
