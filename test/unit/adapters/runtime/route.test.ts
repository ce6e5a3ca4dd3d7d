import { describe, expect, test } from 'vitest';
import { serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, idleFleet, snapshotOf } from './small-fleet.js';

const SESSION_AWARE = 'pulsar-wait-and-widen;last_cluster_affinity=true;cache_affinity_wait_ms=300';

const session = { cacheAffinityKey: HOME_KEY };
const busyHome = snapshotOf([cluster('A', FULL), cluster('B'), cluster('C')]);

describe('the session state of a request', () => {
  test('stays returning when its last cluster leaves meanwhile, with the configured wait', () => {
    const { engine, route } = serveRuntime({
      snapshots: [snapshotOf([cluster('A'), cluster('B', FULL)])],
    });
    const inFlight = route(SESSION_AWARE, { ...session, lastClusterId: 'B' });
    expect(inFlight.decide(0)).toMatchObject({ kind: 'wait', sessionState: 'returning' });
    engine.publish(snapshotOf([cluster('A', FULL), cluster('C')]));
    expect(inFlight.decide(100)).toMatchObject({
      kind: 'wait',
      untilMs: 300,
      sessionState: 'returning',
      promoted: false,
    });
  });

  test('stays stale when its last cluster comes back meanwhile', () => {
    const all = ['A', 'B', 'C'];
    const full = all.map((id) => cluster(id, FULL));
    const { engine, route } = serveRuntime({ snapshots: [snapshotOf(full)] });
    const inFlight = route(SESSION_AWARE, { ...session, lastClusterId: 'D' });
    expect(inFlight.decide(0)).toMatchObject({ kind: 'unavailable', sessionState: 'stale' });
    engine.publish(idleFleet('ABCD'));
    expect(inFlight.decide(10)).toMatchObject({
      clusterId: 'A',
      sessionState: 'stale',
      promoted: false,
    });
  });

  test('stays what it was over exclusions, and as the caller classified it', () => {
    const { route } = serveRuntime({ snapshots: [busyHome] });
    const inFlight = route(SESSION_AWARE, session);
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'B', sessionState: 'new' });
    inFlight.exclude('B');
    expect(inFlight.decide(1)).toMatchObject({ clusterId: 'C', sessionState: 'new' });
    const given = route(SESSION_AWARE, { ...session, sessionState: 'returning' });
    expect(given.decide(0)).toMatchObject({ kind: 'wait', sessionState: 'returning' });
  });

  test('is settled by the first decision that classifies, not by an empty snapshot', () => {
    const { engine, route } = serveRuntime({ snapshots: [snapshotOf([])] });
    const inFlight = route(SESSION_AWARE, { ...session, lastClusterId: 'B' });
    expect(inFlight.decide(0)).toMatchObject({ kind: 'unavailable', sessionState: null });
    engine.publish(idleFleet('AB'));
    expect(inFlight.decide(1)).toMatchObject({ clusterId: 'B', sessionState: 'returning' });
  });

  test('is not carried over to the next request of the session', () => {
    const { engine, send } = serveRuntime({ snapshots: [idleFleet('AB')] });
    const returning = { ...session, lastClusterId: 'B' };
    expect(send(SESSION_AWARE, returning)).toMatchObject({ sessionState: 'returning' });
    engine.publish(idleFleet('A'));
    expect(send(SESSION_AWARE, returning)).toMatchObject({ sessionState: 'stale' });
    expect(send(SESSION_AWARE, session)).toMatchObject({ clusterId: 'A', sessionState: 'new' });
  });
});

describe('exclusions', () => {
  test('add up over the attempts of a request, those it came with included', () => {
    const { route } = serveRuntime({ snapshots: [idleFleet('ABCD')] });
    const inFlight = route('pulsar', { ...session, excludedClusterIds: ['A'] });
    for (const clusterId of ['B', 'C', 'D']) {
      expect(inFlight.isExhausted).toBe(false);
      expect(inFlight.decide(0)).toMatchObject({ clusterId });
      inFlight.exclude(clusterId);
    }
    expect(inFlight.isExhausted).toBe(true);
    expect(inFlight.decide(0)).toMatchObject({ kind: 'unavailable', reason: 'all_excluded' });
  });

  test('are judged on the latest view', () => {
    const { engine, route } = serveRuntime({ snapshots: [idleFleet('A')] });
    const inFlight = route('pulsar', session);
    inFlight.exclude('A');
    expect(inFlight.isExhausted).toBe(true);
    engine.publish(idleFleet('AB'));
    expect(inFlight.isExhausted).toBe(false);
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'B' });
    engine.publish(idleFleet('A'));
    expect(inFlight.isExhausted).toBe(true);
  });

  test('of clusters that are not there, or named like parts of objects, do no harm', () => {
    const { route } = serveRuntime({ snapshots: [idleFleet('A')] });
    const inFlight = route('pulsar', session);
    for (const id of ['gone', '__proto__', 'constructor', '']) inFlight.exclude(id);
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'A' });
  });

  test('stay with their request and do not change what it was given', () => {
    const { route, send } = serveRuntime({ snapshots: [idleFleet('AB')] });
    const excludedClusterIds = Object.freeze(['B']);
    const inFlight = route('pulsar', { ...session, excludedClusterIds });
    inFlight.exclude('A');
    expect(excludedClusterIds).toEqual(['B']);
    expect(send('pulsar', session)).toMatchObject({ clusterId: 'A' });
  });
});

describe('explaining', () => {
  test('gives the decision the same moment would bring, with a row per cluster', () => {
    const { route } = serveRuntime({ snapshots: [busyHome] });
    const inFlight = route('pulsar-wait-and-widen;cache_affinity_wait_ms=300', session);
    for (const elapsedMs of [0, 299, 300, 301]) {
      const { decision, rows } = inFlight.explain(elapsedMs);
      expect(decision).toEqual(inFlight.decide(elapsedMs));
      expect(rows).toHaveLength(3);
    }
  });

  test('knows the exclusions and the turn of its route', () => {
    const { route } = serveRuntime({ snapshots: [idleFleet('ABC')] });
    const inFlight = route('round-robin');
    inFlight.decide(0);
    expect(inFlight.explain(1).decision).toMatchObject({ clusterId: 'B', nextCursor: 2 });
    inFlight.exclude('B');
    expect(inFlight.explain(1).decision).toMatchObject({ clusterId: 'C', nextCursor: 2 });
    expect(inFlight.decide(1)).toMatchObject({ clusterId: 'C', nextCursor: 2 });
  });

  test('settles no session state and reports no decision', () => {
    const { engine, route, telemetry } = serveRuntime({ snapshots: [busyHome] });
    const inFlight = route(SESSION_AWARE, { ...session, lastClusterId: 'D' });
    expect(inFlight.explain(0).decision).toMatchObject({ sessionState: 'stale' });
    expect(telemetry.counter('routingDecisions')).toBeUndefined();
    engine.publish(idleFleet('ABCD'));
    expect(inFlight.decide(1)).toMatchObject({ clusterId: 'D', sessionState: 'returning' });
  });
});
