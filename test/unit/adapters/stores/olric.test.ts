import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from 'redis';
import { createOlricStore, olricStoreFromClient } from '../../../../src/adapters/stores/olric.js';
import { olricBinary, startOlricCluster } from '../../../support/olric-server.js';
import { freePorts, type ServerProcess } from '../../../support/server-process.js';
import { isSettledAtOnce } from '../../../support/at-once.js';
import { until } from '../../../support/until.js';
import { opened, problemOf, read, write } from './open-store.js';

const timeouts = { connectTimeoutMs: 500, stallMs: 500 };

const addressOf = ({ port }: ServerProcess): string => `127.0.0.1:${String(port)}`;

const startCluster = async (nodeCount: number) => {
  const nodes = await startOlricCluster(nodeCount);
  onTestFinished(async () => {
    for (const node of nodes) await node.kill();
  });
  return nodes;
};

const openOn = async (hosts: readonly string[]) => {
  const store = await opened(createOlricStore({ hosts, timeouts }));
  onTestFinished(() => store.close());
  return store;
};

/** Keys spread over the cluster, so that every node owns some of them. */
const keys = Array.from({ length: 20 }, (_, index) => `key-${String(index)}`);

describe.skipIf(olricBinary === undefined)('a real Olric cluster', () => {
  test('two gateway replicas: a write through node 1 is visible through node 2', async () => {
    const [first, second] = await startCluster(2);
    const writer = await openOn([addressOf(first!)]);
    const reader = await openOn([addressOf(second!)]);
    for (const key of keys) expect(await write(writer, key, `of ${key}`)).toBe('ok');
    for (const key of keys) expect(await read(reader, key)).toBe(`value of ${key}`);
  });

  test('entries are in the DMap the gateways of the seed fleet use', async () => {
    const [node] = await startCluster(1);
    const store = await openOn([addressOf(node!)]);
    await write(store, 'a', 'B');
    const client = createClient({ url: `redis://${addressOf(node!)}`, disableClientInfo: true });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    expect(await client.sendCommand(['DM.GET', 'stargate-last-cluster', 'a'])).toBe('B');
    expect(await read(olricStoreFromClient(client), 'a')).toBe('value B');
    expect(await read(olricStoreFromClient(client, { dmap: 'another' }), 'a')).toBe('none');
  });

  test('a first host that refuses is passed over', async () => {
    const [node] = await startCluster(1);
    const [deadPort] = await freePorts(1);
    const store = await openOn([`127.0.0.1:${String(deadPort)}`, addressOf(node!)]);
    expect(await write(store, 'a', 'B')).toBe('ok');
  });

  test('killed: the next host takes over', async () => {
    const [first, second] = await startCluster(2);
    const store = await openOn([addressOf(first!), addressOf(second!)]);
    await write(store, 'a', 'B');
    await first!.kill();
    for (const key of keys) {
      await until(`${key} written`, async () => (await write(store, key, 'C')) === 'ok');
      expect(await read(store, key)).toBe('value C');
    }
  });

  test('frozen: the next host takes over', async () => {
    const [first, second] = await startCluster(2);
    const store = await openOn([addressOf(first!), addressOf(second!)]);
    await write(store, 'a', 'B');
    first!.freeze();
    for (const key of keys) {
      await until(`${key} written`, async () => (await write(store, key, 'C')) === 'ok');
    }
    first!.thaw();
  });

  test('all hosts gone: calls fail at once; one back: they work again', async () => {
    const [node] = await startCluster(1);
    const [deadPort] = await freePorts(1);
    const store = await openOn([addressOf(node!), `127.0.0.1:${String(deadPort)}`]);
    await node!.kill();
    await until('noticed', async () => (await read(store, 'a')) === 'unavailable');
    for (let turn = 0; turn < 100; turn += 1) {
      expect(await isSettledAtOnce(read(store, 'a'))).toBe(true);
    }
    await until('refused', async () => (await problemOf(store)).includes('ECONNREFUSED'));
    await node!.restart();
    await until('back', async () => (await write(store, 'a', 'C')) === 'ok');
  });
});
