import { describe, expect, test } from 'vitest';
import { serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, idleFleet, snapshotOf } from './small-fleet.js';

const OLD = 'pulsar-wait-and-widen;cache_affinity_wait_ms=300';
const NEW = 'pulsar-wait-and-widen;cache_affinity_wait_ms=100';

const session = { cacheAffinityKey: HOME_KEY };
const busyHome = snapshotOf([cluster('A', FULL), cluster('B')]);

describe('a changed expression', () => {
  test('takes effect on the next request, while one in flight finishes on the old', () => {
    const { route } = serveRuntime({ snapshots: [busyHome] });
    const inFlight = route(OLD, session);
    expect(inFlight.decide(0)).toMatchObject({ kind: 'wait', untilMs: 300 });
    const next = route(NEW, session);
    expect(next.decide(0)).toMatchObject({ kind: 'wait', untilMs: 100 });
    expect(inFlight.decide(150)).toMatchObject({ kind: 'wait', untilMs: 300 });
    expect(next.decide(150)).toMatchObject({ kind: 'selected', clusterId: 'B' });
    expect(inFlight.decide(300)).toMatchObject({ kind: 'selected', clusterId: 'B' });
  });

  test('of algorithm takes effect on the next request, and back again', () => {
    const { send } = serveRuntime();
    const phases = [OLD, 'round-robin', OLD, undefined].map((text) => send(text, session));
    expect(phases).toMatchObject([
      { phase: 'affinity' },
      { phase: 'direct', nextCursor: 1 },
      { phase: 'affinity' },
      { phase: 'direct' },
    ]);
  });

  test('changes nothing for another model, nor for requests without a method', () => {
    const other = { modelId: 'model-b' };
    const { route } = serveRuntime({ snapshots: [busyHome, idleFleet('AB', other)] });
    route(NEW, session);
    expect(route(OLD, { ...session, target: other }).policy.cacheAffinityWaitMs).toBe(300);
    expect(route(undefined, session).policy.algorithm).toBe('power-of-n');
  });
});

describe('a request in flight', () => {
  test('keeps its instance when it is evicted, and does not put it back', () => {
    const { engine, route, cacheResult } = serveRuntime({ limits: { maxInstances: 2 } });
    const text = 'round-robin;max_input_work_seconds=1';
    const inFlight = route(text);
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'A' });
    const others = ['pulsar;seed=a', 'pulsar;seed=b'];
    for (const other of others) route(other);
    for (const [turn, clusterId] of ['B', 'C', 'A'].entries()) {
      expect(inFlight.decide(turn)).toMatchObject({ clusterId });
    }
    expect(engine.definitionCount).toBe(2);
    expect(others.map((other) => cacheResult(other))).toEqual(['hit', 'hit']);
    expect(cacheResult(text)).toBe('build');
    expect(route(text).decide(0)).toMatchObject({ clusterId: 'B' });
    expect(inFlight.decide(9)).toMatchObject({ clusterId: 'B' });
  });

  test('keeps its instance when it expires, and does not put it back', () => {
    const { engine, clock, route } = serveRuntime({ limits: { idleMs: 1000 } });
    const inFlight = route('round-robin;max_input_work_seconds=1');
    clock.nowMs = 2000;
    engine.purgeIdle();
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'A' });
    expect(inFlight.decide(0)).toMatchObject({ clusterId: 'B' });
    expect(engine.definitionCount).toBe(0);
  });
});
