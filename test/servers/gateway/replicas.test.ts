import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type StoreAddress } from '../../../src/adapters/stores/from-url.js';
import { opened } from '../../unit/adapters/stores/open-store.js';
import { olricBinary, startOlricCluster } from '../../support/olric-server.js';
import { redisBinary, startRedis } from '../../support/redis-server.js';
import { chat } from './support/calls.js';
import { answerFrom, startFakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import { startGateway } from './support/start-gateway.js';

const startReplica = async (routerUrl: string, address: StoreAddress) => {
  const store = await opened(openStore(address, 100));
  onTestFinished(() => store.close());
  return startGateway(routerUrl, { store, lookupTimeoutMs: 300_000 });
};

/** Sends a session through one replica, and back through the other. */
const checkReplicas = async (first: StoreAddress, second: StoreAddress): Promise<void> => {
  const router = await startFakeRouter(answerFrom('B'));
  const gateways = [await startReplica(router.url, first), await startReplica(router.url, second)];
  const hintThrough = async (replica: 0 | 1, clusterId: string) => {
    router.script(answerFrom(clusterId));
    const answer = await send(gateways[replica]!.url, chat({ prompt_cache_key: 's' }));
    expect(answer.status).toBe(200);
    await gateways[replica]!.drain();
    return router.last().values('x-stargate-last-cluster-id');
  };
  expect(await hintThrough(0, 'B')).toEqual([]);
  expect(await hintThrough(1, 'C')).toEqual(['B']);
  expect(await hintThrough(0, 'C')).toEqual(['C']);
  for (const { telemetry } of gateways) {
    expect(telemetry.counter('lastClusterWrites', { result: 'error' })).toBe(0);
  }
};

describe.skipIf(redisBinary === undefined)('two gateway replicas on one Redis', () => {
  test('share what they remember: a write through one is a hit through the other', async () => {
    const server = await startRedis();
    onTestFinished(() => server.kill());
    const address = { kind: 'redis', url: `redis://127.0.0.1:${String(server.port)}` } as const;
    await checkReplicas(address, address);
  });

  test('serve on when it is killed', async () => {
    const server = await startRedis();
    onTestFinished(() => server.kill());
    const router = await startFakeRouter(answerFrom('B'));
    const url = `redis://127.0.0.1:${String(server.port)}`;
    const gateway = await startReplica(router.url, { kind: 'redis', url });
    await server.kill();
    const answer = await send(gateway.url, chat({ prompt_cache_key: 's' }));
    expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
    await gateway.drain();
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'error' })).toBe(1);
    expect(gateway.telemetry.counter('lastClusterWrites', { result: 'error' })).toBe(1);
  });
});

describe.skipIf(olricBinary === undefined)(
  'two gateway replicas on two nodes of an Olric cluster',
  () => {
    test('share what they remember: a write through one is a hit through the other', async () => {
      const nodes = await startOlricCluster(2);
      onTestFinished(async () => {
        for (const node of nodes) await node.kill();
      });
      const addressOf = (index: number): StoreAddress => ({
        kind: 'olric',
        hosts: [`127.0.0.1:${String(nodes[index]!.port)}`],
      });
      await checkReplicas(addressOf(0), addressOf(1));
    });
  },
);
