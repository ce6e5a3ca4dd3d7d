import { rename, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { chatCluster } from './support/chat-cluster.js';
import { fleetDocument, ROUTING_KEY } from './support/push-load.js';
import { findSession, orderOf } from './support/session-in-order.js';
import { openSite, type GatewayProcess, type RouterProcess, type Site } from './support/site.js';

let site: Site;
let router: RouterProcess;

beforeAll(async () => {
  site = await openSite();
  const [A, B] = await Promise.all([site.startEngine('A'), site.startEngine('B')]);
  const config = { request_algorithms: { pulsar: { algorithm: 'pulsar' } } };
  router = await site.startRouter(config, fleetDocument({ A: A.url, B: B.url }));
});

afterAll(() => site.close());

/** Two routing methods, and a session that the first sends to A and the second to B. */
const [BEFORE, AFTER] = ['pulsar;seed=before', 'pulsar;seed=after'];

const findTorn = (): Promise<string> =>
  findSession(async (sessionId) => {
    const before = await orderOf(router, sessionId, { routingMethod: BEFORE });
    const after = await orderOf(router, sessionId, { routingMethod: AFTER });
    return before[0] === 'A' && after[0] === 'B';
  });

const models = (routingMethod: string) => [{ routing_key: ROUTING_KEY, model: 'm', routingMethod }];

/** Puts a new version in the place of the model file, as editors and deployments do. */
const replaceModelFile = async ({ modelFile }: GatewayProcess, text: string): Promise<void> => {
  await writeFile(`${modelFile}.new`, text);
  await rename(`${modelFile}.new`, modelFile);
};

/** Clients that send the session again and again; every answer must be 200. */
const keepChatting = (url: string, sessionId: string) => {
  const answers: { startMs: number; clusterId: string }[] = [];
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const startMs = performance.now();
      answers.push({ startMs, clusterId: await chatCluster(url, sessionId) });
    }
  };
  const clients = Promise.all(Array.from({ length: 4 }, client));
  const since = (momentMs: number): readonly string[] =>
    answers.filter(({ startMs }) => startMs >= momentMs).map(({ clusterId }) => clusterId);
  return {
    /** Clusters of the next requests: twenty or more that start from now on. */
    next: async (): Promise<readonly string[]> => {
      const nowMs = performance.now();
      await until('traffic goes on', () => since(nowMs).length >= 20);
      return since(nowMs);
    },
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
};

test('a new routing method of a model acts from the next request on, under traffic', async () => {
  const gateway = await site.startGateway({ routerUrl: router.url, models: models(BEFORE) });
  const traffic = keepChatting(gateway.url, await findTorn());
  const countOf = (event: string) => gateway.lines.filter((line) => line.includes(event)).length;
  expect(new Set(await traffic.next())).toEqual(new Set(['A']));

  await replaceModelFile(gateway, '{"models":[');
  await until('the bad version is refused', () => countOf('model_directory_rejected') === 1);
  expect(new Set(await traffic.next())).toEqual(new Set(['A']));

  expect(countOf('config_loaded')).toBe(1);
  await replaceModelFile(gateway, JSON.stringify({ models: models(AFTER) }));
  await until('the new version is taken', () => countOf('config_loaded') === 2);
  expect(new Set(await traffic.next())).toEqual(new Set(['B']));
  await traffic.stop();
  expect(gateway.child.exitCode).toBeNull();
});
