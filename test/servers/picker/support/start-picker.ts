import * as E from 'fp-ts/lib/Either.js';
import { onTestFinished } from 'vitest';
import {
  createFleet,
  createPushSource,
  createRouter,
} from '../../../../src/adapters/router/index.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { createRouterRules } from '../../../../src/adapters/picker/accept/router-rules.js';
import type { AcceptRules } from '../../../../src/adapters/picker/accept/port.js';
import { DEFAULT_STREAM_LIMITS } from '../../../../src/adapters/picker/stream/limits.js';
import {
  startPickerServer,
  type PickerServerOptions,
} from '../../../../src/adapters/picker/server/picker-server.js';
import { loadWireCodec } from '../../../../src/adapters/picker/wire/wire-codec.js';
import type { Router } from '../../../../src/adapters/router/index.js';
import type { LbConfig } from '../../../../src/api.js';

export type PickerSetup = Readonly<{
  /** Clusters of model `m`, as they stand in a fleet document. */
  clusters: readonly object[];
  config?: LbConfig | undefined;
  /** Default: the trusted headers are believed. */
  rules?: (router: Router) => AcceptRules;
  tls?: PickerServerOptions['tls'];
  limits?: Partial<PickerServerOptions['limits']>;
}>;

const LIMITS: PickerServerOptions['limits'] = {
  ...DEFAULT_STREAM_LIMITS,
  ...{ maxHeaderBytes: 32_768, headersTimeoutMs: 60_000, keepAliveMs: 60_000 },
  ...{ drainDelayMs: 0, shutdownGraceMs: 10_000 },
};

/** A picker over clusters that a test names; it is stopped after the test. */
export const startPicker = async (setup: PickerSetup) => {
  const telemetry = createInMemoryTelemetry();
  const push = createPushSource();
  const runtime = createEngine({ telemetry, ...(setup.config && { config: setup.config }) });
  const router = createRouter({
    runtime,
    fleet: createFleet({ sources: [push], telemetry }),
    telemetry,
  });
  const publish = (clusters: readonly object[]): void => {
    orThrow(push.accept({ targets: [{ model_id: 'm', clusters }] }));
  };
  publish(setup.clusters);
  const codec = orThrow(await loadWireCodec()());
  const server = await startPickerServer({
    ...{ router, codec, rules: (setup.rules ?? createRouterRules)(router), tls: setup.tls },
    listen: { host: '127.0.0.1', port: 0 },
    limits: { ...LIMITS, ...setup.limits },
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= server.stop());
  onTestFinished(stop);
  return { ...server, telemetry, publish, stop, address: server.addresses.listen };
};

const orThrow = <L, A>(either: E.Either<L, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
