import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import { createLastClusterTracker } from '../../../../../src/adapters/gateway/last-cluster/tracker.js';
import { createMemoryStore } from '../../../../../src/adapters/stores/memory.js';
import { storeError, type LastClusterStore } from '../../../../../src/adapters/stores/port.js';
import { createInMemoryTelemetry } from '../../../../../src/adapters/telemetry/in-memory.js';
import { lastClusterStoreKey } from '../../../../../src/adapters/session/index.js';
import { createManualClock, settle } from '../../../../support/manual-clock.js';
import { context, session, sessionOf } from './sessions.js';

const trackerOver = (store: LastClusterStore) => {
  const clock = createManualClock();
  const telemetry = createInMemoryTelemetry();
  const tracker = createLastClusterTracker({
    store,
    telemetry,
    ttlMs: 600_000,
    lookupTimeoutMs: 20,
    clock,
  });
  const lookups = () =>
    Object.fromEntries(
      telemetry.series('lastClusterLookups').map(({ labels, value }) => [labels['result'], value]),
    );
  return { clock, telemetry, tracker, lookups };
};

const none = { hit: 0, miss: 0, error: 0, timeout: 0, skipped: 0 };

/** A store whose reads are what the test makes of them. */
const storeReading = (get: LastClusterStore['get']): LastClusterStore => ({
  ...createMemoryStore(),
  get,
});

const never = () => new Promise<never>(() => undefined);

test('lookups start at zero for every result', () => {
  expect(trackerOver(createMemoryStore()).lookups()).toEqual(none);
});

describe.each([
  ['prompt_cache_key', { kind: 'chat', body: { prompt_cache_key: 's' } }],
  ['conversation_id', { kind: 'responses', body: { conversation: { id: 's' } } }],
  ['x-multi-turn-session-id', { kind: 'other', header: 's' }],
] as const)('two requests with the same %s', (_source, request) => {
  test('the first finds nothing, the second the cluster that answered the first', async () => {
    const { tracker, lookups } = trackerOver(createMemoryStore());
    expect(await tracker.lookup(sessionOf(request), context)).toEqual(O.none);
    tracker.remember(sessionOf(request), 'B', context);
    await tracker.drain();
    expect(await tracker.lookup(sessionOf(request), context)).toEqual(O.some('B'));
    expect(lookups()).toEqual({ ...none, hit: 1, miss: 1 });
  });

  test('a different model or routing key finds nothing', async () => {
    const { tracker } = trackerOver(createMemoryStore());
    tracker.remember(sessionOf(request), 'B', context);
    await tracker.drain();
    for (const other of [{ model: 'model-b' }, { routingKey: 'rk-2' }, { routingKey: undefined }]) {
      expect(await tracker.lookup(sessionOf(request), { ...context, ...other })).toEqual(O.none);
    }
  });
});

test('payload-derived sessions never trigger a lookup or a write', async () => {
  const untouchable: LastClusterStore = {
    get: () => () => Promise.reject(new Error('looked up')),
    set: () => () => Promise.reject(new Error('written')),
    close: () => Promise.resolve(),
  };
  const { tracker, lookups, telemetry } = trackerOver(untouchable);
  const payload = sessionOf({ kind: 'chat', body: { messages: [{ role: 'user' }] } });
  expect(await tracker.lookup(payload, context)).toEqual(O.none);
  tracker.remember(payload, 'B', context);
  await tracker.drain();
  expect(lookups()).toEqual({ ...none, skipped: 1 });
  expect(telemetry.counter('lastClusterWrites')).toBe(0);
  expect(telemetry.recordedSpans()).toEqual([]);
  expect(telemetry.observations('lastClusterLookupDuration')).toEqual([]);
});

test('an entry older than the TTL is a miss, and a write resets the TTL', async () => {
  const clock = createManualClock();
  const store = createMemoryStore({ nowMs: clock.nowMs });
  const telemetry = createInMemoryTelemetry();
  const tracker = createLastClusterTracker({
    ...{ store, telemetry, clock },
    ttlMs: 600_000,
    lookupTimeoutMs: 20,
  });
  tracker.remember(session, 'B', context);
  await clock.advance(400_000);
  tracker.remember(session, 'B', context);
  await clock.advance(600_000);
  expect(await tracker.lookup(session, context)).toEqual(O.some('B'));
  await clock.advance(1);
  expect(await tracker.lookup(session, context)).toEqual(O.none);
});

describe('a lookup slower than the timeout', () => {
  test('gives no hint at the deadline, even from a store that ignores cancellation', async () => {
    const { clock, tracker, lookups, telemetry } = trackerOver(storeReading(() => never));
    let answer: O.Option<string> | undefined;
    void tracker.lookup(session, context).then((found) => (answer = found));
    await clock.advance(19.9);
    expect(answer).toBeUndefined();
    await clock.advance(0.1);
    expect(answer).toEqual(O.none);
    expect(lookups()).toEqual({ ...none, timeout: 1 });
    expect(telemetry.observations('lastClusterLookupDuration')).toEqual([0.02]);
  });

  test('cancels the store call, and what that still answers is dropped', async () => {
    let cancelled = false;
    let late: () => void = () => undefined;
    const store = storeReading((_key, signal) => () => {
      signal.addEventListener('abort', () => (cancelled = true));
      return new Promise((resolve) => {
        late = () => {
          resolve(E.right(O.some('B')));
        };
      });
    });
    const { clock, tracker, lookups } = trackerOver(store);
    const answer = tracker.lookup(session, context);
    await clock.advance(20);
    expect(cancelled).toBe(true);
    late();
    await settle();
    expect(await answer).toEqual(O.none);
    expect(lookups()).toEqual({ ...none, timeout: 1 });
  });

  test('has its deadline set before the store or the telemetry are asked', async () => {
    const timersAtCall: number[] = [];
    const clock = createManualClock();
    const telemetry = createInMemoryTelemetry();
    const spans: typeof telemetry.spans = {
      start: (name, from) => {
        timersAtCall.push(clock.pendingCount());
        return telemetry.spans.start(name, from);
      },
    };
    const store = storeReading(() => () => {
      timersAtCall.push(clock.pendingCount());
      return Promise.resolve(E.right(O.none));
    });
    const options = { store, clock, telemetry: { ...telemetry, spans } };
    await createLastClusterTracker({ ...options, ttlMs: 1, lookupTimeoutMs: 20 }).lookup(
      session,
      context,
    );
    expect(timersAtCall).toEqual([1, 1]);
    expect(clock.pendingCount()).toBe(0);
  });

  test('lets a request go in real time, whatever the store does', async () => {
    const telemetry = createInMemoryTelemetry();
    const store = storeReading(() => never);
    const tracker = createLastClusterTracker({
      store,
      telemetry,
      ttlMs: 1_000,
      lookupTimeoutMs: 20,
    });
    const startedMs = performance.now();
    await tracker.lookup(session, context);
    // A timer may be one millisecond early. That it is not late is measured by a bench.
    expect(performance.now() - startedMs).toBeGreaterThan(18);
  });

  test('is logged once in ten seconds, with the number of lines left out', async () => {
    const { clock, tracker, telemetry } = trackerOver(storeReading(() => never));
    for (let turn = 0; turn < 100; turn += 1) {
      void tracker.lookup(session, context);
      await clock.advance(150);
    }
    const lines = telemetry.lines('last_cluster_store_error');
    expect(lines.map(({ fields }) => fields['suppressed'])).toEqual([0, 66]);
    expect(lines[0]?.fields).toMatchObject({ kind: 'timeout', operation: 'lookup' });
  });
});

describe('a store that fails', () => {
  const stores: Readonly<Record<string, LastClusterStore['get']>> = {
    'answers with an error': () => () =>
      Promise.resolve(E.left(storeError('unavailable', 'no route'))),
    rejects: () => () => Promise.reject(new Error('no route')),
    throws: () => {
      throw new Error('no route');
    },
    'throws when run': () => () => {
      throw new Error('no route');
    },
  };
  for (const [name, get] of Object.entries(stores)) {
    test(`and ${name}: no hint, counted and logged as error`, async () => {
      const { clock, tracker, lookups, telemetry } = trackerOver(storeReading(get));
      expect(await tracker.lookup(session, context)).toEqual(O.none);
      expect(lookups()).toEqual({ ...none, error: 1 });
      expect(clock.pendingCount()).toBe(0);
      expect(telemetry.lines()).toMatchObject([
        {
          level: 'warn',
          event: 'last_cluster_store_error',
          fields: {
            request_id: 'r-1',
            model: 'model-a',
            routing_key: 'rk-1',
            operation: 'lookup',
            error: expect.stringContaining('no route') as string,
          },
        },
      ]);
    });
  }

  test('has each of its errors logged, up to a flood', async () => {
    const { tracker, telemetry } = trackerOver(storeReading(stores['rejects']!));
    for (let turn = 0; turn < 200; turn += 1) await tracker.lookup(session, context);
    expect(telemetry.lines()).toHaveLength(20);
  });

  test('has neither affinity key nor session id logged or put on a span', async () => {
    const { tracker, telemetry } = trackerOver(storeReading(stores['rejects']!));
    await tracker.lookup(session, context);
    const told = JSON.stringify([telemetry.lines(), telemetry.recordedSpans()]);
    expect(told).not.toContain('secret-session');
    expect(told).not.toContain(session.affinityKey);
  });
});

describe('a stored value that is no cluster id', () => {
  const garbage = ['x'.repeat(257), 'é'.repeat(129), 'B\r\nx-evil: 1', '', 'B\0', 7, {}, null];
  test.each(garbage)('%j counts as error and is not sent', async (value) => {
    const store = storeReading(() => () => Promise.resolve(E.right(O.some(value as string))));
    const { tracker, lookups } = trackerOver(store);
    expect(await tracker.lookup(session, context)).toEqual(O.none);
    expect(lookups()).toEqual({ ...none, error: 1 });
  });

  test('nor is an answer that is no answer', async () => {
    const store = storeReading(() => () => Promise.resolve(undefined as never));
    const { tracker, lookups } = trackerOver(store);
    expect(await tracker.lookup(session, context)).toEqual(O.none);
    expect(lookups()).toEqual({ ...none, error: 1 });
  });
});

test('a lookup is a child span with its result, failed when it failed', async () => {
  const store = createMemoryStore();
  const key = lastClusterStoreKey({ ...context, affinityKey: session.affinityKey });
  await store.set(key, 'B', 60_000, new AbortController().signal)();
  const { tracker, telemetry } = trackerOver(store);
  const span = telemetry.spans.start('request');
  await tracker.lookup(session, { ...context, span });
  await tracker.lookup(session, { ...context, span, model: 'other' });
  await store.close();
  await tracker.lookup(session, { ...context, span });
  const name = 'llm-api-gateway.last_cluster_lookup';
  const child = { name, parent: 'request', hasEnded: true };
  expect(telemetry.recordedSpans().slice(1)).toMatchObject([
    { ...child, attributes: new Map([['result', 'hit']]), failure: undefined },
    { ...child, attributes: new Map([['result', 'miss']]), failure: undefined },
    {
      ...child,
      attributes: new Map([['result', 'error']]),
      failure: 'closed: the store is closed',
    },
  ]);
});
