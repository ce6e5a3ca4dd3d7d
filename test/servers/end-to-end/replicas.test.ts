import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { olricBinary, startOlricCluster } from '../../support/olric-server.js';
import { redisBinary, startRedis } from '../../support/redis-server.js';
import { chatCluster } from './support/chat-cluster.js';
import { LOOKUPS, readSeries, totalOf, untilTotal, WRITES } from './support/metrics-page.js';
import { pushLoad, ROUTING_KEY, type EngineUrls } from './support/push-load.js';
import { sessionOf } from './support/session-in-order.js';
import { openSite, type GatewayProcess, type RouterProcess, type Site } from './support/site.js';

let site: Site;
let urls: EngineUrls;
let router: RouterProcess;

beforeAll(async () => {
  site = await openSite();
  const [A, B, C] = await Promise.all(['A', 'B', 'C'].map((id) => site.startEngine(id)));
  urls = { A: A!.url, B: B!.url, C: C!.url };
  router = await site.startRouter({
    models: {
      m: {
        algorithm: 'pulsar-wait-and-widen',
        cache_affinity_wait_ms: 300,
        last_cluster_affinity: true,
      },
    },
  });
});

afterAll(() => site.close());

const startReplica = async (store: string): Promise<GatewayProcess> => {
  const gateway = await site.startGateway({
    ...{ routerUrl: router.url, store },
    models: [{ routing_key: ROUTING_KEY, model: 'm' }],
    // A busy machine must not make a lookup late.
    environment: { STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '5m' },
  });
  onTestFinished(() => gateway.kill());
  return gateway;
};

/** Sends a turn and waits until what it left in the memory is written. */
const serveTurn = async ({ url, metrics }: GatewayProcess, sessionId: string): Promise<string> => {
  const written = totalOf(await readSeries(metrics, WRITES));
  const clusterId = await chatCluster(url, sessionId);
  await untilTotal(metrics, WRITES, written + 1);
  return clusterId;
};

/** A session that overflows to B through one replica stays there, whichever it comes through. */
const checkReplicas = async (stores: readonly [string, string]): Promise<void> => {
  const [one, two] = [await startReplica(stores[0]), await startReplica(stores[1])];
  await pushLoad(router, urls);
  const sessionId = await sessionOf(router, 'A');
  await pushLoad(router, urls, { full: ['A', 'C'] });
  expect(await serveTurn(one, sessionId)).toBe('B');
  await pushLoad(router, urls);
  const served: string[] = [];
  for (const replica of [two, one, two, two, one, one]) {
    served.push(await serveTurn(replica, sessionId));
  }
  expect(served.join('')).toBe('BBBBBB');
  const hitsOf = async (gateway: GatewayProcess) =>
    (await readSeries(gateway.metrics, LOOKUPS))['result="hit"'];
  expect([await hitsOf(one), await hitsOf(two)]).toEqual([3, 3]);
};

describe('two gateways in front of one router send a session home', () => {
  test.skipIf(redisBinary === undefined)('with one Redis', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.kill());
    const store = `redis://127.0.0.1:${String(redis.port)}`;
    await checkReplicas([store, store]);
  });

  test.skipIf(olricBinary === undefined)('with a node of an Olric cluster each', async () => {
    const nodes = await startOlricCluster(2);
    onTestFinished(async () => {
      for (const node of nodes) await node.kill();
    });
    const [one, two] = nodes.map(({ port }) => `olric://127.0.0.1:${String(port)}`);
    await checkReplicas([one!, two!]);
  });
});
