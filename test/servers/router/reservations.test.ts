import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reserve, type Snapshot } from '../../../src/api.js';
import { createFleet } from '../../../src/adapters/fleet/fleet.js';
import { createPushSource } from '../../../src/adapters/fleet/sources/push-source.js';
import { createRouter } from '../../../src/adapters/router/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { eventually } from '../../support/until.js';
import { settle } from '../../support/manual-clock.js';
import { createSendLog, type Reaction } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const ANY = givenConfig({ algorithm: 'power-of-n', sample_count: 64 });
const TWO_BACKENDS = { A: ['a1', 'a2'] };
const A_ONLY = givenSnapshot({
  A: { slots: 8, stats: { queue_time_estimate_ms_by_priority: { 0: 10 } } },
});

const start = async (isReporting: boolean, react?: () => Reaction, snapshot = A_ONLY) => {
  const backends = TWO_BACKENDS;
  const options = { snapshots: [snapshot], config: ANY, isReporting, backends };
  const started = await startTestRouter(options);
  const log = createSendLog(react);
  const route = async (about: Parameters<typeof givenRequest>[0] = {}) => {
    const result = await started.router.route(givenRequest(about), { send: log.send })();
    await settle();
    return result;
  };
  /** What an explanation says of cluster A: the view with its reservations. */
  const rowOfA = (priority = 0) => {
    const request = { target: M, requestId: 'probe', inputTokens: 0, priority };
    const explained = started.router.explain(request, 0);
    if (E.isLeft(explained)) throw new Error(explained.left.message);
    return explained.right.rows.find(({ clusterId }) => clusterId === 'A')!;
  };
  return { ...started, log, route, rowOfA };
};

describe('a reservation', () => {
  test('is what the pure function makes of the published view', async () => {
    const full = givenSnapshot({
      A: { slots: 1, running: 1, stats: { queue_time_estimate_ms_by_priority: { 0: 10, 7: 20 } } },
    });
    const { route, rowOfA } = await start(true, undefined, full);
    await route({ inputTokens: 500, priority: 3 });
    await route({ inputTokens: 250, priority: 7 });
    const engine = createEngine({ config: ANY });
    const reserved = reserve(
      engine.publish(full),
      { clusterId: 'A', inputTokens: 500, priority: 3 },
      { clusterId: 'A', inputTokens: 250, priority: 7 },
    );
    engine.replaceView(reserved);
    for (const priority of [0, 3, 5, 7, 9]) {
      const request = { target: M, requestId: 'probe', inputTokens: 0, priority };
      const explained = engine.explain(request, { elapsedMs: 0 });
      if (E.isLeft(explained)) throw new Error(explained.left.message);
      expect(rowOfA(priority).queueMs).toBe(explained.right.rows[0]!.queueMs);
    }
  });

  test('is put on top of a new view that does not contain it', async () => {
    const { router, route, rowOfA } = await start(
      true,
      undefined,
      givenSnapshot({ A: { slots: 1 } }),
    );
    await route();
    expect(rowOfA().hasCapacity).toBe(false);
    router.publish(givenSnapshot({ A: { slots: 1 } }));
    expect(rowOfA().hasCapacity).toBe(false);
    router.publish(givenSnapshot({ A: { slots: 2 } }));
    expect(rowOfA().hasCapacity).toBe(true);
  });
});

describe('where a source reports, a reservation', () => {
  test('ends with the next report of its backend, and of no other', async () => {
    const { fleet, router, route } = await start(true);
    await route();
    await route();
    expect(router.counts().reservations).toBe(2);
    fleet.report(M, 'a2', A_ONLY);
    expect(router.counts().reservations).toBe(1);
    fleet.report(M, 'a1', A_ONLY);
    expect(router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  });

  test('stands until the snapshot with that report is there', async () => {
    const { fleet, router, log, rowOfA, route } = await start(
      true,
      undefined,
      givenSnapshot({ A: { slots: 1 } }),
    );
    await route();
    log.sent[0]!.end();
    await settle();
    fleet.listener().onBackendReported(M, 'a1', Infinity);
    expect(rowOfA().hasCapacity).toBe(false);
    fleet.listener().onSnapshot(givenSnapshot({ A: { slots: 1 } }));
    expect(rowOfA().hasCapacity).toBe(true);
    expect(router.counts().reservations).toBe(0);
  });

  test('is not ended by a report that was asked for before it was made', async () => {
    const { clock, fleet, router, route } = await start(true);
    const askedAtMs = clock.nowMs();
    await clock.advance(10);
    await route();
    const report = (asked: number): number => {
      fleet.listener().onBackendReported(M, 'a1', asked);
      fleet.listener().onSnapshot(A_ONLY);
      return router.counts().reservations;
    };
    expect(report(askedAtMs)).toBe(1);
    expect(report(clock.nowMs())).toBe(1);
    expect(report(clock.nowMs() + 1)).toBe(0);
  });

  test('made after the report stays until the next one', async () => {
    const { fleet, router, route } = await start(true);
    fleet.listener().onBackendReported(M, 'a1', Infinity);
    await route();
    fleet.listener().onSnapshot(A_ONLY);
    expect(router.counts().reservations).toBe(1);
  });

  test('outlives its request', async () => {
    const { router, log, route } = await start(true);
    await route();
    log.sent[0]!.end();
    await settle();
    expect(router.counts().reservations).toBe(1);
  });

  test('lives at most 60 s', async () => {
    const { router, clock, route } = await start(true);
    await route();
    await clock.advance(30_000);
    await route();
    await clock.advance(29_999);
    expect(router.counts().reservations).toBe(2);
    await clock.advance(1);
    expect(router.counts().reservations).toBe(1);
    await clock.advance(30_000);
    expect(router.counts()).toMatchObject({ reservations: 0, timers: 0 });
  });

  test('ends with its target', async () => {
    const { fleet, router, route } = await start(true);
    await route();
    fleet.listener().onTargetGone(M);
    expect(router.counts()).toMatchObject({ reservations: 0, timers: 0 });
  });
});

describe('where no source reports, a reservation', () => {
  test('ends with its request, however long that takes', async () => {
    const { router, clock, log, route } = await start(false);
    await route();
    await clock.advance(600_000);
    expect(router.counts()).toMatchObject({ reservations: 1, timers: 0 });
    log.sent[0]!.end();
    await settle();
    expect(router.counts()).toMatchObject({ reservations: 0, timers: 0 });
  });

  test.each(['break', 'break_timeout', 'throw'] as const)(
    'ends with a failure (%s)',
    async (how) => {
      const { router, route } = await start(false, () => how);
      await route();
      expect(router.counts()).toMatchObject({ reservations: 0, timers: 0 });
    },
  );
});

describe('whatever reports, a reservation ends', () => {
  test.each([
    ['refuse', 0],
    [{ status: 429, retryable: true }, 0],
    [{ status: 503, retryable: true }, 0],
    [{ status: 400 }, 0],
    [{ status: 413 }, 0],
    [{ status: 500 }, 1],
    [{ status: 503 }, 1],
    ['break', 1],
    ['ok', 1],
  ] as const)('when the engine did not execute the request (%j: %i left)', async (how, left) => {
    const { router, route } = await start(true, () => how);
    await route({ retryBudgetMs: 0 });
    expect(router.counts().reservations).toBe(left);
  });

  test('when its source falls silent after its request is over', async () => {
    let isReporting = true;
    const { engine, clock } = await start(true);
    const { ReservationLedger } =
      await import('../../../src/adapters/router/reservations/reservation-ledger.js');
    const ports = {
      runtime: engine,
      clock,
      isReporting: () => isReporting,
      backends: () => [],
      onEnded: () => undefined,
    };
    const ledger = new ReservationLedger(ports);
    ledger.publish(A_ONLY);
    const placement = { target: M, clusterId: 'A', backendId: 'a1', inputTokens: 1, priority: 0 };
    ledger.reserve(placement).requestEnded();
    const running = ledger.reserve(placement);
    expect(ledger.count).toBe(2);
    isReporting = false;
    await clock.advance(60_000);
    expect(ledger.count).toBe(1);
    isReporting = true;
    running.requestEnded();
    expect(ledger.count).toBe(0);
  });
});

describe('the running requests of a cluster', () => {
  const slots = (count: number, running = 0) => givenSnapshot({ A: { slots: count, running } });

  test('are at least those that are open there, until their responses are over', async () => {
    const { fleet, router, log, rowOfA, route } = await start(true, undefined, slots(1));
    await route();
    fleet.report(M, 'a1', slots(1));
    expect(router.counts().reservations).toBe(0);
    expect(rowOfA().hasCapacity).toBe(false);
    fleet.report(M, 'a1', slots(2));
    expect(rowOfA().hasCapacity).toBe(true);
    fleet.report(M, 'a1', slots(2, 1));
    expect(rowOfA().hasCapacity).toBe(true);
    fleet.report(M, 'a1', slots(1));
    log.sent[0]!.end();
    await settle();
    expect(rowOfA().hasCapacity).toBe(true);
  });

  test('carry no queued tokens for those whose reservation is over', async () => {
    const full = givenSnapshot({ A: { slots: 1, running: 1 } });
    const { fleet, rowOfA, route } = await start(true, undefined, full);
    await route({ inputTokens: 500 });
    expect(rowOfA().queueMs).toBe(500);
    fleet.report(M, 'a1', givenSnapshot({ A: { slots: 1 } }));
    expect(rowOfA()).toMatchObject({ queueMs: 0, hasCapacity: false });
  });

  test('are floored for each backend where the running requests of each are known', async () => {
    const { fleet, rowOfA, route } = await start(true, undefined, slots(8));
    // In turn: two on a1, one on a2.
    for (let i = 0; i < 3; i++) await route();
    const report = (count: number, a1: number, a2: number): boolean => {
      for (const id of ['a1', 'a2']) fleet.listener().onBackendReported(M, id, Infinity);
      const running = new Map([['A', new Map(Object.entries({ a1, a2 }))]]);
      fleet.listener().onSnapshot(slots(count, a1 + a2), running);
      return rowOfA().hasCapacity;
    };
    expect(report(7, 0, 5)).toBe(false);
    expect(report(8, 0, 5)).toBe(true);
    expect(report(3, 2, 1)).toBe(false);
    expect(report(4, 2, 1)).toBe(true);
  });

  test('keep what is open on a backend that leaves and comes back', async () => {
    const { fleet, log, rowOfA, route } = await start(true, undefined, slots(8));
    await route();
    const publish = (count: number, ids: readonly string[]): boolean => {
      const running = new Map([['A', new Map(ids.map((id) => [id, 0]))]]);
      fleet.listener().onSnapshot(slots(count), running);
      return rowOfA().hasCapacity;
    };
    fleet.listener().onBackendReported(M, 'a1', Infinity);
    // The other one has its slots to itself.
    expect(publish(1, ['a2'])).toBe(true);
    expect(publish(1, ['a1', 'a2'])).toBe(false);
    expect(publish(2, ['a1', 'a2'])).toBe(true);
    log.sent[0]!.end();
    await settle();
    expect(publish(1, ['a1', 'a2'])).toBe(true);
  });

  test('keep what is open on a backend that goes to a cluster of another name, or to another address', async () => {
    const push = createPushSource();
    const publish = (clusterId: string, url: string): void => {
      const stats = { max_engine_concurrency: 1, last_mean_input_tps: 1000 };
      const backends = [{ id: 'b', url }];
      const clusters = [{ cluster_id: clusterId, rtt_ms: 1, stats, backends }];
      const targets = [{ model_id: M.modelId, clusters }];
      expect(E.isRight(push.accept({ targets }))).toBe(true);
    };
    publish('A', 'http://b.invalid');
    const config = givenConfig({ algorithm: 'wait-and-widen' });
    const fleet = createFleet({ sources: [push] });
    const router = createRouter({ runtime: createEngine({ config }), fleet });
    onTestFinished(router.close);
    await router.start();
    const log = createSendLog();
    const route = async () => E.isRight(await router.route(givenRequest(), { send: log.send })());
    expect(await route()).toBe(true);
    for (const [clusterId, url] of [
      ['Z', 'http://b.invalid'],
      ['A', 'http://b.invalid'],
      ['A', 'http://c.invalid'],
      ['Y', 'http://d.invalid'],
    ] as const) {
      publish(clusterId, url);
      const about = { target: M, requestId: 'probe', inputTokens: 0, priority: 0 };
      await eventually(() => {
        expect(router.explain(about, 0)).toMatchObject({ right: { rows: [{ clusterId }] } });
        expect(fleet.status()[0]!.backend.url).toBe(url);
      });
      expect(await route()).toBe(false);
    }
    log.sent[0]!.end();
    await settle();
    expect(await route()).toBe(true);
  });

  test('keep what is open on a target that leaves and comes back', async () => {
    const { fleet, router, log, rowOfA, route } = await start(false, undefined, slots(2));
    await route();
    await route();
    fleet.listener().onTargetGone(M);
    log.sent[0]!.end();
    await settle();
    expect(router.counts().reservations).toBe(0);
    fleet.listener().onSnapshot(slots(1));
    expect(rowOfA().hasCapacity).toBe(false);
    fleet.listener().onSnapshot(slots(2));
    expect(rowOfA().hasCapacity).toBe(true);
    fleet.listener().onSnapshot(slots(1));
    log.sent[1]!.end();
    await settle();
    expect(rowOfA().hasCapacity).toBe(true);
  });

  test('fall with the end of a response at once, and a request that waits is sent', async () => {
    const config = givenConfig({ algorithm: 'wait-and-widen' });
    const options = { snapshots: [slots(1)], config, isReporting: true };
    const { clock, fleet, router } = await startTestRouter(options);
    const log = createSendLog();
    const route = (about: Parameters<typeof givenRequest>[0]) =>
      router.route(givenRequest(about), { send: log.send })();
    await route({ requestId: 'first' });
    fleet.report(M, 'a', slots(1));
    const waiting = route({ requestId: 'second', maxWaitMs: 10_000 });
    await settle();
    expect(router.counts()).toMatchObject({ waiting: 1, reservations: 0 });
    log.sent[0]!.end();
    await settle();
    await clock.settle();
    expect(router.counts().waiting).toBe(0);
    expect(E.isRight(await waiting)).toBe(true);
  });
});

describe('many reservations', () => {
  test('that end together rebuild the view once', async () => {
    const { engine, router, log, route } = await start(false);
    for (let i = 0; i < 200; i++) await route();
    let builds = 0;
    const { replaceView } = engine;
    engine.replaceView = (view) => {
      builds += 1;
      replaceView.call(engine, view);
    };
    for (const { end } of log.sent) end();
    await settle();
    expect(router.counts().reservations).toBe(0);
    await route();
    // One for all that ended, one for the new one.
    expect(builds).toBe(2);
  });
});

describe('a target that was published past the router', () => {
  test('is routed with reservations all the same', async () => {
    const { engine, router, rowOfA, route } = await start(false);
    const one: Snapshot = givenSnapshot({ A: { slots: 1 } });
    engine.publish(one);
    await route();
    expect(rowOfA().hasCapacity).toBe(false);
    engine.publish(one);
    expect(rowOfA().hasCapacity).toBe(false);
    expect(router.counts().reservations).toBe(1);
  });
});
