import { describe, expect, test } from 'vitest';
import { platformHasher } from '../../../../src/adapters/platform/node.js';
import { viewFactory } from '../../../../src/adapters/platform/view-factory.js';
import { compilePolicy } from '../../../../src/core/config/policy.js';
import { createPolicySelector } from '../../../../src/adapters/simulator/policy/selector.js';
import type { Scenario } from '../../../../src/adapters/simulator/index.js';
import { Simulation } from '../../../../src/adapters/simulator/run/simulation.js';
import { cluster, policy, scenario, workloadOf } from '../../../support/simulator-scenario.js';

const EVERY_MS = 200;

type Moments = Scenario['statistics']['moments'];

/** By engine, the places in the interval at which it was asked, rounded. */
const placesOf = (moments: Moments, { routerCount = 1, everyMs = EVERY_MS, seed = '1' } = {}) => {
  const model = scenario({
    clusters: ['A', 'B', 'C'].map((id) => cluster(id)),
    statistics: { kind: 'engine-page', everyMs, delayMs: 1, moments },
    routerCount,
  });
  const simulation = new Simulation({
    ...{ scenario: model, policy: policy({ algorithm: 'random' }), seed },
    workload: workloadOf(model, seed),
    createSelector: () => createPolicySelector(compilePolicy({ algorithm: 'random' })),
    createView: viewFactory(platformHasher),
  });
  const places = simulation.engines.map((engine) => {
    const found = new Set<number>();
    const report = engine.report.bind(engine);
    engine.report = (rttMs) => {
      found.add(Math.round((simulation.nowMs % everyMs) * 1e6) / 1e6);
      return report(rttMs);
    };
    return found;
  });
  simulation.run();
  return places.map((found) => [...found].sort((a, b) => a - b));
};

describe('the questions of routers', () => {
  test('every engine is asked at a moment of its own, which stays', () => {
    const places = placesOf(undefined);
    expect(places.map((one) => one.length)).toEqual([1, 1, 1]);
    expect(new Set(places.flat()).size).toBe(3);
    expect(placesOf('own')).toEqual(places);
    expect(placesOf('own', { seed: '2' })).not.toEqual(places);
  });

  test('all engines are asked at once where one document tells of all', () => {
    expect(placesOf('same')).toEqual([[0], [0], [0]]);
  });

  test('routers begin at different times, and have the same moments from there on', () => {
    const places = placesOf('own', { routerCount: 2 });
    for (const [first, second] of places) expect(second! - first!).toBeCloseTo(EVERY_MS / 2, 5);
    expect(new Set(places.flat()).size).toBe(6);
  });

  test('with a long interval the first questions come within a second, as those of a router', () => {
    for (const [place] of placesOf('own', { everyMs: 5000 })) expect(place).toBeLessThan(1000);
  });
});
