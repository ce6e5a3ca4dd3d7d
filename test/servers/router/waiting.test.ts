import { getEventListeners } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { affinityKeyFor } from './support/affinity-key.js';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { settle } from '../../support/manual-clock.js';
import { createSendLog } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const HOLD = givenConfig({
  algorithm: 'wait-and-widen',
  cache_affinity_backend_selection_count: 1,
  cache_affinity_wait_ms: 300,
});

/** A is full and B is free; a session of A waits for A until 300 ms. */
const A_FULL = givenSnapshot({ A: { slots: 1, running: 1 }, B: { slots: 4 } });
const A_FREE = givenSnapshot({ A: { slots: 1 }, B: { slots: 4 } });
const ALL_FULL = givenSnapshot({ A: { slots: 1, running: 1 }, B: { slots: 1, running: 1 } });
const KEY = affinityKeyFor(HOLD, A_FULL, ['A']);

const start = async (snapshot = A_FULL, isReporting = true) => {
  const started = await startTestRouter({ snapshots: [snapshot], config: HOLD, isReporting });
  const log = createSendLog();
  const controller = new AbortController();
  const route = (about: Parameters<typeof givenRequest>[0] = {}) => {
    const request = givenRequest({ affinityKey: KEY, ...about });
    return started.router.route(request, { send: log.send, signal: controller.signal })();
  };
  return { ...started, log, route, controller };
};

const answerOf = (result: E.Either<unknown, unknown>) => (E.isLeft(result) ? result.left : 'sent');

describe('waiting for a cluster', () => {
  test('ends at the promised moment and not before', async () => {
    const { clock, log, route } = await start();
    const done = route();
    await clock.advance(299.999);
    expect(log.backends()).toEqual([]);
    await clock.advance(0.001);
    expect(log.backends()).toEqual(['b']);
    expect(answerOf(await done)).toBe('sent');
  });

  test('ends at the promised moment also where clock readings round', async () => {
    const { clock, log, route, telemetry } = await start();
    await clock.advance(0.1);
    // 300 ms after this reading, 299.9999999999999 ms have passed.
    expect(clock.nowMs() + 300 - clock.nowMs()).toBeLessThan(300);
    void route();
    await clock.advance(300);
    expect(log.backends()).toEqual(['b']);
    expect(telemetry.counter('routingDecisions')).toBe(2);
  });

  test('decides again early when a new view is published', async () => {
    const { clock, fleet, log, route } = await start();
    void route();
    await clock.advance(10);
    fleet.report(M, 'a', A_FREE);
    await clock.settle();
    expect(log.backends()).toEqual(['a']);
  });

  test('decides again early when a reservation ends', async () => {
    const { clock, log, route } = await start(A_FREE, false);
    void route({ requestId: 'first' });
    await settle();
    void route({ requestId: 'second' });
    await clock.advance(10);
    expect(log.backends()).toEqual(['a']);
    log.sent[0]!.end();
    await clock.settle();
    expect(log.backends()).toEqual(['a', 'a']);
  });

  test('does nothing while nothing happens', async () => {
    const { clock, telemetry, route } = await start();
    void route();
    await clock.advance(290);
    expect(telemetry.counter('routingDecisions')).toBe(1);
    expect(clock.pendingCount()).toBe(1);
  });

  test('ends with 503 at x-max-wait-ms, counted from arrival', async () => {
    const { clock, log, route } = await start();
    const done = route({ maxWaitMs: 120 });
    await clock.advance(119);
    expect(log.sent).toHaveLength(0);
    await clock.advance(1);
    expect(answerOf(await done)).toMatchObject({ status: 503, code: 'no_capacity' });
  });

  test('takes what opens at the very moment the limit is reached', async () => {
    const { clock, log, route } = await start();
    void route({ maxWaitMs: 300 });
    await clock.advance(300);
    expect(log.backends()).toEqual(['b']);
  });

  test('never waits when x-max-wait-ms is 0', async () => {
    const { route } = await start();
    expect(answerOf(await route({ maxWaitMs: 0 }))).toMatchObject({ code: 'no_capacity' });
  });

  test('ends after 60 s without the header', async () => {
    const config = givenConfig({
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 1,
      cache_affinity_wait_ms: 90_000,
    });
    const { router, clock } = await startTestRouter({ snapshots: [A_FULL], config });
    const { send } = createSendLog();
    const done = router.route(givenRequest({ affinityKey: KEY }), { send })();
    await clock.advance(59_999);
    expect(router.counts().waiting).toBe(1);
    await clock.advance(1);
    expect(answerOf(await done)).toMatchObject({ status: 503, code: 'no_capacity' });
  });

  test('counts time before the router was asked, if the caller says when the request arrived', async () => {
    const { router, clock } = await start();
    const log = createSendLog();
    const arrivedMs = clock.nowMs() - 250;
    void router.route(givenRequest({ affinityKey: KEY }), { send: log.send, arrivedMs })();
    await clock.advance(50);
    expect(log.backends()).toEqual(['b']);
  });

  test('is over at once for a client that leaves, and leaves nothing behind', async () => {
    const { router, clock, controller, log, route } = await start();
    const done = route();
    await clock.advance(10);
    expect(router.counts()).toEqual({ routing: 1, waiting: 1, reservations: 0, timers: 1 });
    controller.abort();
    expect(router.counts()).toMatchObject({ waiting: 0, timers: 0 });
    expect(answerOf(await done)).toEqual({ kind: 'aborted' });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(log.sent).toHaveLength(0);
    expect(clock.pendingCount()).toBe(0);
  });

  test('answers a client that has left before it is routed without deciding', async () => {
    const { controller, telemetry, route } = await start();
    controller.abort();
    expect(answerOf(await route())).toEqual({ kind: 'aborted' });
    expect(telemetry.counter('routingDecisions')).toBeUndefined();
  });
});

describe('when no cluster can be chosen', () => {
  const noKey = { affinityKey: undefined };

  test('ends with 503 at once without x-max-wait-ms', async () => {
    const { route } = await start(ALL_FULL);
    expect(answerOf(await route(noKey))).toMatchObject({ status: 503, code: 'no_capacity' });
  });

  test('waits for a new view while x-max-wait-ms lasts', async () => {
    const { clock, fleet, log, route } = await start(ALL_FULL);
    void route({ ...noKey, maxWaitMs: 1000 });
    await clock.advance(500);
    fleet.report(M, 'b', givenSnapshot({ A: { slots: 1, running: 1 }, B: { slots: 1 } }));
    await clock.settle();
    expect(log.backends()).toEqual(['b']);
  });

  test('ends with 503 when x-max-wait-ms is over', async () => {
    const { clock, telemetry, route } = await start(ALL_FULL);
    const done = route({ ...noKey, maxWaitMs: 1000 });
    await clock.advance(1000);
    expect(answerOf(await done)).toMatchObject({ status: 503, code: 'no_capacity' });
    // Once on arrival and once at the end: between them the view stood as it was.
    expect(telemetry.counter('routingDecisions')).toBe(2);
  });

  test('waits for clusters to appear in an empty snapshot', async () => {
    const { clock, fleet, log, route } = await start(givenSnapshot({}));
    void route({ maxWaitMs: 1000 });
    await clock.advance(10);
    fleet.report(M, 'a', A_FREE);
    await clock.settle();
    expect(log.sent).toHaveLength(1);
  });

  test('looks every 25 ms where views are published past the router', async () => {
    const { clock, engine, log, route } = await start(ALL_FULL);
    engine.publish(ALL_FULL);
    void route({ ...noKey, maxWaitMs: 1000 });
    await clock.advance(100);
    engine.publish(A_FREE);
    await clock.advance(24);
    expect(log.sent).toHaveLength(0);
    await clock.advance(1);
    expect(log.sent).toHaveLength(1);
  });

  test('looks every 25 ms while a queue SLO slides towards a cluster', async () => {
    const config = givenConfig({
      algorithm: 'wait-and-widen',
      max_queue_time_floor_ms: 0,
      max_queue_time_ceil_ms: 1000,
      max_queued: 4,
    });
    const queued = { slots: 1, running: 1, queuedTokens: 500, tps: 1000 };
    const snapshots = [givenSnapshot({ A: queued })];
    const { router, clock } = await startTestRouter({ snapshots, config });
    const log = createSendLog();
    const request = givenRequest({ requestSloMs: 400, maxWaitMs: 5000 });
    void router.route(request, { send: log.send })();
    await clock.advance(199);
    expect(log.sent).toHaveLength(0);
    await clock.advance(26);
    expect(log.sent).toHaveLength(1);
  });

  test('is told at its limit when its target is withdrawn and does not come back', async () => {
    const { clock, fleet, router, route } = await start();
    const [limited, unlimited] = [route({ maxWaitMs: 1000 }), route()];
    await clock.advance(10);
    fleet.listener().onTargetGone(M);
    const gone = { status: 404, code: 'no_eligible_candidates' };
    await clock.advance(989);
    expect(router.counts().waiting).toBe(2);
    await clock.advance(1);
    expect(answerOf(await limited)).toMatchObject(gone);
    await clock.advance(59_000);
    expect(answerOf(await unlimited)).toMatchObject(gone);
    expect(router.counts()).toMatchObject({ routing: 0, waiting: 0, timers: 0 });
  });

  test('waits on while its target is gone for a moment', async () => {
    const { clock, fleet, log, router, route } = await start();
    const done = route();
    await clock.advance(10);
    fleet.listener().onTargetGone(M);
    await clock.advance(5000);
    expect(router.counts().waiting).toBe(1);
    fleet.listener().onSnapshot(A_FULL);
    await clock.settle();
    expect(log.backends()).toEqual(['b']);
    expect(answerOf(await done)).toBe('sent');
  });

  test('that is back full is woken by the slot that comes free then', async () => {
    const { clock, fleet, log, route } = await start();
    const done = route({ maxWaitMs: 10_000 });
    await clock.advance(10);
    fleet.listener().onTargetGone(M);
    await clock.advance(10);
    fleet.listener().onSnapshot(ALL_FULL);
    await clock.advance(1000);
    expect(log.sent).toHaveLength(0);
    fleet.report(M, 'a', A_FREE);
    await clock.settle();
    expect(log.sent).toHaveLength(1);
    expect(answerOf(await done)).toBe('sent');
  });

  test('waits on while its list of clusters is empty for a moment', async () => {
    const { clock, fleet, log, router, route } = await start();
    const done = route();
    await clock.advance(10);
    fleet.listener().onSnapshot(givenSnapshot({}));
    await clock.advance(5000);
    expect(router.counts().waiting).toBe(1);
    fleet.listener().onSnapshot(A_FREE);
    await clock.settle();
    expect(log.backends()).toEqual(['a']);
    expect(answerOf(await done)).toBe('sent');
  });

  test('is told at its limit when the list stays empty', async () => {
    const { clock, fleet, route } = await start();
    const done = route({ maxWaitMs: 1000 });
    await clock.advance(10);
    fleet.listener().onSnapshot(givenSnapshot({}));
    await clock.advance(990);
    expect(answerOf(await done)).toMatchObject({ status: 503, code: 'no_capacity' });
  });

  test('that did not wait before has nothing to wait for in an empty list', async () => {
    const { route } = await start(givenSnapshot({}));
    expect(answerOf(await route())).toMatchObject({ status: 503, code: 'no_capacity' });
  });

  test('leaves at once when its client goes, also while its target is gone', async () => {
    const { clock, fleet, router, route, controller } = await start();
    const done = route();
    await clock.advance(10);
    fleet.listener().onTargetGone(M);
    await clock.advance(10);
    controller.abort();
    expect(answerOf(await done)).toMatchObject({ kind: 'aborted' });
    expect(router.counts()).toMatchObject({ routing: 0, waiting: 0, timers: 0 });
  });

  test('checks admission on every pass', async () => {
    const config = givenConfig({
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 1,
      cache_affinity_wait_ms: 300,
      max_input_work_seconds: 10,
    });
    const { router, clock, fleet } = await startTestRouter({ snapshots: [A_FULL], config });
    const { send } = createSendLog();
    const done = router.route(givenRequest({ affinityKey: KEY }), { send })();
    await clock.advance(10);
    const overloaded = { slots: 1, running: 1, queuedTokens: 1_000_000 };
    fleet.report(M, 'a', givenSnapshot({ A: overloaded, B: { slots: 4 } }));
    await clock.settle();
    expect(answerOf(await done)).toMatchObject({ status: 503, code: 'input_work_limit_exceeded' });
  });
});

describe('many requests for few slots', () => {
  const FULL = givenSnapshot({ A: { slots: 1, running: 1 } });
  const ONE_FREE = givenSnapshot({ A: { slots: 1 } });

  test('a hundred arriving together do not all take the one free slot', async () => {
    const { router } = await startTestRouter({ snapshots: [ONE_FREE], config: HOLD });
    const log = createSendLog();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        router.route(givenRequest({ requestId: `r-${String(i)}` }), { send: log.send })(),
      ),
    );
    expect(results.filter(E.isRight)).toHaveLength(1);
    expect(log.sent).toHaveLength(1);
  });

  test('a slot that comes free goes to the first that waits, and wakes nobody else', async () => {
    const { clock, fleet, telemetry, router } = await startTestRouter({
      snapshots: [FULL],
      config: HOLD,
      isReporting: true,
    });
    const log = createSendLog();
    for (let i = 0; i < 100; i++) {
      const request = givenRequest({ requestId: `r-${String(i)}`, maxWaitMs: 5000 });
      void router.route(request, { send: log.send })();
    }
    await clock.settle();
    const before = telemetry.counter('routingDecisions')!;
    fleet.report(M, 'a', ONE_FREE);
    await clock.settle();
    expect(log.sent).toHaveLength(1);
    expect(router.counts().waiting).toBe(99);
    expect(telemetry.counter('routingDecisions')! - before).toBe(1);
  });

  test('changes of one turn wake once', async () => {
    const { clock, fleet, telemetry, route } = await start();
    void route();
    await clock.settle();
    const before = telemetry.counter('routingDecisions')!;
    for (let i = 0; i < 50; i++) fleet.listener().onSnapshot(A_FULL);
    await clock.settle();
    expect(telemetry.counter('routingDecisions')! - before).toBe(1);
  });
});

describe('what is reported of a wait', () => {
  test('is observed once, with its outcome', async () => {
    const { clock, telemetry, route } = await start();
    void route();
    await clock.advance(300);
    const algorithm = 'wait-and-widen';
    expect(
      telemetry.observations('routingWaitDuration', { algorithm, outcome: 'selected' }),
    ).toEqual([0.3]);
    const [span] = telemetry.recordedSpans();
    expect(span?.attributes.get('routing.wait_ms')).toBe(300);
  });

  test.each([
    ['timeout', { maxWaitMs: 100 }],
    ['aborted', {}],
  ] as const)('tells %s', async (outcome, about) => {
    const { clock, controller, telemetry, route } = await start();
    void route(about);
    await clock.advance(100);
    controller.abort();
    await clock.settle();
    expect(telemetry.observations('routingWaitDuration', { outcome })).toEqual([0.1]);
  });

  test('is not observed of a request that did not wait', async () => {
    const { telemetry, route } = await start(A_FREE);
    await route();
    expect(telemetry.observations('routingWaitDuration')).toEqual([]);
    expect(telemetry.recordedSpans()[0]?.attributes.get('routing.wait_ms')).toBe(0);
  });
});
