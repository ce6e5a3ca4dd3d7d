/** How long a lookup holds a request when the store never answers; all in this process. */
import { createLastClusterTracker } from '../../../src/adapters/gateway/last-cluster/tracker.js';
import type { LastClusterStore } from '../../../src/adapters/stores/port.js';
import { noOpTelemetry } from '../../../src/adapters/telemetry/no-op.js';

/** ms */
export type SilentLookups = Readonly<{
  timeoutMs: number;
  count: number;
  p50Ms: number;
  maxMs: number;
}>;

/** A store that takes no notice of cancellation, either. */
const SILENT: LastClusterStore = {
  get: () => () => new Promise(() => undefined),
  set: () => () => new Promise(() => undefined),
  close: () => Promise.resolve(),
};

/** Looks up one session after the other. */
export const measureSilentLookups = async (count: number): Promise<SilentLookups> => {
  const timeoutMs = 20;
  const tracker = createLastClusterTracker({
    ...{ store: SILENT, telemetry: noOpTelemetry, ttlMs: 600_000, lookupTimeoutMs: timeoutMs },
  });
  const context = { requestId: 'r', model: 'm', routingKey: undefined, span: undefined };
  const timesMs: number[] = [];
  for (let i = 0; i < count; i++) {
    const startMs = performance.now();
    await tracker.lookup(sessionOf(i), context);
    timesMs.push(performance.now() - startMs);
  }
  timesMs.sort((a, b) => a - b);
  const rounded = (ms: number): number => Math.round(ms * 100) / 100;
  return {
    ...{ timeoutMs, count },
    p50Ms: rounded(timesMs[Math.floor(count / 2)]!),
    maxMs: rounded(timesMs.at(-1)!),
  };
};

const sessionOf = (number: number) => {
  const sessionId = `session-${String(number)}`;
  return {
    ...({ source: 'prompt_cache_key', sessionId, eligible: true } as const),
    affinityKey: `mt:v1:session:${sessionId}`,
  };
};
