import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/until.js';
import { createFleet } from '../../../src/adapters/fleet/fleet.js';
import { createRouter, startRouterServer } from '../../../src/adapters/router/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import { createPushSource } from '../../../src/adapters/fleet/sources/push-source.js';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { givenConfig, orThrow } from './support/given.js';
import { CHAT, open, send } from './support/http-client.js';
import { atEnd, startEngine, TEST_LIMITS } from './support/start-server.js';

/** A router over a fleet that polls the metrics pages of its engines. */
const startOver = async (engines: Readonly<Record<string, readonly MockEngine[]>>) => {
  const push = createPushSource();
  orThrow(push.accept(documentOf(engines)));
  const config = givenConfig({ algorithm: 'wait-and-widen' });
  const fleet = createFleet({
    sources: [push],
    settings: { staleAfterMs: 300_000, dropAfterMs: 600_000 },
  });
  const router = createRouter({ runtime: createEngine({ config }), fleet });
  const listen = { host: '127.0.0.1', port: 0 };
  const server = orThrow(await startRouterServer({ router, listen, limits: TEST_LIMITS })());
  atEnd(server.stop);
  return { router, address: server.addresses.listen };
};

const documentOf = (engines: Readonly<Record<string, readonly MockEngine[]>>) => ({
  targets: [
    {
      model_id: 'm',
      clusters: Object.entries(engines).map(([id, backends], at) => ({
        cluster_id: id,
        rtt_ms: 1 + at,
        stats: { max_engine_concurrency: 1, last_mean_input_tps: 1000 },
        backends: backends.map(({ url }, index) => ({
          id: `${id}-${String(index)}`,
          url,
          source: { kind: 'prometheus', engine: 'vllm', interval_ms: 50 },
        })),
      })),
    },
  ],
});

/** A router server over a document as it stands, with an admin listener. */
const startOverDocument = async (clusters: readonly object[], algorithm = 'wait-and-widen') => {
  const push = createPushSource();
  orThrow(push.accept({ targets: [{ model_id: 'm', clusters }] }));
  const config = givenConfig({ algorithm });
  const fleet = createFleet({ sources: [push], settings: { assumedInputTps: 1234 } });
  const router = createRouter({ runtime: createEngine({ config }), fleet });
  const listen = { host: '127.0.0.1', port: 0 };
  const started = startRouterServer({ router, listen, admin: listen, limits: TEST_LIMITS });
  const server = orThrow(await started());
  atEnd(server.stop);
  return { router, address: server.addresses.listen, admin: server.addresses.admin! };
};

describe('over engines of which no throughput is known', () => {
  test('requests are served, and what is assumed shows', async () => {
    const { url } = await startEngine();
    const { address, admin } = await startOverDocument([
      { cluster_id: 'A', rtt_ms: 1, backends: [{ id: 'a1', url }] },
    ]);
    expect((await send(address)).status).toBe(200);
    const state: unknown = await (await fetch(`http://${admin}/debug/state`)).json();
    const assumed = { value: 1234, from: 'setting' };
    expect(state).toMatchObject({
      backends: [
        { backend: 'a1', assumed: { last_mean_input_tps: assumed, max_input_tps: assumed } },
      ],
    });
  });
});

describe('over clusters of which most refuse connections', () => {
  const rates = { max_input_tps: 100, last_mean_input_tps: 100, max_engine_concurrency: 8 };

  test.each(['pulsar', 'power-of-n', 'pulsar-wait-and-widen', 'random', 'round-robin'] as const)(
    '%s serves every request, and soon asks the dead ones no more',
    async (algorithm) => {
      const dead = Array.from({ length: 3 }, () => 'http://127.0.0.1:1');
      const live = [await startEngine(), await startEngine()].map(({ url }) => url);
      const clusters = [...dead, ...live].map((url, at) => ({
        ...{ cluster_id: `C${String(at)}`, rtt_ms: 1, stats: rates },
        backends: [{ id: `b${String(at)}`, url }],
      }));
      const { address, router } = await startOverDocument(clusters, algorithm);
      for (let i = 0; i < 60; i++) {
        const headers = ['x-cache-affinity-key', `s${String(i)}`];
        expect((await send(address, { headers })).status).toBe(200);
      }
      const states = router.fleet.status().map(({ state }) => state);
      expect(states.slice(3)).toEqual(['live', 'live']);
      // Enough requests for three failures each, however they fall.
      expect(states.filter((state) => state === 'paused').length).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('over a fleet that reports', () => {
  test('a reservation ends with the next report of its backend', async () => {
    const { router, address } = await startOver({ A: [await startEngine()] });
    expect((await send(address)).status).toBe(200);
    await eventually(() => expect(router.counts().reservations).toBe(0));
  });

  test('a request waits for the slot that the engine reports as taken, and gets it when it is free', async () => {
    const engine = await startEngine({ slots: 1 });
    const { router, address } = await startOver({ A: [engine] });
    engine.fill(1);
    const request = { target: { modelId: 'm' }, requestId: 'probe', inputTokens: 1 };
    const hasRoom = () => orThrow(router.explain(request, 0)).rows[0]?.hasCapacity;
    await eventually(() => expect(hasRoom()).toBe(false));
    const waiting = send(address, { headers: ['x-max-wait-ms', '60000'] });
    await eventually(() => expect(router.counts().waiting).toBe(1));
    engine.drain();
    expect((await waiting).status).toBe(200);
  });

  test('a cluster whose only engine is gone is passed over', async () => {
    const [first, second] = [await startEngine(), await startEngine()];
    const { address } = await startOver({ A: [first], B: [second] });
    expect((await send(address)).header('x-stargate-cluster-id')).toBe('A');
    await first.close();
    for (let i = 0; i < 5; i++) {
      const answer = await send(address, { headers: ['x-max-wait-ms', '60000'] });
      expect(answer.status).toBe(200);
      expect(answer.header('x-stargate-cluster-id')).toBe('B');
    }
  });

  test('backends of one cluster take turns', async () => {
    const engines = [await startEngine(), await startEngine()];
    const { address } = await startOver({ A: engines });
    for (let i = 0; i < 6; i++) {
      await send(address, { headers: ['x-max-wait-ms', '60000'], body: CHAT });
    }
    expect(engines.map(({ requests }) => requests.length)).toEqual([3, 3]);
  });

  test('a stream that is under way outlives its cluster in the document', async () => {
    const engine = await startEngine({ decodeTokensPerSecond: 20, outputTokens: 10 });
    const push = createPushSource();
    orThrow(push.accept(documentOf({ A: [engine] })));
    const fleet = createFleet({ sources: [push] });
    const router = createRouter({ runtime: createEngine(), fleet });
    const listen = { host: '127.0.0.1', port: 0 };
    const server = orThrow(await startRouterServer({ router, listen, limits: TEST_LIMITS })());
    atEnd(server.stop);
    const body = JSON.stringify({ ...(JSON.parse(CHAT) as object), stream: true });
    const response = await open(server.addresses.listen, { body });
    orThrow(push.accept({ targets: [] }));
    await eventually(() => expect(router.runtime.targets()).toEqual([]));
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect((await send(server.addresses.listen)).status).toBe(404);
    expect(router.counts()).toMatchObject({ routing: 0, reservations: 0 });
  });
});
