import { expect } from 'vitest';
import { startEchoEngine } from './echo-engine.js';
import {
  difference,
  LOOKUPS,
  readSeries,
  totalOf,
  untilTotal,
  WRITES,
  type Series,
} from './metrics-page.js';
import { fleetDocument, ROUTING_KEY } from './push-load.js';
import { openSite, type GatewayProcess, type RouterProcess } from './site.js';
import { createTraffic, sendTraffic, type Answer, type SendPlan, type Traffic } from './traffic.js';

/** What the counters of a gateway's memory have gained. */
export type Counted = Readonly<{ lookups: Series; writes: Series }>;

/** A router with engines, and the answers that clients get without any memory. */
export type FaultBench = Readonly<{
  router: RouterProcess;
  /** Starts a gateway whose memory is in `store`. */
  startGateway: (store: string) => Promise<GatewayProcess>;
  /**
   * Sends the traffic through a gateway, and expects status codes, headers and bodies that are byte
   * for byte those without a memory, and counters that add up.
   */
  check: (gateway: GatewayProcess, plan?: SendPlan) => Promise<Counted>;
  close: () => Promise<void>;
}>;

const ROUNDS = 8;

/** Makes a bench and sends the traffic once through a gateway that remembers nothing. */
export const openFaultBench = async (): Promise<FaultBench> => {
  const [site, ...engines] = await Promise.all([openSite(), startEchoEngine(), startEchoEngine()]);
  const urls = { A: engines[0].url, B: engines[1].url };
  const router = await site.startRouter(LB_CONFIG, fleetDocument(urls));
  const models = [{ routing_key: ROUTING_KEY, model: 'm' }];
  const plain = await site.startGateway({ routerUrl: router.url, models });
  const traffic = createTraffic(ROUNDS);
  const expected = await sendTraffic(plain.url, traffic.requests);
  expect(new Set(expected.map(({ status }) => status))).toEqual(new Set([200, 429, 500]));
  await plain.kill();
  return {
    router,
    startGateway: (store) => site.startGateway({ routerUrl: router.url, models, store }),
    check: (gateway, plan) => check(gateway, traffic, expected, plan),
    close: async () => {
      await site.close();
      for (const engine of engines) await engine.close();
    },
  };
};

const LB_CONFIG = {
  models: {
    m: {
      algorithm: 'pulsar-wait-and-widen',
      cache_affinity_wait_ms: 100,
      last_cluster_affinity: true,
    },
  },
};

const check = async (
  { metrics, url }: GatewayProcess,
  { requests, lookupCount, skippedCount, writeCount }: Traffic,
  expected: readonly Answer[],
  plan?: SendPlan,
): Promise<Counted> => {
  const read = async (): Promise<Counted> => ({
    lookups: await readSeries(metrics, LOOKUPS),
    writes: await readSeries(metrics, WRITES),
  });
  const before = await read();
  const answers = await sendTraffic(url, requests, plan);
  expect(answers).toEqual(expected);
  await untilTotal(metrics, LOOKUPS, totalOf(before.lookups) + lookupCount);
  await untilTotal(metrics, WRITES, totalOf(before.writes) + writeCount);
  const after = await read();
  const lookups = difference(after.lookups, before.lookups);
  expect(lookups['result="skipped"']).toBe(skippedCount);
  return { lookups, writes: difference(after.writes, before.writes) };
};
