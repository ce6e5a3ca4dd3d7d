import { createEngine } from '../../../../src/adapters/runtime/index.js';
import {
  createRouter,
  type Router,
  type RouterOptions,
} from '../../../../src/adapters/router/index.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import type { LbConfig } from '../../../../src/api.js';
import { createFakeFleet, type FakeFleetOptions } from './fake-fleet.js';
import { createManualClock } from '../../../support/manual-clock.js';

type Options = FakeFleetOptions &
  Readonly<{ config?: LbConfig; retryLimits?: RouterOptions['retryLimits'] }>;

/** A started router on a clock, a fleet and a telemetry that a test holds in its hands. */
export const startTestRouter = async ({ config, retryLimits, ...options }: Options) => {
  const clock = createManualClock();
  const telemetry = createInMemoryTelemetry();
  const fleet = createFakeFleet(options);
  const engine = createEngine({ telemetry, nowMs: clock.nowMs, ...(config && { config }) });
  const router: Router = createRouter({
    ...{ runtime: engine, fleet, telemetry, clock },
    ...(retryLimits && { retryLimits }),
  });
  await router.start();
  return { clock, telemetry, fleet, engine, router };
};
