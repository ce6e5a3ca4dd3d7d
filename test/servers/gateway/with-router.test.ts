import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRouter, ROUTER_SETTINGS } from '../../../src/adapters/router/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import { readSettings } from '../../../src/adapters/servers/settings/setting-table.js';
import {
  createMockEngine,
  type MockEngine,
} from '../../../src/adapters/testing/mock-engine/index.js';
import { parseLbConfig, parseSnapshot } from '../../../src/api.js';
import { until } from '../../support/until.js';
import { chat, responses, withHeaders } from './support/calls.js';
import { send } from './support/raw-request.js';
import {
  directoryOf,
  MODEL,
  sha256,
  startGateway,
  startRemembering,
} from './support/start-gateway.js';

const ALGORITHMS = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

const configOf = (algorithm: string, last_cluster_affinity: boolean) => ({
  models: {
    m: {
      ...{ algorithm, seed: 'e2e', last_cluster_affinity },
      ...{ cache_affinity_backend_selection_count: 1, cache_affinity_wait_ms: 300 },
    },
  },
});

/** Every cluster with one slot; the full ones have it taken. */
const clustersOf = (urls: Readonly<Record<string, string>>, full: readonly string[]) =>
  Object.entries(urls).map(([cluster_id, url]) => ({
    ...{ cluster_id, rtt_ms: 5 },
    stats: {
      ...{ max_engine_concurrency: 1, num_running_queries: full.includes(cluster_id) ? 1 : 0 },
      ...{ last_mean_input_tps: 1_000, max_input_tps: 1_000 },
      queued_input_size: full.includes(cluster_id) ? 5_000 : 0,
    },
    backends: [{ id: `${cluster_id}-1`, url }],
  }));

const TARGET = { routing_key: 'rk', model_id: 'm' };

const startEngines = async (): Promise<Readonly<Record<'A' | 'B', MockEngine>>> => {
  const start = async (clusterId: string) => {
    const rates = { prefillTokensPerSecond: 1e6, decodeTokensPerSecond: 1e5 };
    const engine = await createMockEngine({ clusterId, modelIds: ['m'], ...rates });
    onTestFinished(() => engine.close());
    return engine;
  };
  return { A: await start('A'), B: await start('B') };
};

/** A real router in front of two engines, whose load the test tells; any algorithm by default. */
const startRouter = async (config?: object, more: Readonly<Record<string, string>> = {}) => {
  const engines = await startEngines();
  const urls = { A: engines.A.url, B: engines.B.url };
  const folder = await mkdtemp(join(tmpdir(), 'router-'));
  const file = join(folder, 'config.json');
  if (config !== undefined) await writeFile(file, JSON.stringify(config));
  const open = '127.0.0.1:0';
  const flags = {
    config: config === undefined ? undefined : file,
    ...{ listen: open, admin: open, metrics: 'off' },
  };
  const settings = readSettings(ROUTER_SETTINGS, { ...flags, ...more, logLevel: 'silent' }, {});
  if (E.isLeft(settings)) throw new Error(JSON.stringify(settings.left));
  const router = await openRouter(settings.right)();
  if (E.isLeft(router)) throw new Error(JSON.stringify(router.left));
  onTestFinished(async () => {
    await router.right.stop();
    await rm(folder, { recursive: true });
  });
  const { description } = router.right;
  const admin = `http://${/admin (\S+);/.exec(description)![1]!}`;
  const fill = async (...full: readonly string[]): Promise<void> => {
    const targets = [{ ...TARGET, clusters: clustersOf(urls, full) }];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${admin}/snapshot`, {
      ...{ method: 'PUT', headers, body: JSON.stringify({ targets }) },
    });
    expect(answer.status).toBe(204);
  };
  await fill();
  return { url: /listening on (\S+)/.exec(description)![1]!, engines, fill };
};

/** A session whose first rank is cluster A. */
const sessionOfA = (config: object): string => {
  const parsed = parseLbConfig(config);
  const snapshot = parseSnapshot({ ...TARGET, clusters: clustersOf({ A: 'x', B: 'y' }, []) });
  if (E.isLeft(parsed) || E.isLeft(snapshot)) throw new Error('malformed');
  const engine = createEngine({ config: parsed.right.config });
  engine.publish(snapshot.right);
  const ids = Array.from({ length: 1_000 }, (_, index) => `session-${String(index)}`);
  return ids.find((id) => {
    const cacheAffinityKey = `mt:v1:session:${sha256(id)}`;
    const request = {
      target: snapshot.right.target,
      requestId: 'r',
      inputTokens: 6,
      cacheAffinityKey,
    };
    const explained = engine.explain(request, { elapsedMs: 0 });
    return E.isRight(explained) && explained.right.order?.[0] === 'A';
  })!;
};

const directory = directoryOf({ ...MODEL, routingMethod: null });

describe.each(ALGORITHMS)('gateway and router with %s', (algorithm) => {
  test.each([
    [true, 'stays on the cluster that holds its cache', 'BBBBBBBBBBB'],
    [false, 'goes back to its first rank and misses, with the flag off', 'BAAAAAAAAAA'],
  ])('session awareness %s: a session that overflowed %s', async (isAware, _, expected) => {
    const config = configOf(algorithm, isAware);
    const { url, engines, fill } = await startRouter(config);
    const gateway = await startRemembering(url, { directory });
    const prompt_cache_key = sessionOfA(config);
    const served: string[] = [];
    const turn = async () => {
      const answer = await send(gateway.url, chat({ prompt_cache_key }));
      expect(answer.status).toBe(200);
      served.push(answer.header('x-mock-cluster-id')!);
      await gateway.drain();
    };
    await fill('A');
    await turn();
    await fill();
    for (let follow = 0; follow < 10; follow += 1) await turn();
    expect(served.join('')).toBe(expected);
    const sent = [...engines.A.requests, ...engines.B.requests].flatMap(({ headers }) => headers);
    expect(sent.map(([name]) => name)).not.toContain('x-stargate-last-cluster-id');
    expect(sent.map(([name]) => name)).not.toContain('x-routing-method');
  });
});

describe('gateway and router', () => {
  test('take a new routing method into use with the next request', async () => {
    const { url } = await startRouter();
    let routingMethod = 'random';
    const gateway = await startGateway(url, {
      directory: {
        resolve: (query) => directoryOf({ ...MODEL, routingMethod }).resolve(query),
        list: (key) => directoryOf(MODEL).list(key),
      },
    });
    const status = async () => (await send(gateway.url, chat())).status;
    expect(await status()).toBe(200);
    routingMethod = 'round-robin';
    expect(await status()).toBe(200);
    routingMethod = 'random;n=2';
    const refused = await send(gateway.url, responses());
    expect(refused.status).toBe(400);
    expect(refused.json()['error']).toMatchObject({
      code: 'not_applicable',
      type: 'invalid_request_error',
    });
  });

  test('tell a client when there is no such target, and when there is too much to do', async () => {
    const { url, fill } = await startRouter();
    const routingMethod = 'round-robin;max_input_work_seconds=1';
    const two = directoryOf({ ...MODEL, routingMethod }, { ...MODEL, model: 'unrouted' });
    const gateway = await startGateway(url, { directory: two });
    const unknown = await send(gateway.url, chat({ model: 'unrouted' }));
    expect(unknown.status).toBe(404);
    expect(unknown.json()['error']).toMatchObject({ code: 'no_eligible_candidates' });
    expect((await send(gateway.url, chat())).status).toBe(200);
    await fill('A', 'B');
    const refused = await send(gateway.url, chat());
    expect([refused.status, refused.header('retry-after')]).toEqual([503, '1']);
    expect(refused.json()['error']).toMatchObject({ code: 'input_work_limit_exceeded' });
  });

  test('let a burst over all slots wait for a place, for as long as the model says', async () => {
    const { url, fill } = await startRouter(configOf('wait-and-widen', false));
    const gateway = await startGateway(url, { directory });
    await fill('A', 'B');
    const burst = Array.from({ length: 20 }, () => send(gateway.url, chat()));
    await until('all of it is open', () => gateway.openCount() === 20);
    await fill();
    for (const answer of await Promise.all(burst)) expect(answer.status).toBe(200);

    const impatient = directoryOf({ ...MODEL, routingMethod: null, max_wait_ms: 0 });
    const other = await startGateway(url, { directory: impatient });
    await fill('A', 'B');
    const refused = await send(other.url, chat());
    expect([refused.status, refused.header('retry-after')]).toEqual([503, '1']);
    expect(refused.json()['error']).toMatchObject({ code: 'no_capacity' });
  });

  test('stream from the engine to the client, and stop the engine when the client leaves', async () => {
    const { url, engines } = await startRouter();
    const gateway = await startGateway(url, { directory });
    for (const engine of [engines.A, engines.B]) engine.slow(2_000);
    const controller = new AbortController();
    const call = chat({ stream: true, max_tokens: 5 });
    const response = await fetch(`${gateway.url}${call.path!}`, {
      ...{ method: 'POST', body: call.body!.toString(), signal: controller.signal },
      headers: { authorization: call.headers![1]!, 'content-type': 'application/json' },
    });
    const reader = response.body!.getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value!).toString()).toContain('data: ');
    const running = () => engines.A.state().running + engines.B.state().running;
    expect(running()).toBe(1);
    controller.abort();
    await until('the engine is free', () => running() === 0);
    await until('nothing is left', () => gateway.openCount() === 0);
  });
});

test('headers that only the router finds too large are told in the shape of the OpenAI API', async () => {
  const { url } = await startRouter(undefined, { maxHeaders: '12KiB' });
  const gateway = await startGateway(url);
  const large = withHeaders(chat(), 'x-large', 'x'.repeat(15_000));
  const answer = await send(gateway.url, large);
  expect(answer.status).toBe(431);
  expect(answer.header('content-type')).toBe('application/json');
  expect(answer.header('x-stargate-error-code')).toBeUndefined();
  expect(answer.json()).toEqual({
    error: {
      message: 'the headers of the request are too large',
      type: 'invalid_request_error',
      param: null,
      code: 'headers_too_large',
    },
  });
  expect(gateway.telemetry.lines('upstream_error')).toEqual([]);
});
