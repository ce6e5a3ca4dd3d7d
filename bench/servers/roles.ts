/** The processes beside the client: a mock engine, and a router in front of it. */
import { createEngine } from '../../src/adapters/runtime/index.js';
import { createFleet } from '../../src/adapters/fleet/fleet.js';
import { createRouter, startRouterServer } from '../../src/adapters/router/index.js';
import { createPushSource } from '../../src/adapters/fleet/sources/push-source.js';
import { createMockEngine } from '../../src/adapters/testing/mock-engine/index.js';
import { parseLbConfig } from '../../src/api.js';
import { MODEL, orThrow } from './scene.js';

/** What a child process is told to be. */
export type Role = 'engine' | 'router';

/** Becomes the given role; says where it listens over IPC, and answers questions about memory. */
export const play = async (role: Role, engineUrl: string | undefined): Promise<void> => {
  const url = role === 'engine' ? await playEngine() : await playRouter(engineUrl!);
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, heapUsed, external, cpuMs: (user + system) / 1000 });
  });
  // The parent is gone, and nobody else would end this process.
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
};

/** An engine that answers at once: what is measured is the way to it. */
const playEngine = async (): Promise<string> => {
  const engine = await createMockEngine({
    modelIds: [MODEL],
    slots: 10_000,
    outputTokens: 1,
    prefillTokensPerSecond: 1e9,
    decodeTokensPerSecond: 1e9,
    kvCapacityTokens: 0,
  });
  return engine.url;
};

const playRouter = async (engineUrl: string): Promise<string> => {
  const push = createPushSource();
  orThrow(push.accept(documentOf(engineUrl)));
  const { config } = orThrow(parseLbConfig(CONFIG));
  const engine = createEngine({ config });
  const router = createRouter({ runtime: engine, fleet: createFleet({ sources: [push] }) });
  const server = orThrow(
    await startRouterServer({ router, listen: { host: '127.0.0.1', port: 0 }, limits: LIMITS })(),
  );
  return `http://${server.addresses.listen}`;
};

const CONFIG = {
  models: {
    [MODEL]: {
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 2,
      last_cluster_affinity: true,
    },
  },
};

/** Eight clusters, all at the one engine. */
const documentOf = (url: string) => ({
  targets: [
    {
      model_id: MODEL,
      clusters: Array.from({ length: 8 }, (_, at) => ({
        cluster_id: `c${String(at)}`,
        rtt_ms: 1,
        stats: { max_engine_concurrency: 1000, last_mean_input_tps: 10_000 },
        backends: [{ id: `b${String(at)}`, url }],
      })),
    },
  ],
});

const MINUTE_MS = 60_000;

const LIMITS = {
  keepBytes: 64 * 1024 * 1024,
  maxBytes: 256 * 1024 * 1024,
  idleMs: MINUTE_MS,
  maxHeaderBytes: 32_768,
  headersTimeoutMs: MINUTE_MS,
  keepAliveMs: MINUTE_MS,
  connectTimeoutMs: 2000,
  responseTimeoutMs: MINUTE_MS,
  silenceTimeoutMs: MINUTE_MS,
  shutdownGraceMs: 1000,
};
