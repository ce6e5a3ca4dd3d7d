import { afterEach } from 'vitest';
import {
  createRouter,
  startRouterServer,
  type Router,
  type RouterServer,
  type RouterServerLimits,
  type RouterServerOptions,
} from '../../../../src/adapters/router/index.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import {
  createMockEngine,
  type MockEngine,
  type MockEngineOptions,
} from '../../../../src/adapters/testing/mock-engine/index.js';
import type { LbConfig, Snapshot } from '../../../../src/api.js';
import { createFakeFleet, type FakeFleet, type FakeFleetOptions } from './fake-fleet.js';
import { orThrow } from './given.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Runs something after the test. */
export const atEnd = (close: () => Promise<void>): void => void closing.push(close);

/** A mock engine that takes hardly any time. */
export const startEngine = async (options: MockEngineOptions = {}): Promise<MockEngine> => {
  const engine = await createMockEngine({
    modelIds: ['m'],
    prefillTokensPerSecond: 1e7,
    decodeTokensPerSecond: 1e6,
    outputTokens: 2,
    slots: 256,
    ...options,
  });
  atEnd(() => engine.close());
  return engine;
};

/** Limits that no test reaches unless it lowers one. */
export const TEST_LIMITS: RouterServerLimits = {
  keepBytes: 64 * 1024 * 1024,
  maxBytes: 128 * 1024 * 1024,
  idleMs: 300_000,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 300_000,
  keepAliveMs: 5000,
  connectTimeoutMs: 300_000,
  responseTimeoutMs: 300_000,
  silenceTimeoutMs: 300_000,
  shutdownGraceMs: 2000,
};

export type ServerSetup = Omit<FakeFleetOptions, 'backends' | 'snapshots'> &
  Readonly<{
    snapshot: Snapshot;
    config?: LbConfig;
    /** URLs of backends, by cluster. */
    urls: Readonly<Record<string, readonly string[]>>;
    limits?: Partial<RouterServerLimits>;
  }> &
  Partial<
    Pick<
      RouterServerOptions,
      'admin' | 'adminHosts' | 'accessLog' | 'metrics' | 'accept' | 'listen'
    >
  >;

export type TestServer = Readonly<{
  server: RouterServer;
  router: Router;
  fleet: FakeFleet;
  telemetry: ReturnType<typeof createInMemoryTelemetry>;
  address: string;
}>;

/** A router server on loopback in front of the given backends; stopped after the test. */
export const startServer = async (setup: ServerSetup): Promise<TestServer> => {
  const {
    snapshot,
    config,
    urls,
    limits,
    admin,
    adminHosts,
    accessLog,
    metrics,
    accept,
    listen,
    ...rest
  } = setup;
  const telemetry = createInMemoryTelemetry();
  const fleet = createFakeFleet({ ...rest, snapshots: [snapshot], backends: backendsOf(urls) });
  const engine = createEngine({ telemetry, ...(config && { config }) });
  const router = createRouter({ runtime: engine, fleet, telemetry });
  const options = {
    router,
    admin,
    ...(adminHosts && { adminHosts }),
    ...(accessLog && { accessLog }),
    metrics,
    accept,
    limits: { ...TEST_LIMITS, ...limits },
  };
  const anywhere = { host: '127.0.0.1', port: 0 };
  const server = orThrow(await startRouterServer({ ...options, listen: listen ?? anywhere })());
  atEnd(server.stop);
  return { server, router, fleet, telemetry, address: server.addresses.listen };
};

const backendsOf = (urls: ServerSetup['urls']): NonNullable<FakeFleetOptions['backends']> =>
  Object.fromEntries(
    Object.entries(urls).map(([clusterId, list]) => [
      clusterId,
      list.map((url, at) => ({
        id: `${clusterId.toLowerCase()}${String(at + 1)}`,
        clusterId,
        url,
      })),
    ]),
  );
