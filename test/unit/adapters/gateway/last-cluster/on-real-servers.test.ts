import * as O from 'fp-ts/lib/Option.js';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLastClusterTracker } from '../../../../../src/adapters/gateway/last-cluster/tracker.js';
import { openStore, type StoreAddress } from '../../../../../src/adapters/stores/from-url.js';
import { createInMemoryTelemetry } from '../../../../../src/adapters/telemetry/in-memory.js';
import { lastClusterStoreKey } from '../../../../../src/adapters/session/index.js';
import { opened } from '../../stores/open-store.js';
import { olricBinary, startOlricCluster } from '../../../../support/olric-server.js';
import { redisBinary, startRedis } from '../../../../support/redis-server.js';
import type { ServerProcess } from '../../../../support/server-process.js';
import { until } from '../../../../support/until.js';
import { context, session } from './sessions.js';

/** A lookup that need not wait is not judged by how long it takes. */
const PATIENT_MS = 300_000;

/** A tracker as one gateway replica has it, with its results so far. */
const startReplica = async (address: StoreAddress, lookupTimeoutMs = 20) => {
  const store = await opened(openStore(address, 100));
  const telemetry = createInMemoryTelemetry();
  const tracker = createLastClusterTracker({ store, telemetry, ttlMs: 60_000, lookupTimeoutMs });
  onTestFinished(async () => {
    await tracker.drain();
    await store.close();
  });
  const lookup = async (): Promise<string> => {
    const before = telemetry.series('lastClusterLookups');
    const found = await tracker.lookup(session, context);
    if (O.isSome(found)) return `hit ${found.value}`;
    const after = telemetry.series('lastClusterLookups');
    const changed = after.find(({ value }, index) => value !== before[index]?.value);
    return changed?.labels['result'] ?? 'uncounted';
  };
  const remember = async (clusterId: string): Promise<string> => {
    const errors = () => telemetry.counter('lastClusterWrites', { result: 'error' });
    const before = errors();
    tracker.remember(session, clusterId, context);
    await tracker.drain();
    return errors() === before ? 'ok' : 'error';
  };
  return { lookup, remember };
};

const redisAddress = ({ port }: ServerProcess): StoreAddress => ({
  kind: 'redis',
  url: `redis://127.0.0.1:${String(port)}`,
});

const startedRedis = async () => {
  const server = await startRedis();
  onTestFinished(() => server.kill());
  return server;
};

describe.skipIf(redisBinary === undefined)('the memory in Redis', () => {
  test('a server that is killed and comes back: lookups and writes fail, then work', async () => {
    const server = await startedRedis();
    const { lookup, remember } = await startReplica(redisAddress(server), PATIENT_MS);
    expect([await lookup(), await remember('B'), await lookup()]).toEqual(['miss', 'ok', 'hit B']);
    await server.kill();
    expect([await lookup(), await remember('C'), await lookup()]).toEqual([
      'error',
      'error',
      'error',
    ]);
    await server.restart();
    await until('remembered again', async () => (await remember('D')) === 'ok');
    expect(await lookup()).toBe('hit D');
  });

  test('a server that freezes: lookups time out, then fail fast, and work when it thaws', async () => {
    const server = await startedRedis();
    const { lookup, remember } = await startReplica(redisAddress(server));
    await until('remembered', async () => (await remember('B')) === 'ok');
    server.freeze();
    expect(await lookup()).toBe('timeout');
    expect(await remember('C')).toBe('error');
    await until('given up', async () => (await lookup()) === 'error');
    server.thaw();
    await until('remembered again', async () => (await remember('D')) === 'ok');
    await until('found again', async () => (await lookup()) === 'hit D');
  });

  test('garbage under the key: lookups give no hint, and a write heals it', async () => {
    const server = await startedRedis();
    const client = createClient({ url: `redis://127.0.0.1:${String(server.port)}` });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    const { lookup, remember } = await startReplica(redisAddress(server), PATIENT_MS);
    const key = lastClusterStoreKey({ ...context, affinityKey: session.affinityKey });
    for (const garbage of ['x'.repeat(300), '', 'a\r\nb', Buffer.from([0xff])]) {
      await client.set(key, garbage);
      expect(await lookup()).toBe('error');
    }
    await client.del(key);
    await client.lPush(key, 'B');
    expect(await lookup()).toBe('error');
    expect([await remember('B'), await lookup()]).toEqual(['ok', 'hit B']);
  });
});

describe.skipIf(olricBinary === undefined)('the memory in Olric', () => {
  test('two gateway replicas in one cluster: what one writes the other finds', async () => {
    const nodes = await startOlricCluster(2);
    onTestFinished(async () => {
      for (const node of nodes) await node.kill();
    });
    const [first, second] = await Promise.all(
      nodes.map(({ port }) =>
        startReplica({ kind: 'olric', hosts: [`127.0.0.1:${String(port)}`] }, PATIENT_MS),
      ),
    );
    expect(await second!.lookup()).toBe('miss');
    expect(await first!.remember('B')).toBe('ok');
    expect(await second!.lookup()).toBe('hit B');
    expect(await second!.remember('C')).toBe('ok');
    expect(await first!.lookup()).toBe('hit C');
  });

  test('a node that is killed: lookups and writes fail, and nothing is thrown', async () => {
    const [node] = await startOlricCluster(1);
    onTestFinished(() => node!.kill());
    const address = { kind: 'olric', hosts: [`127.0.0.1:${String(node!.port)}`] } as const;
    const { lookup, remember } = await startReplica(address, PATIENT_MS);
    expect([await remember('B'), await lookup()]).toEqual(['ok', 'hit B']);
    await node!.kill();
    expect([await lookup(), await remember('C')]).toEqual(['error', 'error']);
  });
});
