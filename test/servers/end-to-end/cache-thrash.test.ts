import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chat } from '../gateway/support/calls.js';
import { send } from '../gateway/support/raw-request.js';
import { pushLoad, ROUTING_KEY, type EngineUrls } from './support/push-load.js';
import { sessionOf } from './support/session-in-order.js';
import { openSite, type GatewayProcess, type RouterProcess, type Site } from './support/site.js';

const ALGORITHMS = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

/** Each model is routed by one algorithm, the flag off or on. */
const modelOf = (algorithm: string, isAware: boolean): string =>
  `${algorithm}-${isAware ? 'on' : 'off'}`;

const models = ALGORITHMS.flatMap((algorithm) =>
  [false, true].map((isAware) => modelOf(algorithm, isAware)),
);

const lbConfig = {
  models: Object.fromEntries(
    ALGORITHMS.flatMap((algorithm) =>
      [false, true].map((last_cluster_affinity) => [
        modelOf(algorithm, last_cluster_affinity),
        {
          ...{ algorithm, last_cluster_affinity },
          cache_affinity_backend_selection_count: 1,
          cache_affinity_wait_ms: 300,
          cache_affinity_input_tokens_scale: 0.1,
        },
      ]),
    ),
  ),
};

let site: Site;
let urls: EngineUrls;
let router: RouterProcess;
let gateway: GatewayProcess;

beforeAll(async () => {
  site = await openSite();
  const engines = ['A', 'B', 'C'].map(async (clusterId) => {
    const { url } = await site.startEngine(clusterId, '--model-ids', ...models);
    return [clusterId, url] as const;
  });
  router = await site.startRouter(lbConfig);
  gateway = await site.startGateway({
    routerUrl: router.url,
    models: models.map((model) => ({ routing_key: ROUTING_KEY, model })),
    store: 'memory',
  });
  urls = Object.fromEntries(await Promise.all(engines));
});

afterAll(() => site.close());

/** A turn: the cluster that served it, and whether it found a part of the prompt in its cache. */
type Served = Readonly<{ clusterId: string; isCached: boolean }>;

const serveTurn = async (model: string, prompt_cache_key: string): Promise<Served> => {
  const answer = await send(gateway.url, chat({ model, prompt_cache_key }));
  expect(answer.status).toBe(200);
  const { usage } = JSON.parse(answer.text) as {
    usage: { prompt_tokens_details: { cached_tokens: number } };
  };
  return {
    clusterId: answer.header('x-mock-cluster-id')!,
    isCached: usage.prompt_tokens_details.cached_tokens > 0,
  };
};

/** Forgets what engines had cached and received. */
const resetEngines = async (): Promise<void> => {
  for (const url of Object.values(urls)) {
    await fetch(`${url}/mock/control`, { method: 'POST', body: '{"action":"reset"}' });
  }
};

/** Every name of a header that engines have received. */
const headerNamesSeen = async (): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  for (const url of Object.values(urls)) {
    const log = await (await fetch(`${url}/mock/requests`)).text();
    for (const [, name] of log.matchAll(/"([\w-]+)"/g)) names.add(name!.toLowerCase());
  }
  return names;
};

describe.each(ALGORITHMS)('a session of which rank 1 was full, with %s', (algorithm) => {
  test.each([
    ['stays where it overflowed to, with the flag on', true, 'B'],
    ['goes back to rank 1 and starts cold there, with the flag off', false, 'A'],
  ])('%s', async (_, isAware, home) => {
    const model = modelOf(algorithm, isAware);
    await resetEngines();
    await pushLoad(router, urls, { models });
    const sessionId = await sessionOf(router, 'A', { modelId: model });
    await pushLoad(router, urls, { models, full: ['A', 'C'] });
    expect(await serveTurn(model, sessionId)).toEqual({ clusterId: 'B', isCached: false });

    await pushLoad(router, urls, { models });
    const served: Served[] = [];
    while (served.length < 10) served.push(await serveTurn(model, sessionId));
    expect(served).toEqual(
      served.map((_turn, at) => ({ clusterId: home, isCached: isAware || at > 0 })),
    );
    const names = await headerNamesSeen();
    expect(names).toContain('x-cache-affinity-key');
    expect(names).not.toContain('x-stargate-last-cluster-id');
  });
});
