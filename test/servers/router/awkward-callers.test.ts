/** What a service that embeds the router may do to it by mistake. */
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createFleet,
  createRouter,
  startRouterServer,
  type SendOutcome,
} from '../../../src/adapters/router/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';
import { settle } from '../../support/manual-clock.js';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { createSendLog, type Reaction } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const ANY = givenConfig({ algorithm: 'power-of-n', sample_count: 64 });
const FREE = givenSnapshot({ A: { slots: 1 }, B: { slots: 1 } });
const WAITS = givenConfig({ algorithm: 'pulsar-wait-and-widen', cache_affinity_wait_ms: 10 });
const FULL = givenSnapshot({ A: { slots: 1, running: 1 } });

const NOTHING_HELD = { routing: 0, waiting: 0, reservations: 0, timers: 0 };

describe('a response', () => {
  test('whose end is told by a rejection has ended', async () => {
    const { router } = await startTestRouter({ snapshots: [FREE], config: ANY });
    const result = await router.route(givenRequest(), {
      send: () =>
        Promise.resolve({
          ...{ kind: 'answered', status: 200, isRetryable: false, sent: 'page' },
          discard: () => undefined,
          ended: Promise.reject(new Error('premature close')),
        }),
    })();
    await settle();
    expect(result).toMatchObject({ _tag: 'Right', right: { sent: 'page' } });
    expect(router.counts()).toEqual(NOTHING_HELD);
  });

  test('that cannot be let go of is given up', async () => {
    const { router } = await startTestRouter({ snapshots: [FREE], config: ANY });
    const log = createSendLog((_, count): Reaction =>
      count === 1 ? { status: 503, retryable: true } : 'ok',
    );
    const result = await router.route(givenRequest(), {
      send: async (order) => {
        const outcome = await log.send(order);
        if (outcome.kind !== 'answered') return outcome;
        const discard = (): void => {
          throw new Error('no such stream');
        };
        return { ...outcome, discard };
      },
    })();
    expect(log.sent).toHaveLength(2);
    expect(E.isRight(result)).toBe(true);
  });
});

describe('a sender without types', () => {
  const answer = { kind: 'answered', status: 200, isRetryable: false, sent: 'page' };
  test.each([
    ['nothing', undefined, 'no outcome'],
    ['null', null, 'no outcome'],
    ['an outcome of no kind', {}, 'no outcome'],
    ['a response without an end', answer, 'no end of the response'],
    ['a response whose end is no promise', { ...answer, ended: true }, 'no end of the response'],
  ])('that resolves to %s has broken off', async (_, outcome, message) => {
    const { router } = await startTestRouter({ snapshots: [FREE], config: ANY });
    let discarded = 0;
    const given = outcome && { ...outcome, discard: () => (discarded += 1) };
    const send = () => Promise.resolve(given as unknown as SendOutcome<string>);
    expect(await router.route(givenRequest(), { send })()).toMatchObject({
      left: {
        ...{ kind: 'answer', code: 'upstream_error' },
        message: `the engine broke off: the sender told ${message}`,
      },
    });
    expect(router.counts()).toEqual(NOTHING_HELD);
    expect(discarded).toBe(message === 'no outcome' ? 0 : 1);
  });
});

describe('a wait ends', () => {
  test.each([NaN, Infinity])('at its limit where its retry budget is %d', async (retryBudgetMs) => {
    const config = givenConfig({ algorithm: 'wait-and-widen', next_bucket_unlock_factor: 1 });
    const snapshots = [givenSnapshot({ A: { slots: 1 }, B: { slots: 1, running: 1 } })];
    const { router, clock } = await startTestRouter({ snapshots, config });
    const log = createSendLog(() => ({ status: 503, retryable: true }));
    const request = givenRequest({ maxWaitMs: 100, retryBudgetMs });
    const done = router.route(request, { send: log.send })();
    await clock.advance(99);
    expect([log.backends(), router.counts().waiting]).toEqual([['a'], 1]);
    await clock.advance(1);
    expect(router.counts().waiting).toBe(0);
    expect(await done).toMatchObject({ left: { code: 'no_capacity' } });
  });

  test.each([NaN, Infinity])('after a minute where its limit is %d', async (maxWaitMs) => {
    const { router, clock } = await startTestRouter({ snapshots: [FULL], config: WAITS });
    const done = router.route(givenRequest({ maxWaitMs }), { send: createSendLog().send })();
    await clock.advance(59_999);
    expect(router.counts()).toMatchObject({ waiting: 1 });
    await clock.advance(1);
    expect(await done).toMatchObject({ left: { code: 'no_capacity' } });
  });

  test.each([NaN, 1.7e12])('in time where the request arrived at %d', async (arrivedMs) => {
    const { router, clock } = await startTestRouter({ snapshots: [FULL], config: WAITS });
    const options = { send: createSendLog().send, arrivedMs };
    const done = router.route(givenRequest({ maxWaitMs: 100 }), options)();
    await clock.advance(100);
    expect(await done).toMatchObject({ left: { code: 'no_capacity' } });
  });
});

test('a request of its own needs id, model and tokens', async () => {
  const { router, clock } = await startTestRouter({ snapshots: [FULL], config: WAITS });
  const request = { requestId: 'r', model: 'm', inputTokens: 9, maxWaitMs: undefined };
  const first = router.route({ ...request, maxWaitMs: 100 }, { send: createSendLog().send })();
  const urgent = { ...request, priority: 0, maxWaitMs: 100 };
  const second = router.route(urgent, { send: createSendLog().send })();
  router.publish(FREE);
  await clock.advance(50);
  expect(await Promise.all([first, second])).toMatchObject([{ _tag: 'Right' }, { _tag: 'Right' }]);
});

describe('a snapshot of its own', () => {
  test('may be plain JSON', async () => {
    const { router } = await startTestRouter({ snapshots: [], config: ANY });
    router.publish({ model_id: M.modelId, clusters: [{ cluster_id: 'Z', rtt_ms: 5 }] });
    expect(router.runtime.view(M)?.clusterIds).toEqual(['Z']);
  });

  test('with faults is refused with all of them, and the one before stays', async () => {
    const { router } = await startTestRouter({ snapshots: [FREE], config: ANY });
    const clusters = [{ cluster_id: '', rtt_ms: -1 }];
    expect(() => router.publish({ model_id: M.modelId, clusters })).toThrow(
      new RangeError(
        'bad snapshot: clusters[0].cluster_id: expected a non-empty string, given ""; ' +
          'clusters[0].rtt_ms: expected a finite number >= 0, given -1',
      ),
    );
    expect(router.runtime.view(M)?.clusterIds).toEqual(['A', 'B']);
  });
});

test('a server over it needs no limits: they are those of the command', async () => {
  const fleet = createFleet({ sources: [] });
  const router = createRouter({ runtime: createEngine(), fleet });
  const listen = { host: '127.0.0.1', port: 0 };
  const limits = { maxHeaderBytes: undefined, maxBytes: 3 };
  const started = await startRouterServer({ router, listen, limits })();
  if (E.isLeft(started)) throw new Error(started.left[0]?.message);
  onTestFinished(started.right.stop);
  const url = `http://${started.right.addresses.listen}`;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const body = 'four';
  expect((await fetch(url, { method: 'POST', body, headers: HEADERS })).status).toBe(413);
});

const HEADERS = { 'x-request-id': 'r', 'x-model': 'm', 'x-input-tokens': '1' };
