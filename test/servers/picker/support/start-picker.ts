import * as E from 'fp-ts/lib/Either.js';
import { onTestFinished } from 'vitest';
import type { LastClusterTracker } from '../../../../src/adapters/gateway/index.js';
import { createLastClusterTracker } from '../../../../src/adapters/gateway/index.js';
import {
  createFleetDirectory,
  createGatewayRules,
  createRouterRules,
  loadWireCodec,
  startPickerServer,
  type PickerServerOptions,
} from '../../../../src/adapters/picker/index.js';
import type { GatewayRulesOptions } from '../../../../src/adapters/picker/index.js';
import { DEFAULT_STREAM_LIMITS } from '../../../../src/adapters/picker/stream/limits.js';
import {
  createFleet,
  createPushSource,
  createRouter,
} from '../../../../src/adapters/router/index.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createMemoryStore } from '../../../../src/adapters/stores/memory.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { parseLbConfig } from '../../../../src/api.js';

export type PickerSetup = Readonly<{
  /** Clusters of model `m`, as they stand in a fleet document. */
  clusters: readonly object[];
  /** An lb-config, as it stands in its file. Default: power-of-n for everything. */
  config?: object;
  /** Whether the trusted headers are believed. Default: nobody is. */
  trust?: 'headers';
  /** Model of requests that tell their session in a header. */
  sessionHeaderModel?: string;
  directory?: GatewayRulesOptions['directory'];
  /** Longest wait for a place, ms. Default: the gateway's. */
  maxWaitMs?: number;
  tls?: PickerServerOptions['tls'];
  port?: number;
  /** Whether decisions may be asked for. */
  hasAdmin?: boolean;
  limits?: Partial<PickerServerOptions['limits']>;
}>;

const LIMITS: PickerServerOptions['limits'] = {
  ...DEFAULT_STREAM_LIMITS,
  ...{ maxHeaderBytes: 32_768, headersTimeoutMs: 60_000, keepAliveMs: 60_000 },
  ...{ drainDelayMs: 0, shutdownGraceMs: 10_000 },
};

/** A picker over clusters that a test names, with a memory; it is stopped after the test. */
export const startPicker = async (setup: PickerSetup) => {
  const telemetry = createInMemoryTelemetry();
  const push = createPushSource();
  const config = setup.config && orThrow(parseLbConfig(setup.config)).config;
  const runtime = createEngine({ telemetry, ...(config && { config }) });
  const fleet = createFleet({ sources: [push], telemetry });
  const router = createRouter({ runtime, fleet, telemetry });
  const publish = (clusters: readonly object[]): void => {
    orThrow(push.accept({ targets: [{ model_id: 'm', clusters }] }));
  };
  publish(setup.clusters);
  const store = createMemoryStore();
  const memory: LastClusterTracker = createLastClusterTracker({
    ...{ store, telemetry, ttlMs: 600_000, lookupTimeoutMs: 1_000 },
  });
  const server = await startPickerServer({
    ...{ router, codec: orThrow(await loadWireCodec()()), tls: setup.tls },
    rules:
      setup.trust === 'headers'
        ? createRouterRules(router)
        : createGatewayRules({
            ...{ telemetry, memory, model: setup.sessionHeaderModel, isReady: () => true },
            ...(setup.maxWaitMs !== undefined && { maxWaitMs: setup.maxWaitMs }),
            directory: setup.directory ?? createFleetDirectory(router.runtime),
          }),
    listen: { host: '127.0.0.1', port: setup.port ?? 0 },
    admin: setup.hasAdmin ? { host: '127.0.0.1', port: 0 } : undefined,
    limits: { ...LIMITS, ...setup.limits },
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= server
      .stop()
      .then(memory.drain)
      .then(() => store.close()));
  onTestFinished(stop);
  return { ...server, telemetry, publish, stop, address: server.addresses.listen };
};

export type TestPicker = Awaited<ReturnType<typeof startPicker>>;

const orThrow = <L, A>(either: E.Either<L, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
