import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { createSendLog, type Reaction, type Sent } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';
import type { LbConfig } from '../../../src/api.js';
import type { FakeFleetOptions } from './support/fake-fleet.js';
import type {
  Routed,
  RouterAnswer,
  RouterOptions,
  SendOrder,
} from '../../../src/adapters/router/index.js';

/** Clusters A to E in that order of preference: the nearest first. */
const CLUSTERS = Object.fromEntries(
  ['A', 'B', 'C', 'D', 'E'].map((id, at) => [id, { slots: 4, rttMs: 1 + at * 1000 }]),
);
const NEAREST = givenConfig({ algorithm: 'wait-and-widen', next_bucket_unlock_factor: 0 });
const FIRST_BUCKET = givenConfig({ algorithm: 'power-of-n', sample_count: 64 });

type Setup = FakeFleetOptions &
  Readonly<{
    config?: LbConfig;
    react: (order: SendOrder, count: number) => Reaction | Promise<Reaction>;
    request?: Parameters<typeof givenRequest>[0];
    canReplay?: () => boolean;
    retryLimits?: RouterOptions['retryLimits'];
  }>;

const run = async ({ react, request, canReplay, ...options }: Setup) => {
  const snapshots = [givenSnapshot(CLUSTERS)];
  const started = await startTestRouter({ snapshots, config: FIRST_BUCKET, ...options });
  const log = createSendLog(react);
  const sending = { send: log.send, canReplay };
  const result = await started.router.route(givenRequest(request), sending)();
  return { ...started, log, result };
};

const answerOf = (result: E.Either<RouterAnswer, Routed<Sent>>) =>
  E.isLeft(result) ? result.left : result.right.backend.id;

const RETRYABLE = { status: 503, retryable: true };

describe('a backend that cannot be connected to', () => {
  test('is followed by a sibling, and then by another cluster', async () => {
    const { log, result, fleet } = await run({
      backends: { A: ['a1', 'a2', 'a3'], B: ['b1', 'b2'] },
      react: ({ backend }) => (backend.clusterId === 'A' ? 'refuse' : 'ok'),
    });
    expect(log.backends()).toEqual(['a1', 'a2', 'b1']);
    expect(answerOf(result)).toBe('b1');
    expect(fleet.connects).toEqual(['a1 failed', 'a2 failed', 'b1 connected']);
  });

  test('rules its cluster out at once when it has no sibling', async () => {
    const { log } = await run({ react: ({ backend }) => (backend.id === 'a' ? 'refuse' : 'ok') });
    expect(log.backends()).toEqual(['a', 'b']);
  });

  test('is retried eight times, then the client is told 502', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `C${String(at)}`);
    const snapshots = [givenSnapshot(Object.fromEntries(ids.map((id) => [id, { slots: 4 }])))];
    const { log, result } = await run({ snapshots, react: () => 'refuse' });
    expect(new Set(log.backends()).size).toBe(9);
    expect(answerOf(result)).toMatchObject({ status: 502, code: 'upstream_error' });
  });

  test.each([0, 1, 3])('is retried %i times where that is the limit', async (connect) => {
    const { log, result } = await run({ retryLimits: { connect }, react: () => 'refuse' });
    expect(log.sent).toHaveLength(1 + connect);
    expect(answerOf(result)).toMatchObject({ status: 502, code: 'upstream_error' });
  });

  test('or 504 when connecting took too long', async () => {
    const { result } = await run({ retryLimits: { connect: 2 }, react: () => 'refuse_timeout' });
    expect(answerOf(result)).toMatchObject({ status: 504, code: 'upstream_timeout' });
  });

  test('does not keep its reservation', async () => {
    const { router } = await run({ react: () => 'refuse', isReporting: true });
    expect(router.counts()).toMatchObject({ reservations: 0, timers: 0 });
  });
});

describe('a response that is marked as retryable', () => {
  test.each([429, 503])('rules its cluster out with %i', async (status) => {
    const { log, result } = await run({
      backends: { A: ['a1', 'a2'] },
      react: (_order, count) => (count === 1 ? { status, retryable: true } : 'ok'),
    });
    expect(log.backends()).toEqual(['a1', 'b']);
    expect(answerOf(result)).toBe('b');
    expect(log.sent[0]!.isDiscarded()).toBe(true);
  });

  test('tries a sibling first when the queue estimate was wrong', async () => {
    const { log } = await run({
      backends: { A: ['a1', 'a2', 'a3'] },
      react: (_order, count) =>
        count < 3 ? { ...RETRYABLE, reason: 'queue_estimate_mismatch' } : 'ok',
    });
    expect(log.backends()).toEqual(['a1', 'a2', 'b']);
    expect(log.sent.map(({ order }) => order.reason)).toEqual([
      'first',
      'queue_estimate_mismatch',
      'queue_estimate_mismatch',
    ]);
  });

  test('is retried twice, then the client gets the last one', async () => {
    const { log, result } = await run({ react: () => RETRYABLE });
    expect(log.backends()).toEqual(['a', 'b', 'c']);
    expect(answerOf(result)).toBe('c');
    expect(log.sent.map(({ isDiscarded }) => isDiscarded())).toEqual([true, true, false]);
  });

  test.each([0, 1, 3])('is retried %i times where that is the limit', async (request) => {
    const { log } = await run({ retryLimits: { request }, react: () => RETRYABLE });
    expect(log.sent).toHaveLength(1 + request);
  });

  test('is answered with 503 at once, without deciding, when every cluster is ruled out', async () => {
    const { log, result, telemetry } = await run({
      snapshots: [givenSnapshot({ A: {}, B: {} })],
      request: { maxWaitMs: 5000 },
      react: () => RETRYABLE,
    });
    expect(log.sent).toHaveLength(2);
    expect(answerOf(result)).toMatchObject({ status: 503, code: 'no_capacity' });
    expect(telemetry.counter('routingDecisions')).toBe(2);
    expect(log.sent.every(({ isDiscarded }) => isDiscarded())).toBe(true);
  });

  test('does not keep its reservation', async () => {
    const { router } = await run({
      isReporting: true,
      react: (_order, count) => (count === 1 ? RETRYABLE : 'ok'),
    });
    expect(router.counts().reservations).toBe(1);
  });
});

describe('what is never sent again', () => {
  test.each([
    ['a 503 without the mark', { status: 503 }],
    ['a 429 without the mark', { status: 429 }],
    ['a 500 with the mark', { status: 500, retryable: true }],
    ['a 400 with the mark', { status: 400, retryable: true }],
    ['a 404', { status: 404 }],
  ] as const)('%s', async (_name, reaction) => {
    const { log, result, fleet } = await run({ react: () => reaction });
    expect(log.backends()).toEqual(['a']);
    expect(answerOf(result)).toBe('a');
    expect(fleet.connects).toEqual(['a connected']);
  });

  test.each([
    ['break', 502, 'upstream_error'],
    ['break_timeout', 504, 'upstream_timeout'],
    ['throw', 502, 'upstream_error'],
  ] as const)('what may have reached an engine (%s)', async (reaction, status, code) => {
    const { log, result } = await run({ react: () => reaction });
    expect(log.sent).toHaveLength(1);
    expect(answerOf(result)).toMatchObject({ status, code });
  });

  test('what may have reached an engine after a retry, although retries are left', async () => {
    const { log, result } = await run({
      react: (_order, count) => (count === 1 ? RETRYABLE : 'break'),
    });
    expect(log.backends()).toEqual(['a', 'b']);
    expect(answerOf(result)).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(log.sent[0]!.isDiscarded()).toBe(true);
  });

  test('a body that cannot be sent again', async () => {
    const canReplay = () => false;
    const refused = await run({ canReplay, react: () => 'refuse' });
    expect(refused.log.sent).toHaveLength(1);
    expect(answerOf(refused.result)).toMatchObject({ status: 502 });
    const marked = await run({ canReplay, react: () => RETRYABLE });
    expect(answerOf(marked.result)).toBe('a');
  });
});

describe('the two counts of retries', () => {
  test('are separate', async () => {
    const { log, result } = await run({
      retryLimits: { connect: 2 },
      react: (_order, count) => (count % 2 === 1 ? 'refuse' : RETRYABLE),
    });
    // Connect failures at 1, 3 and 5; the third one finds none left of its kind.
    expect(log.backends()).toEqual(['a', 'b', 'c', 'd', 'e']);
    // An engine has answered, so its word is passed on.
    expect(answerOf(result)).toBe('d');
  });

  test('are counted by reason', async () => {
    const { telemetry } = await run({
      react: (_order, count) => (count === 1 ? 'refuse' : count === 2 ? RETRYABLE : 'ok'),
    });
    const reason = (name: string) => ({ model: 'm', reason: name });
    expect(telemetry.counter('proxyAttempts')).toBe(3);
    expect(telemetry.counter('proxyAttempts', reason('first'))).toBe(1);
    expect(telemetry.counter('proxyRetries', reason('connect_failure'))).toBe(1);
    expect(telemetry.counter('proxyRetries', reason('retryable_response'))).toBe(1);
  });

  test('are not counted where no cluster is left to send them to', async () => {
    const { log, telemetry } = await run({ react: () => RETRYABLE });
    expect(telemetry.counter('proxyAttempts')).toBe(log.sent.length);
    expect(telemetry.counter('proxyRetries')).toBe(log.sent.length - 1);
  });
});

describe('the retry budget', () => {
  test('of 0 allows no retry', async () => {
    const { log, result } = await run({ request: { retryBudgetMs: 0 }, react: () => RETRYABLE });
    expect(log.sent).toHaveLength(1);
    expect(answerOf(result)).toBe('a');
  });

  test('is counted from arrival', async () => {
    const snapshots = [givenSnapshot(CLUSTERS)];
    const { router, clock } = await startTestRouter({ snapshots, config: FIRST_BUCKET });
    const log = createSendLog((_order, count) => {
      clock.spend(count === 1 ? 400 : 200);
      return RETRYABLE;
    });
    const request = givenRequest({ retryBudgetMs: 500 });
    expect(answerOf(await router.route(request, { send: log.send })())).toBe('b');
    expect(log.backends()).toEqual(['a', 'b']);
  });

  test('ends a wait for another cluster; the client gets the last response', async () => {
    const config = givenConfig({
      algorithm: 'wait-and-widen',
      next_bucket_unlock_factor: 1,
      ttft_bucket_size_ms: 20,
    });
    const snapshots = [givenSnapshot({ A: { slots: 4, rttMs: 1 }, B: { slots: 4, rttMs: 1001 } })];
    const { router, clock, telemetry } = await startTestRouter({ snapshots, config });
    // Once A is ruled out, B is in the first bucket; a full B is waited for by x-max-wait-ms.
    const log = createSendLog(() => RETRYABLE);
    const full = givenSnapshot({ A: { slots: 4 }, B: { slots: 1, running: 1, rttMs: 1001 } });
    router.publish(full);
    const request = givenRequest({ maxWaitMs: 5000, retryBudgetMs: 700 });
    const done = router.route(request, { send: log.send })();
    await clock.advance(699);
    expect(router.counts().waiting).toBe(1);
    await clock.advance(1);
    expect(answerOf(await done)).toBe('a');
    expect(log.sent[0]!.isDiscarded()).toBe(false);
    expect(telemetry.observations('routingWaitDuration', { outcome: 'timeout' })).toEqual([0.7]);
  });
});

describe('one request, however often it is tried', () => {
  test('keeps its exclusions', async () => {
    const { log } = await run({
      config: NEAREST,
      react: (_order, count) => (count < 3 ? RETRYABLE : 'ok'),
    });
    expect(new Set(log.backends()).size).toBe(3);
  });

  test('keeps the classification of its first decision', async () => {
    const config = givenConfig({
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 1,
      last_cluster_affinity: true,
    });
    const { router, telemetry, fleet } = await startTestRouter({
      snapshots: [givenSnapshot({ A: {}, B: {} })],
      config,
    });
    const log = createSendLog((_order, count) => {
      // The last cluster leaves between the two attempts: the session stays a returning one.
      if (count === 1) fleet.listener().onSnapshot(givenSnapshot({ B: {}, C: {} }));
      return count === 1 ? RETRYABLE : 'ok';
    });
    const request = givenRequest({ affinityKey: 's', lastClusterId: 'A' });
    await router.route(request, { send: log.send })();
    const states = telemetry
      .series('routingSessionSelections')
      .filter(({ value }) => value > 0)
      .map(({ labels }) => labels['session_state']);
    expect(states).toEqual(['returning', 'returning']);
  });

  test('is not retried once its client has left', async () => {
    const controller = new AbortController();
    const snapshots = [givenSnapshot(CLUSTERS)];
    const { router, fleet } = await startTestRouter({ snapshots, config: FIRST_BUCKET });
    const log = createSendLog(() => {
      controller.abort();
      return 'refuse';
    });
    const sending = { send: log.send, signal: controller.signal };
    expect(answerOf(await router.route(givenRequest(), sending)())).toEqual({ kind: 'aborted' });
    expect(log.sent).toHaveLength(1);
    expect(fleet.connects).toEqual([]);
    expect(router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  });

  test('goes to another cluster when the chosen one has lost its last backend', async () => {
    const snapshots = [givenSnapshot(CLUSTERS)];
    const { router, fleet } = await startTestRouter({ snapshots, config: FIRST_BUCKET });
    fleet.removeBackends('A');
    const log = createSendLog();
    await router.route(givenRequest(), { send: log.send })();
    expect(log.backends()).toEqual(['b']);
  });

  test('logs a failure with what is needed to find it, and no address', async () => {
    const { telemetry } = await run({ react: (_order, count) => (count === 1 ? 'refuse' : 'ok') });
    expect(telemetry.lines('upstream_error')).toEqual([
      {
        level: 'warn',
        event: 'upstream_error',
        fields: {
          request_id: 'r-1',
          model: M.modelId,
          routing_key: null,
          backend: 'a',
          kind: 'not_connected',
          message: 'no door',
        },
      },
    ]);
  });
});

test('what this process cannot do says nothing about a backend', async () => {
  const react = (_order: SendOrder, count: number) => (count <= 3 ? 'own_fault' : 'ok');
  const { fleet, result, log } = await run({ react });
  expect(E.isRight(result)).toBe(true);
  expect(log.sent).toHaveLength(4);
  expect(fleet.connects).toEqual([expect.stringMatching(/ connected$/)]);
});
