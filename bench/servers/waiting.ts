/** What waiting costs, and how long a slot that came free goes unused; all in this process. */
import { createEngine } from '../../src/adapters/runtime/index.js';
import { createRouter, type Router, type Send } from '../../src/adapters/router/index.js';
import type { TrustedHeaders } from '../../src/adapters/http/index.js';
import type { Fleet } from '../../src/adapters/fleet/port.js';
import { parseLbConfig, parseSnapshot, type Snapshot } from '../../src/api.js';
import { MODEL, orThrow } from './scene.js';

/** How long requests waited after room for them was published, us. */
export type WakeUpResult = Readonly<{ count: number; p50Us: number; p99Us: number }>;

/** Processor time of many waiting requests, ms per second. */
export type WaitingCostResult = Readonly<{
  waiting: number;
  /** Nothing happens. */
  idle: number;
  /** 20 new views a second, on none of which there is room. */
  fullViews: number;
  /** 20 new views a second with room on a cluster that none of them waits for. */
  openViews: number;
}>;

/** Measures from the publication of a free slot to the request being sent to it. */
export const measureWakeUp = async (count: number): Promise<WakeUpResult> => {
  const router = await startRouter();
  const timesUs: number[] = [];
  for (let i = 0; i < count; i++) {
    router.publish(FULL);
    let sentMs = 0;
    const send: Send<null> = async () => {
      sentMs = performance.now();
      return ANSWERED;
    };
    const routed = router.route(request(i), { send })();
    await pause(1);
    const publishedMs = performance.now();
    router.publish(ROOM_ON_0);
    await routed;
    timesUs.push((sentMs - publishedMs) * 1000);
  }
  timesUs.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(timesUs[Math.floor(count * share)]!);
  return { count, p50Us: at(0.5), p99Us: at(0.99) };
};

/** Measures requests that wait for a full cluster, `periodMs` for each situation. */
export const measureWaitingCost = async (
  waiting: number,
  periodMs: number,
): Promise<WaitingCostResult> => {
  const router = await startRouter();
  router.publish(FULL);
  const clients = Array.from({ length: waiting }, () => new AbortController());
  const send: Send<null> = () => Promise.resolve(ANSWERED);
  const calls = clients.map(({ signal }, i) => router.route(request(i), { send, signal })());
  await pause(500);
  const idle = await processorShare(periodMs, () => undefined);
  const fullViews = await processorShare(periodMs, () => router.publish(FULL));
  const openViews = await processorShare(periodMs, () => router.publish(ROOM_FOR_NOBODY));
  const stillWaiting = router.counts().waiting;
  for (const client of clients) client.abort();
  await Promise.all(calls);
  if (stillWaiting !== waiting) throw new Error(`only ${String(stillWaiting)} are waiting`);
  return { waiting, idle, fullViews, openViews };
};

/** Processor ms per second while `act` is done 20 times a second. */
const processorShare = async (periodMs: number, act: () => void): Promise<number> => {
  const before = process.cpuUsage();
  const startMs = performance.now();
  const timer = setInterval(act, 50);
  await pause(periodMs);
  clearInterval(timer);
  const { user, system } = process.cpuUsage(before);
  return round((user + system) / 1000 / ((performance.now() - startMs) / 1000));
};

const startRouter = async (): Promise<Router> => {
  const engine = createEngine({ config: orThrow(parseLbConfig(CONFIG)).config });
  const router = createRouter({ runtime: engine, fleet: FLEET });
  await router.start();
  return router;
};

/** Every session is a returning one of cluster c0, and waits for it. */
const CONFIG = {
  models: {
    [MODEL]: {
      algorithm: 'pulsar-wait-and-widen',
      cache_affinity_wait_ms: 60_000,
      last_cluster_affinity: true,
    },
  },
};

const request = (count: number): TrustedHeaders => ({
  requestId: `request-${String(count)}`,
  inputTokens: 200,
  model: MODEL,
  routingKey: undefined,
  routingMethod: undefined,
  affinityKey: `session-${String(count)}`,
  lastClusterId: 'c0',
  priority: 0,
  requestSloMs: undefined,
  maxWaitMs: undefined,
  retryBudgetMs: undefined,
});

/** 16 clusters of 8 slots; the named ones have a free slot. */
const snapshotWithRoom = (...free: readonly number[]): Snapshot =>
  orThrow(
    parseSnapshot({
      model_id: MODEL,
      clusters: Array.from({ length: 16 }, (_, at) => ({
        cluster_id: `c${String(at)}`,
        rtt_ms: 1,
        stats: {
          max_engine_concurrency: 8,
          num_running_queries: free.includes(at) ? 7 : 8,
          last_mean_input_tps: 1000,
          max_input_tps: 1000,
        },
      })),
    }),
  );

const FULL = snapshotWithRoom();
const ROOM_ON_0 = snapshotWithRoom(0);
const ROOM_FOR_NOBODY = snapshotWithRoom(15);

const FLEET: Fleet = {
  start: () => Promise.resolve(),
  close: () => Promise.resolve(),
  chooseBackend: (_target, clusterId) => ({ id: clusterId, clusterId, url: 'http://unused' }),
  peekBackend: () => undefined,
  backends: () => [],
  noteConnect: () => undefined,
  isReporting: () => false,
  status: () => [],
  refusedSources: () => [],
};

const ANSWERED = {
  kind: 'answered',
  status: 200,
  isRetryable: false,
  sent: null,
  discard: () => undefined,
  ended: Promise.resolve(),
} as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const round = (value: number): number => Math.round(value * 10) / 10;
