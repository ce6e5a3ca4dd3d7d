import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createRedisStore,
  redisStoreFromClient,
  type RedisStoreOptions,
} from '../../../../src/adapters/stores/redis.js';
import { storeLaws } from '../../../../src/adapters/testing/store-conformance.js';
import { redisBinary, startRedis } from '../../../support/redis-server.js';
import { freePorts, type ServerProcess } from '../../../support/server-process.js';
import { isSettledAtOnce } from '../../../support/at-once.js';
import { until } from '../../../support/until.js';
import { checkInRealTime } from './in-real-time.js';
import { opened, problemOf, read, write } from './open-store.js';

const urlOf = (port: number): string => `redis://127.0.0.1:${String(port)}`;

/** Opens a store that is closed with its test. */
const openStore = async (options: RedisStoreOptions) => {
  const store = await opened(createRedisStore(options));
  onTestFinished(() => store.close());
  return store;
};

/** A second way into the server. */
const openClient = async (port: number) => {
  const client = createClient({ url: urlOf(port) });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => {
    client.destroy();
  });
  return client;
};

describe.skipIf(redisBinary === undefined)('a Redis server that is up', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startRedis(['--databases', '4']);
  });
  afterAll(() => server.kill());

  test('keeps entries under the key prefix, with their lifetime', async () => {
    const client = await openClient(server.port);
    const store = await openStore({ url: urlOf(server.port), keyPrefix: 'gw:' });
    expect(await write(store, 'prefixed', 'B')).toBe('ok');
    expect(await client.get('gw:prefixed')).toBe('B');
    expect(await client.pTTL('gw:prefixed')).toBeGreaterThan(55_000);
    const other = await openStore({ url: urlOf(server.port), keyPrefix: 'other:' });
    expect(await read(other, 'prefixed')).toBe('none');
  });

  test('keeps databases apart', async () => {
    const store = await openStore({ url: `${urlOf(server.port)}/2` });
    await write(store, 'in-2', 'B');
    expect(await read(await openStore({ url: urlOf(server.port) }), 'in-2')).toBe('none');
    expect(await read(await openStore({ url: `${urlOf(server.port)}/2` }), 'in-2')).toBe('value B');
  });

  test('is asked over one connection, however many calls run', async () => {
    const client = await openClient(server.port);
    const before = (await client.clientList()).length;
    const store = await openStore({ url: urlOf(server.port) });
    await write(store, 'busy', 'B');
    const answers = await Promise.all(Array.from({ length: 2_000 }, () => read(store, 'busy')));
    expect(new Set(answers)).toEqual(new Set(['value B']));
    expect((await client.clientList()).length).toBe(before + 1);
  });

  test('holds garbage: values that are not UTF-8, and keys of another type', async () => {
    const client = await openClient(server.port);
    const store = await openStore({ url: urlOf(server.port) });
    await client.set('not-utf8', Buffer.from([0xff, 0xfe]));
    await client.lPush('a-list', 'B');
    expect(await read(store, 'not-utf8')).toBe('garbage');
    expect(await read(store, 'a-list')).toBe('refused');
    expect(await write(store, 'not-utf8', 'B')).toBe('ok');
    expect(await read(store, 'not-utf8')).toBe('value B');
  });

  test('is full', async () => {
    const client = await openClient(server.port);
    const store = await openStore({ url: urlOf(server.port) });
    await client.configSet('maxmemory', '1');
    expect(await write(store, 'too-much', 'B')).toBe('refused');
    await client.configSet('maxmemory', '0');
    expect(await write(store, 'too-much', 'B')).toBe('ok');
  });

  test('cuts connections: the store comes back by itself', async () => {
    const client = await openClient(server.port);
    const store = await openStore({ url: urlOf(server.port) });
    await write(store, 'kept', 'B');
    for (const { id } of await client.clientList()) {
      if (id !== (await client.clientId())) await client.clientKill({ filter: 'ID', id });
    }
    await until('connected again', async () => (await read(store, 'kept')) === 'value B');
  });
});

describe.skipIf(redisBinary === undefined)('a client the caller opened', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.kill());

  for (const law of storeLaws) {
    test(law.name, async () => {
      const client = await openClient(server.port);
      await checkInRealTime(law, () =>
        Promise.resolve(redisStoreFromClient(client, { keyPrefix: 'own:' })),
      );
    });
  }

  test('is left open by the store', async () => {
    const client = await openClient(server.port);
    await redisStoreFromClient(client).close();
    expect(await client.ping()).toBe('PONG');
  });

  test('is not asked while it is not connected', async () => {
    const client = createClient({ url: urlOf(server.port) });
    expect(await read(redisStoreFromClient(client), 'any')).toBe('unavailable');
  });
});

describe.skipIf(redisBinary === undefined)('a Redis server with a password', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startRedis(['--user', 'gateway', 'on', '>pa:ss', '~*', '+@all']);
  });
  afterAll(() => server.kill());

  const urlWith = (login: string): string => `redis://${login}@127.0.0.1:${String(server.port)}`;

  test('lets user and password of the URL in', async () => {
    const store = await openStore({ url: urlWith('gateway:pa%3Ass') });
    expect(await write(store, 'a', 'B')).toBe('ok');
  });

  test('turns others away, which the store says without the password', async () => {
    const store = await openStore({ url: urlWith('gateway:wr0ng') });
    expect(await read(store, 'a')).toBe('unavailable');
    expect(await problemOf(store)).toContain('WRONGPASS');
    expect(await problemOf(store)).not.toContain('wr0ng');
  });
});

describe.skipIf(redisBinary === undefined)('a Redis server in trouble', () => {
  const timeouts = { connectTimeoutMs: 300_000, stallMs: 300_000 };
  /** For those who wait in vain. */
  const shortTimeouts = { connectTimeoutMs: 300, stallMs: 300 };
  const start = async () => {
    const server = await startRedis();
    onTestFinished(() => server.kill());
    return server;
  };

  test('killed: calls fail at once; restarted: they work again', async () => {
    const server = await start();
    const store = await openStore({ url: urlOf(server.port), timeouts });
    await write(store, 'a', 'B');
    await server.kill();
    await until('noticed', async () => (await read(store, 'a')) === 'unavailable');
    for (let turn = 0; turn < 100; turn += 1) {
      expect(await isSettledAtOnce(read(store, 'a'))).toBe(true);
    }
    await until('refused', async () => (await problemOf(store)).includes('ECONNREFUSED'));
    await server.restart();
    await until('back', async () => (await write(store, 'a', 'C')) === 'ok');
    expect(await read(store, 'a')).toBe('value C');
  });

  test('frozen: every call ends, later ones at once; thawed: they work again', async () => {
    const server = await start();
    const store = await openStore({ url: urlOf(server.port), timeouts: shortTimeouts });
    await write(store, 'a', 'B');
    server.freeze();
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(store, 'a')));
    expect(new Set(answers)).toEqual(new Set(['unavailable']));
    const later = read(store, 'a');
    expect(await isSettledAtOnce(later)).toBe(true);
    expect(await later).toBe('unavailable');
    expect(await problemOf(store)).toContain('no answer within 300 ms');
    server.thaw();
    await until('back', async () => (await read(store, 'a')) === 'value B');
  });

  test('not there yet: the store opens, and works once it is', async () => {
    const [port] = await freePorts(1);
    const store = await openStore({ url: urlOf(port!), timeouts });
    expect(await read(store, 'a')).toBe('unavailable');
    const server = await startRedis([], port);
    onTestFinished(() => server.kill());
    await until('up', async () => (await read(store, 'a')) === 'none');
  });

  test('gone for good: closing does not wait for it', async () => {
    const server = await start();
    const store = await opened(createRedisStore({ url: urlOf(server.port), timeouts }));
    await server.kill();
    await until('noticed', async () => (await read(store, 'a')) === 'unavailable');
    await store.close();
    expect(await read(store, 'a')).toBe('closed');
  });

  test('frozen before the first connection: the store opens all the same', async () => {
    const server = await start();
    server.freeze();
    const store = await openStore({ url: urlOf(server.port), timeouts: shortTimeouts });
    expect(await read(store, 'a')).toBe('unavailable');
    server.thaw();
    await until('up', async () => (await read(store, 'a')) === 'none');
  });
});
