import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { onTestFinished } from 'vitest';
import {
  createGateway,
  createListDirectory,
  openRouterLink,
  parseModelList,
  type Gateway,
  type GatewayOptions,
  type ModelDirectory,
} from '../../../../src/adapters/gateway/index.js';
import { createLastClusterTracker } from '../../../../src/adapters/gateway/last-cluster/tracker.js';
import { createMemoryStore } from '../../../../src/adapters/stores/memory.js';
import type { LastClusterStore } from '../../../../src/adapters/stores/port.js';
import type { Spans } from '../../../../src/adapters/telemetry/port.js';
import {
  createInMemoryTelemetry,
  type InMemoryTelemetry,
} from '../../../../src/adapters/telemetry/in-memory.js';

/** API keys and their digests, as model files have them. */
export const KEY = 'sk-the-right-key';
export const OTHER_KEY = 'sk-another-key';
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads models as a file would have them; throws when one is wrong. */
export const directoryOf = (...models: readonly object[]): ModelDirectory => {
  const entries = parseModelList({ models });
  if (E.isLeft(entries)) throw new Error(JSON.stringify(entries.left));
  return createListDirectory(entries.right);
};

/** A model that the right key opens. */
export const MODEL = {
  routing_key: 'rk',
  model: 'm',
  routingMethod: 'pulsar;seed=a',
  api_keys_sha256: [sha256(KEY)],
};

/** What a test may set; without `store` the memory is off. */
export type StartOptions = Partial<Omit<GatewayOptions, 'router' | 'memory' | 'telemetry'>> &
  Readonly<{
    store?: LastClusterStore;
    lookupTimeoutMs?: number;
    responseTimeoutMs?: number;
    /** In place of the recorded ones. */
    spans?: Spans;
  }>;

/** A gateway on loopback, with what it recorded. */
export type RunningGateway = Gateway &
  Readonly<{ url: string; telemetry: InMemoryTelemetry; drain: () => Promise<void> }>;

/** Starts a gateway in front of a router; it ends with the test. */
export const startGateway = async (
  routerUrl: string,
  options: StartOptions = {},
): Promise<RunningGateway> => {
  const { store, lookupTimeoutMs = 60_000, responseTimeoutMs = 300_000, spans, ...rest } = options;
  const recorded = createInMemoryTelemetry();
  const telemetry = { ...recorded, ...(spans && { spans }) };
  const link = await openRouterLink({ url: routerUrl, responseTimeoutMs })();
  if (E.isLeft(link)) throw new Error(link.left.message);
  const memory =
    store && createLastClusterTracker({ store, telemetry, ttlMs: 60_000, lookupTimeoutMs });
  const gateway = createGateway({
    ...{ directory: directoryOf(MODEL), telemetry, router: link.right },
    ...(memory && { memory }),
    ...rest,
  });
  const server = createServer(gateway.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await link.right.close();
    await memory?.drain();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...gateway,
    url: `http://127.0.0.1:${String(port)}`,
    telemetry,
    drain: async () => memory?.drain(),
  };
};

/** A gateway whose memory is on, in this process. */
export const startRemembering = (
  routerUrl: string,
  options: StartOptions = {},
): Promise<RunningGateway> => startGateway(routerUrl, { store: createMemoryStore(), ...options });
