import { describe, expect, test } from 'vitest';
import { createLastClusterTracker } from '../../../../../src/adapters/gateway/last-cluster/tracker.js';
import type { LastClusterStore } from '../../../../../src/adapters/stores/port.js';
import { createInMemoryTelemetry } from '../../../../../src/adapters/telemetry/in-memory.js';
import { lastClusterStoreKey } from '../../../../../src/adapters/session/index.js';
import { createManualClock, settle } from '../../../../support/manual-clock.js';
import { createManualStore } from './manual-store.js';
import { context, session, sessionOf } from './sessions.js';

const keyOf = (affinityKey: string): string => lastClusterStoreKey({ ...context, affinityKey });
const key = keyOf(session.affinityKey);

const setUp = (store: LastClusterStore, maxWritesInFlight = 8) => {
  const clock = createManualClock();
  const telemetry = createInMemoryTelemetry();
  const tracker = createLastClusterTracker({
    ...{ store, clock, telemetry, maxWritesInFlight },
    ttlMs: 600_000,
    lookupTimeoutMs: 20,
  });
  const writes = () => ({
    ok: telemetry.counter('lastClusterWrites', { result: 'ok' }),
    error: telemetry.counter('lastClusterWrites', { result: 'error' }),
  });
  return { clock, telemetry, tracker, writes };
};

test('writes start at zero for every result', () => {
  expect(setUp(createManualStore().store).writes()).toEqual({ ok: 0, error: 0 });
});

test('a write stores the cluster id under the session key with the TTL', async () => {
  const { store, open, entries } = createManualStore();
  const { tracker, writes, clock } = setUp(store);
  tracker.remember(session, 'B', context);
  await settle();
  expect(open).toMatchObject([{ key, value: 'B', ttlMs: 600_000 }]);
  open[0]!.apply();
  await tracker.drain();
  expect(entries).toEqual(new Map([[key, 'B']]));
  expect(writes()).toEqual({ ok: 1, error: 0 });
  expect(clock.pendingCount()).toBe(0);
});

test('a write does not touch the store before the caller goes on', async () => {
  const { store, open } = createManualStore();
  const { tracker } = setUp(store);
  tracker.remember(session, 'B', context);
  expect(open).toEqual([]);
  await settle();
  expect(open).toHaveLength(1);
});

test('an empty cluster id writes nothing, and a malformed one counts as error', async () => {
  const { store, open } = createManualStore();
  const { tracker, writes, telemetry } = setUp(store);
  tracker.remember(session, '', context);
  expect(telemetry.recordedSpans()).toEqual([]);
  for (const id of ['x'.repeat(257), 'a\nb', '\0', 'x\udc00']) {
    tracker.remember(session, id, context);
  }
  await tracker.drain();
  expect(open).toEqual([]);
  expect(writes()).toEqual({ ok: 0, error: 4 });
  expect(tracker.isFailing()).toBe(false);
});

test('the store is told to fail until it has answered well, whatever is not sent to it meanwhile', async () => {
  const { store, open } = createManualStore();
  const { tracker, clock } = setUp(store, 1);
  tracker.remember(session, 'B', context);
  await clock.advance(1_000);
  expect(tracker.isFailing()).toBe(true);
  tracker.remember(session, 'B', context);
  await settle();
  // Beyond the number in flight, so it is dropped.
  tracker.remember(session, 'B', context);
  await settle();
  expect([open.length, tracker.isFailing()]).toEqual([2, true]);
  open[1]!.apply();
  await tracker.drain();
  expect(tracker.isFailing()).toBe(false);
});

describe('bounds', () => {
  test('a write that gets no answer counts as error after a second', async () => {
    const { store, open } = createManualStore();
    const { tracker, clock, writes, telemetry } = setUp(store);
    tracker.remember(session, 'B', context);
    await clock.advance(999);
    expect(writes()).toEqual({ ok: 0, error: 0 });
    await clock.advance(1);
    expect(writes()).toEqual({ ok: 0, error: 1 });
    expect(open[0]?.signal.aborted).toBe(true);
    expect(telemetry.lines()).toMatchObject([{ fields: { kind: 'timeout', operation: 'write' } }]);
  });

  test('writes beyond the number in flight are dropped and count as error', async () => {
    const { store, open } = createManualStore();
    const { tracker, clock, writes, telemetry } = setUp(store, 2);
    const remember = (id: number) => {
      tracker.remember(sessionOf({ kind: 'other', header: `s${String(id)}` }), 'B', context);
    };
    for (let id = 0; id < 10; id += 1) remember(id);
    await settle();
    expect(open).toHaveLength(2);
    expect(writes()).toEqual({ ok: 0, error: 8 });
    expect(telemetry.lines()).toMatchObject([{ fields: { kind: 'dropped' } }]);
    open[0]!.apply();
    await settle();
    remember(10);
    await settle();
    expect(open).toHaveLength(2);
    await clock.advance(1_000);
    remember(11);
    await settle();
    expect(open).toHaveLength(3);
  });

  test('draining waits for every write asked for, for a second at most', async () => {
    const { store, open } = createManualStore();
    const { tracker, clock } = setUp(store);
    tracker.remember(session, 'B', context);
    tracker.remember(sessionOf({ kind: 'other', header: 'other' }), 'C', context);
    await settle();
    let isDrained = false;
    void tracker.drain().then(() => (isDrained = true));
    open[0]!.apply();
    await settle();
    expect(isDrained).toBe(false);
    await clock.advance(1_000);
    expect(isDrained).toBe(true);
  });

  test('draining without writes is over at once', async () => {
    await expect(setUp(createManualStore().store).tracker.drain()).resolves.toBeUndefined();
  });
});

describe('the order of writes of one session', () => {
  test('is kept: each waits for the one before', async () => {
    const { store, open, entries } = createManualStore();
    const { tracker, writes } = setUp(store);
    for (const id of ['A', 'B', 'C']) tracker.remember(session, id, context);
    for (const id of ['A', 'B', 'C']) {
      await settle();
      expect(open).toMatchObject([{ value: id }]);
      open[0]!.apply();
    }
    await tracker.drain();
    expect(entries.get(key)).toBe('C');
    expect(writes()).toEqual({ ok: 3, error: 0 });
  });

  test('does not make other sessions wait', async () => {
    const { store, open } = createManualStore();
    const { tracker } = setUp(store);
    tracker.remember(session, 'A', context);
    tracker.remember(sessionOf({ kind: 'other', header: 'other' }), 'B', context);
    await settle();
    expect(open).toHaveLength(2);
  });

  test('a write after one that timed out does not wait for it any longer', async () => {
    const { store, open, entries } = createManualStore();
    const { tracker, clock } = setUp(store);
    tracker.remember(session, 'A', context);
    await clock.advance(1_000);
    tracker.remember(session, 'B', context);
    await settle();
    expect(open.map(({ value }) => value)).toEqual(['A', 'B']);
    open[1]!.apply();
    await settle();
    expect(entries.get(key)).toBe('B');
  });

  test('a write carried out long after its deadline does not outlive a newer one', async () => {
    const { store, open, entries } = createManualStore();
    const { tracker, clock, writes } = setUp(store);
    tracker.remember(session, 'A', context);
    await clock.advance(1_000);
    tracker.remember(session, 'B', context);
    await settle();
    open[1]!.apply();
    await settle();
    open[0]!.apply();
    expect(entries.get(key)).toBe('A');
    await settle();
    open[0]!.apply();
    await settle();
    expect(entries.get(key)).toBe('B');
    expect(open).toEqual([]);
    expect(writes()).toEqual({ ok: 1, error: 1 });
  });

  test('a late write without a newer one is left alone, and so is a late failure', async () => {
    const { store, open } = createManualStore();
    const { tracker, clock } = setUp(store);
    tracker.remember(session, 'A', context);
    await clock.advance(1_000);
    open[0]!.apply();
    await settle();
    expect(open).toEqual([]);
    tracker.remember(session, 'B', context);
    await clock.advance(1_000);
    tracker.remember(session, 'C', context);
    await settle();
    open[0]!.fail();
    await settle();
    expect(open.map(({ value }) => value)).toEqual(['C']);
  });
});

describe('a store that fails', () => {
  const failing = (set: LastClusterStore['set']): LastClusterStore => ({
    ...createManualStore().store,
    set,
  });
  test.each([
    ['answers with an error', createManualStore],
    [
      'rejects',
      () => ({ store: failing(() => () => Promise.reject(new Error('told to fail'))), open: [] }),
    ],
    [
      'throws',
      () => ({
        store: failing(() => {
          throw new Error('told to fail');
        }),
        open: [],
      }),
    ],
  ] as const)('and %s: counted and logged as error, nothing thrown', async (_name, create) => {
    const { store, open } = create();
    const { tracker, writes, telemetry } = setUp(store);
    const span = telemetry.spans.start('request');
    tracker.remember(session, 'B', { ...context, span });
    await settle();
    open[0]?.fail();
    await tracker.drain();
    expect(writes()).toEqual({ ok: 0, error: 1 });
    expect(telemetry.lines()).toMatchObject([
      {
        level: 'warn',
        event: 'last_cluster_store_error',
        fields: { request_id: 'r-1', model: 'model-a', routing_key: 'rk-1', operation: 'write' },
      },
    ]);
    expect(telemetry.recordedSpans()[1]).toMatchObject({
      name: 'llm-api-gateway.last_cluster_write',
      parent: 'request',
      attributes: new Map([['result', 'error']]),
      failure: expect.stringContaining('told to fail') as string,
      hasEnded: true,
    });
    const told = JSON.stringify([telemetry.lines(), telemetry.recordedSpans()]);
    expect(told).not.toContain('secret-session');
    expect(told).not.toContain(session.affinityKey);
  });

  test('a write that is done ends its span with "ok"', async () => {
    const { store, open } = createManualStore();
    const { tracker, telemetry } = setUp(store);
    tracker.remember(session, 'B', context);
    await settle();
    open[0]!.apply();
    await tracker.drain();
    expect(telemetry.recordedSpans()).toMatchObject([
      { attributes: new Map([['result', 'ok']]), failure: undefined, hasEnded: true },
    ]);
    expect(telemetry.lines()).toEqual([]);
  });
});
