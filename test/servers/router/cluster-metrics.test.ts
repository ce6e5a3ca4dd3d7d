import { describe, expect, test } from 'vitest';
import { settle } from '../../support/manual-clock.js';
import { givenConfig, givenRequest, givenSnapshot, M } from './support/given.js';
import { createSendLog, type Reaction } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const CONFIG = givenConfig({ algorithm: 'wait-and-widen', next_bucket_unlock_factor: 0 });
const TWO = givenSnapshot({ A: { slots: 2, running: 1 }, B: { slots: 4, rttMs: 1000 } });

const start = async (react: (count: number) => Reaction = () => 'ok') => {
  const started = await startTestRouter({ snapshots: [TWO], config: CONFIG });
  const log = createSendLog((_order, count) => react(count));
  const route = (about: Parameters<typeof givenRequest>[0] = {}) =>
    started.router.route(givenRequest(about), { send: log.send })();
  const gauge = (
    name: 'clusterRunning' | 'clusterQueued' | 'clusterSlots',
    cluster: string,
  ): number | undefined => started.telemetry.gaugeValue(name, { model: 'm', cluster });
  return { ...started, log, route, gauge, sweep: () => started.fleet.listener().onSweep?.() };
};

describe('the gauges of clusters', () => {
  test('tell what decisions see, reservations included, at every sweep', async () => {
    const { route, gauge, sweep } = await start();
    sweep();
    expect([gauge('clusterRunning', 'A'), gauge('clusterSlots', 'A')]).toEqual([1, 2]);
    await route();
    sweep();
    expect([gauge('clusterRunning', 'A'), gauge('clusterQueued', 'A')]).toEqual([2, 1]);
    expect([gauge('clusterRunning', 'B'), gauge('clusterSlots', 'B')]).toEqual([0, 4]);
  });

  test('of a cluster that has gone are 0', async () => {
    const { fleet, gauge, sweep } = await start();
    sweep();
    fleet.listener().onSnapshot(givenSnapshot({ B: { slots: 4 } }));
    sweep();
    expect([gauge('clusterRunning', 'A'), gauge('clusterSlots', 'A')]).toEqual([0, 0]);
    expect(gauge('clusterSlots', 'B')).toBe(4);
  });

  test('tell how many requests wait', async () => {
    const { fleet, router, telemetry, route, sweep } = await start();
    const full = { slots: 1, running: 1 };
    fleet.listener().onSnapshot(givenSnapshot({ A: full, B: full }));
    void route({ maxWaitMs: 1000 });
    await settle();
    expect(router.counts().waiting).toBe(1);
    sweep();
    expect(telemetry.gaugeValue('requestsWaiting', { model: 'm' })).toBe(1);
    fleet.listener().onTargetGone(M);
    sweep();
    expect(telemetry.gaugeValue('requestsWaiting', { model: 'm' })).toBe(0);
  });
});

describe('the counters of clusters and backends', () => {
  const place = (id: string) => ({ model: 'm', cluster: id.toUpperCase(), backend: id });

  test('count selections, attempts by reason and failures by kind', async () => {
    const retryable = { status: 503, retryable: true };
    const { route, telemetry } = await start((count) => (count === 1 ? retryable : 'ok'));
    await route();
    const { counter } = telemetry;
    expect(counter('clusterSelections', { model: 'm', cluster: 'A' })).toBe(1);
    expect(counter('clusterSelections', { model: 'm', cluster: 'B' })).toBe(1);
    expect(counter('backendAttempts', { ...place('a'), reason: 'first' })).toBe(1);
    expect(counter('backendAttempts', { ...place('b'), reason: 'retryable_response' })).toBe(1);
    expect(counter('backendFailures', { ...place('a'), kind: 'refused' })).toBe(1);
    expect(counter('backendFailures', place('b'))).toBe(undefined);
  });

  test.each([
    ['refuse', 'not_connected'],
    ['break', 'broken'],
    [{ status: 500 }, 'server_error'],
  ] as const)('tell that an attempt failed (%j: %s)', async (reaction, kind) => {
    const { route, telemetry } = await start((count) => (count === 1 ? reaction : 'ok'));
    await route();
    expect(telemetry.counter('backendFailures', { ...place('a'), kind })).toBe(1);
  });

  test.each([{ status: 200 }, { status: 404 }])('count no failure of %j', async (reaction) => {
    const { route, telemetry } = await start(() => reaction);
    await route();
    expect(telemetry.counter('backendFailures')).toBe(undefined);
  });
});
