import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chat } from '../gateway/support/calls.js';
import { olricBinary, startOlricCluster } from '../../support/olric-server.js';
import { redisBinary, startRedis } from '../../support/redis-server.js';
import { askServer, type ServerProcess } from '../../support/server-process.js';
import { startScriptedServer } from '../../support/scripted-server.js';
import { until } from '../../support/until.js';
import { LOOKUPS, readSeries, untilTotal, WRITES } from './support/metrics-page.js';
import { bulk, startRespServer } from './support/resp-server.js';
import { sendTraffic } from './support/traffic.js';
import { openFaultBench, type Counted, type FaultBench } from './support/fault-bench.js';

let bench: FaultBench;

beforeAll(async () => {
  bench = await openFaultBench();
});

afterAll(() => bench.close());

const hits = ({ lookups }: Counted): number => lookups['result="hit"']!;

/** Lookups and writes that did not come to their end. */
const failures = ({ lookups, writes }: Counted): number =>
  lookups['result="error"']! + lookups['result="timeout"']! + writes['result="error"']!;

const STORES = [
  {
    name: 'Redis',
    isMissing: redisBinary === undefined,
    start: () => startRedis(),
    address: (port: number) => `redis://127.0.0.1:${String(port)}`,
  },
  {
    name: 'Olric',
    isMissing: olricBinary === undefined,
    start: async (): Promise<ServerProcess> => (await startOlricCluster(1))[0]!,
    address: (port: number) => `olric://127.0.0.1:${String(port)}`,
  },
] as const;

describe.each(STORES)('faults of $name under traffic', ({ isMissing, start, address }) => {
  test.skipIf(isMissing)(
    'that is paused, killed and started again change no answer, and the memory comes back',
    async () => {
      const store = await start();
      onTestFinished(() => store.kill());
      const gateway = await bench.startGateway(address(store.port));
      onTestFinished(() => gateway.kill());
      const untilItRemembers = () =>
        until('the memory is back', async () => {
          const counted = await bench.check(gateway);
          return counted.writes['result="error"'] === 0 && hits(counted) > 0;
        });
      await untilItRemembers();

      const paused = await bench.check(gateway, { midway: store.freeze });
      expect(failures(paused)).toBeGreaterThan(0);
      store.thaw();
      await untilItRemembers();

      const killed = await bench.check(gateway, { midway: store.kill });
      expect(failures(killed)).toBeGreaterThan(0);
      const down = await bench.check(gateway);
      expect([hits(down), down.writes['result="ok"']]).toEqual([0, 0]);

      await bench.check(gateway, { midway: store.restart });
      await untilItRemembers();
      await bench.check(gateway, { midway: store.restart });
      await untilItRemembers();
    },
  );
});

describe('stores that never worked', () => {
  test.each(STORES)('$name that refuses connections changes no answer', async ({ address }) => {
    const gateway = await bench.startGateway(address(await closedPort()));
    onTestFinished(() => gateway.kill());
    const { lookups, writes } = await bench.check(gateway);
    expect(lookups).toMatchObject({ 'result="hit"': 0, 'result="miss"': 0, 'result="timeout"': 0 });
    expect(writes).toMatchObject({ 'result="ok"': 0 });
  });
});

describe('stores that answer badly', () => {
  test.skipIf(redisBinary === undefined)('a full Redis changes no answer', async () => {
    const redis = await startRedis(['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction']);
    onTestFinished(() => redis.kill());
    await askServer(redis.port, 'SETRANGE filler 1000000 x');
    const gateway = await bench.startGateway(`redis://127.0.0.1:${String(redis.port)}`);
    onTestFinished(() => gateway.kill());
    const { lookups, writes } = await bench.check(gateway);
    expect([lookups['result="hit"'], lookups['result="error"']]).toEqual([0, 0]);
    expect(writes).toMatchObject({ 'result="ok"': 0 });
    const told = gateway.lines.filter((line) => line.includes('last_cluster_store_error'));
    expect(told.join('\n')).toContain('OOM command not allowed');
  });

  test('one that talks garbage changes no answer', async () => {
    const server = await startScriptedServer((request, connection, socket) => {
      socket.write(request.includes('PING') ? '+PONG\r\n' : GARBAGE[connection % GARBAGE.length]!);
    });
    onTestFinished(() => server.close());
    const gateway = await bench.startGateway(`redis://127.0.0.1:${String(server.port)}`);
    onTestFinished(() => gateway.kill());
    const { lookups, writes } = await bench.check(gateway);
    expect(lookups['result="hit"']).toBe(0);
    expect(lookups['result="error"']! + writes['result="error"']!).toBeGreaterThan(0);
  });

  test('one whose values are too long for a cluster id changes no answer', async () => {
    const server = await startRespServer(([name]) =>
      name === 'GET' ? bulk('B'.repeat(300)) : '+OK\r\n',
    );
    onTestFinished(() => server.close());
    const gateway = await bench.startGateway(`redis://127.0.0.1:${String(server.port)}`);
    onTestFinished(() => gateway.kill());
    const { lookups, writes } = await bench.check(gateway);
    expect([lookups['result="hit"'], lookups['result="miss"']]).toEqual([0, 0]);
    expect(lookups['result="error"']).toBeGreaterThan(0);
    expect(writes).toMatchObject({ 'result="error"': 0 });
  });

  test('one that falls silent gets no more than 256 writes before it is given up', async () => {
    const writesOn = new Map<number, number>();
    const server = await startRespServer(([name], connection) => {
      if (name === 'SET') writesOn.set(connection, (writesOn.get(connection) ?? 0) + 1);
      return '';
    });
    onTestFinished(() => server.close());
    const gateway = await bench.startGateway(`redis://127.0.0.1:${String(server.port)}`);
    onTestFinished(() => gateway.kill());
    // Each of a session of its own: writes of one session wait for each other.
    const requests = Array.from({ length: 400 }, (_, at) =>
      chat({ prompt_cache_key: `s-${String(at)}` }),
    );
    const answers = await sendTraffic(gateway.url, requests, { concurrency: 64 });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await untilTotal(gateway.metrics, LOOKUPS, requests.length);
    await untilTotal(gateway.metrics, WRITES, requests.length);
    // A connection is given up after a second of silence, before any write on it is given up.
    expect(writesOn.size).toBeGreaterThan(0);
    expect(Math.max(...writesOn.values())).toBeLessThanOrEqual(256);
    expect((await readSeries(gateway.metrics, WRITES))['result="ok"']).toBe(0);
  });

  test('leave nothing under way in the router', async () => {
    await until('the router is idle', async () => {
      const state = (await (await fetch(`${bench.router.admin}/debug/state`)).json()) as object;
      return JSON.stringify(state).includes(
        '"counts":{"routing":0,"waiting":0,"reservations":0,"timers":0}',
      );
    });
  });
});

/** What a server may send that speaks no protocol of ours, or speaks it wrongly. */
const GARBAGE = [
  '\x01\x02\x03 garbage\r\n',
  'HTTP/1.1 400 Bad Request\r\n\r\n',
  ':7\r\n',
  bulk('A\nB'),
  '*2\r\n$1\r\nA\r\n$1\r\nB\r\n',
  `${bulk('A')}${bulk('unasked')}`,
];

/** A port that nobody listens on. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
