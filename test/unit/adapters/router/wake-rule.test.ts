import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpareCapacity } from '../../../../src/adapters/router/waiting/spare-capacity.js';
import {
  canChangeWait,
  slidesWithTime,
} from '../../../../src/adapters/router/waiting/wake-rule.js';
import {
  ALGORITHMS,
  compilePolicy,
  decide,
  type Decision,
  type Unavailable,
  type Wait,
} from '../../../../src/api.js';
import { clusterOf } from '../../../support/default-stats.js';
import { freshView } from '../../../support/run-case.js';
import { checkLaw } from '../../../support/check-law.js';
import { clustersOf, configOf, requests, snapshots } from '../../../support/arbitraries.js';

const RUNS = 3000;

/** A waiting request, and a later view on which few slots are free. */
const scenes = fc
  .record({
    config: fc.constantFrom(...ALGORITHMS).chain(configOf),
    before: snapshots,
    clusters: clustersOf({ minLength: 0 }),
    makeFull: fc.integer({ min: 0, max: 3 }).map((draw) => draw > 0),
    request: requests,
    elapsedMs: fc.constantFrom(0, 10, 100, 400),
    laterMs: fc.constantFrom(0, 1, 5, 50, 250, 1000),
  })
  .map(({ before, clusters, makeFull, request, ...rest }) => ({
    ...rest,
    request: { ...request, sessionState: undefined, inputTokens: request.inputTokens ?? 1 },
    before,
    after: {
      target: before.target,
      clusters: makeFull
        ? clusters.map((cluster) => ({
            ...cluster,
            stats: { ...cluster.stats, maxEngineConcurrency: 1, numRunningQueries: 9 },
          }))
        : clusters,
    },
  }));

const isWaiting = (decision: Decision): decision is Wait | Unavailable =>
  decision.kind === 'wait' || decision.kind === 'unavailable';

describe('a waiting request that is passed over', () => {
  test('would not have been sent, and would not have been woken sooner', () => {
    let passedOver = 0;
    checkLaw(scenes, RUNS, ({ config, before, after, request, elapsedMs, laterMs }) => {
      const policy = compilePolicy(config);
      const last = decide(policy, freshView(before), request, elapsedMs);
      if (!isWaiting(last)) return;
      const sleepsUntilMs = last.kind === 'wait' ? last.untilMs : Infinity;
      const nowMs = Math.min(elapsedMs + laterMs, (elapsedMs + sleepsUntilMs) / 2);
      if (canChangeWait({ policy, request }, last, nowMs, new SpareCapacity(after))) return;
      passedOver += 1;
      const again = { ...request, sessionState: last.sessionState ?? undefined };
      const decision = decide(policy, freshView(after), again, nowMs);
      expect(isWaiting(decision)).toBe(true);
      if (last.kind === 'unavailable') return;
      expect(decision.kind).toBe('wait');
      if (decision.kind === 'wait') expect(decision.untilMs).toBeGreaterThanOrEqual(last.untilMs);
    });
    // The law must not hold for want of cases.
    expect(passedOver).toBeGreaterThan(RUNS / 20);
  });
});

describe('a request that found nothing', () => {
  test('finds nothing later on the same view, unless its queue SLO slides', () => {
    let judged = 0;
    checkLaw(scenes, RUNS, ({ config, before, request, elapsedMs, laterMs }) => {
      const policy = compilePolicy(config);
      const view = freshView(before);
      const last = decide(policy, view, request, elapsedMs);
      if (last.kind !== 'unavailable' || slidesWithTime({ policy, request })) return;
      judged += 1;
      const again = { ...request, sessionState: last.sessionState ?? undefined };
      expect(decide(policy, view, again, elapsedMs + laterMs).kind).toBe('unavailable');
    });
    expect(judged).toBeGreaterThan(RUNS / 20);
  });
});

describe('the spare capacity of a target', () => {
  const spareCapacityOf = (maxEngineConcurrency: number, numRunningQueries: number) =>
    new SpareCapacity({
      target: { modelId: 'm' },
      clusters: [clusterOf('A', { maxEngineConcurrency, numRunningQueries })],
    });

  test('counts reservations', () => {
    const spareCapacity = spareCapacityOf(4, 3);
    expect(spareCapacity.hasRoom(0)).toBe(true);
    spareCapacity.add('A', -1);
    expect(spareCapacity.hasRoom(0)).toBe(false);
    expect(spareCapacity.hasRoom(1)).toBe(true);
    spareCapacity.add('A', 1);
    expect(spareCapacity.hasRoom(0)).toBe(true);
  });

  test('always sees room where slots are unknown, or nothing is known', () => {
    expect(spareCapacityOf(0, 100).hasRoom(0)).toBe(true);
    expect(new SpareCapacity(undefined).hasRoom(0)).toBe(true);
  });

  test('sees none where there are no clusters', () => {
    expect(new SpareCapacity({ target: { modelId: 'm' }, clusters: [] }).hasRoom(100)).toBe(false);
  });
});
