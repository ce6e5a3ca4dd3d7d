import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Backend } from '../../../src/adapters/fleet/port.js';
import type { Send, SendOrder } from '../../../src/adapters/router/index.js';
import { snapshotOf } from '../../../src/core/view/view-snapshot.js';
import type { FakeFleetOptions } from './support/fake-fleet.js';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { createSendLog } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const CLUSTERS = Object.fromEntries(
  ['A', 'B', 'C', 'D'].map((id, at) => [id, { slots: 4, rttMs: 1 + at * 1000 }]),
);
const ALL = givenConfig({ algorithm: 'power-of-n', sample_count: 64 });
const BACKENDS = { A: ['a1', 'a2'], B: ['b1', 'b2'], C: ['c1'], D: ['d1'] };

const start = (options: Parameters<typeof startTestRouter>[0] = {}) =>
  startTestRouter({
    ...{ snapshots: [givenSnapshot(CLUSTERS)], config: ALL, backends: BACKENDS },
    ...options,
  });

const idsOf = (backends: readonly Backend[]) => backends.map(({ id }) => id);

/** Answers at once, as if another backend than the ordered one had. */
const servedBy =
  (choose: (order: SendOrder) => Backend | undefined): Send<null> =>
  async (order) => ({
    ...{ kind: 'answered', status: 200, isRetryable: false, sent: null },
    ...{ discard: () => undefined, ended: new Promise(() => undefined) },
    servedBy: choose(order),
  });

describe('the fallbacks of an order', () => {
  test('are the backends that the router goes on to by itself, in that order', async () => {
    const { router } = await start({ retryLimits: { connect: 2 } });
    const named: string[][] = [];
    const log = createSendLog((order) => {
      named.push([order.backend.id, ...idsOf(order.fallbacks(8))]);
      return 'refuse';
    });
    await router.route(givenRequest(), log)();
    expect(named[0]).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
    const visited = log.backends();
    expect(named[0]!.slice(0, 2)).toEqual(visited.slice(0, 2));
    expect(visited.length).toBeGreaterThan(2);
    expect(named[0]!.slice(0, visited.length)).toEqual(visited);
  });

  test('are no more than asked for', async () => {
    const { router } = await start();
    const log = createSendLog(({ fallbacks }) => {
      expect(idsOf(fallbacks(2))).toEqual(['a2', 'b1']);
      expect(fallbacks(0)).toEqual([]);
      return 'ok';
    });
    await router.route(givenRequest(), log)();
    expect(log.sent.length).toBe(1);
  });

  test('reserve nothing, count as no selection and take no turn', async () => {
    const { router, telemetry } = await start();
    const log = createSendLog(({ fallbacks }) => {
      fallbacks(8);
      return 'ok';
    });
    await router.route(givenRequest(), log)();
    await router.route(givenRequest({ requestId: 'r-2' }), log)();
    expect(log.backends()).toEqual(['a1', 'a2']);
    expect(router.counts().reservations).toBe(2);
    expect(telemetry.counter('routingDecisions')).toBe(2);
  });

  test('include clusters that only time opens', async () => {
    const config = givenConfig({ algorithm: 'wait-and-widen' });
    const { router } = await start({ config } as FakeFleetOptions);
    const log = createSendLog(({ fallbacks }) => {
      // B lies a second behind A: it is not in A's bucket.
      expect(idsOf(fallbacks(2))).toEqual(['a2', 'b1']);
      return 'ok';
    });
    await router.route(givenRequest(), log)();
    expect(log.sent.length).toBe(1);
  });
});

describe('a sender that went on to a fallback by itself', () => {
  test('has the reservation moved to the backend that answered', async () => {
    const { router, fleet } = await start();
    const send = servedBy(({ fallbacks }) => fallbacks(2)[1]);
    const result = await router.route(givenRequest(), { send })();
    expect(E.isRight(result) && result.right.backend.id).toBe('b1');
    expect(router.counts().reservations).toBe(1);
    expect(fleet.connects).toEqual(['a1 failed', 'b1 connected']);
    const { clusters } = snapshotOf(router.runtime.view(M)!);
    const running = Object.fromEntries(
      clusters.map(({ clusterId, stats }) => [clusterId, stats.numRunningQueries]),
    );
    expect(running).toEqual({ A: 0, B: 1, C: 0, D: 0 });
  });
});

describe('a request that only some backends may serve', () => {
  const only =
    (...ids: string[]) =>
    ({ id }: Backend) =>
      ids.includes(id);

  test('is sent to one of them, whatever else is nearer', async () => {
    const { router } = await start();
    const log = createSendLog(({ fallbacks }) => {
      expect(idsOf(fallbacks(8))).toEqual(['d1']);
      return 'ok';
    });
    await router.route(givenRequest(), { ...log, isAllowed: only('b2', 'd1') })();
    expect(log.backends()).toEqual(['b2']);
  });

  test('goes on to others of them only', async () => {
    const { router } = await start();
    const log = createSendLog(() => 'refuse');
    await router.route(givenRequest(), { ...log, isAllowed: only('a2', 'c1') })();
    expect(log.backends()).toEqual(['a2', 'c1']);
  });

  test('is 503, and no overload, when there is none', async () => {
    const { router } = await start();
    const log = createSendLog();
    const result = await router.route(givenRequest(), { ...log, isAllowed: () => false })();
    expect(log.sent).toEqual([]);
    expect(E.isLeft(result) && result.left).toMatchObject({
      status: 503,
      code: 'no_capacity',
      isOverload: false,
    });
  });
});

test('a request that finds the engines busy is told apart from one that finds none', async () => {
  const full = givenSnapshot({ A: { slots: 1, running: 1 } });
  const config = givenConfig({ algorithm: 'wait-and-widen', next_bucket_unlock_factor: 0 });
  const { router } = await startTestRouter({ snapshots: [full], config });
  const busy = await router.route(givenRequest(), createSendLog())();
  expect(E.isLeft(busy) && busy.left).toMatchObject({ code: 'no_capacity', isOverload: true });
  router.publish(givenSnapshot({}));
  const none = await router.route(givenRequest(), createSendLog())();
  expect(E.isLeft(none) && none.left).toMatchObject({ code: 'no_capacity', isOverload: false });
});
