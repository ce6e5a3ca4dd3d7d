import { afterAll, beforeAll, describe, test } from 'vitest';
import { createMemoryStore } from '../../../../src/adapters/stores/memory.js';
import { createOlricStore } from '../../../../src/adapters/stores/olric.js';
import { createRedisStore } from '../../../../src/adapters/stores/redis.js';
import {
  storeLaws,
  type StoreSubject,
} from '../../../../src/adapters/testing/store-conformance.js';
import { olricBinary, startOlricCluster } from '../../../support/olric-server.js';
import { redisBinary, startRedis } from '../../../support/redis-server.js';
import type { ServerProcess } from '../../../support/server-process.js';
import { checkInRealTime } from './in-real-time.js';
import { opened } from './open-store.js';

describe('the in-process store', () => {
  let nowMs = 0;
  const subject: StoreSubject = {
    open: () => Promise.resolve(createMemoryStore({ nowMs: () => nowMs })),
    pass: (durationMs) => {
      nowMs += durationMs;
      return Promise.resolve();
    },
    shortTtlMs: 600_000,
  };
  for (const law of storeLaws) test(law.name, () => law.check(subject));
});

describe.skipIf(redisBinary === undefined)('the Redis store on a real server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.kill());
  const open = () =>
    opened(createRedisStore({ url: `redis://127.0.0.1:${String(server.port)}/3` }));
  for (const law of storeLaws) test(law.name, () => checkInRealTime(law, open));
});

describe.skipIf(olricBinary === undefined)('the Olric store on a real cluster of two nodes', () => {
  let nodes: ServerProcess[] = [];
  beforeAll(async () => {
    nodes = await startOlricCluster(2);
  });
  afterAll(async () => {
    for (const node of nodes) await node.kill();
  });
  const open = () =>
    opened(createOlricStore({ hosts: nodes.map(({ port }) => `127.0.0.1:${String(port)}`) }));
  for (const law of storeLaws) test(law.name, () => checkInRealTime(law, open));
});
