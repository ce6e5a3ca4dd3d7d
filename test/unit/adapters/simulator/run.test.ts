import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformHasher } from '../../../../src/adapters/platform/node.js';
import { viewFactory } from '../../../../src/adapters/platform/view-factory.js';
import {
  runPolicy,
  type Answered,
  type RunSummary,
  type Scenario,
  type SyntheticModel,
} from '../../../../src/adapters/simulator/index.js';
import { checkConservation } from '../../../../src/adapters/simulator/run/conservation.js';
import { MemoBudget } from '../../../../src/core/orders/memo-budget.js';
import { affinityOrder, compilePolicy, createView, explain } from '../../../../src/index.js';
import { sessionIdentity } from '../../../../src/adapters/session/index.js';
import { clusterOf } from '../../../support/default-stats.js';
import { runExample } from '../../../support/run-example.js';
import {
  cluster,
  policy,
  scenario,
  workload,
  workloadOf,
} from '../../../support/simulator-scenario.js';

const run = (of: Scenario, seed = 's', options = {}): RunSummary =>
  runPolicy(of, of.policies[0]!, seed, (text) => workloadOf(of, text), options);

/** Chats of several turns on three clusters, with caches and little room. */
const chats = (parts: Partial<Scenario> = {}): Scenario =>
  scenario({
    clusters: ['A', 'B', 'C'].map((id) =>
      cluster(id, { slots: 3, rttMs: 7, prefillTokensPerSecond: 3000, kvCacheTokens: 4000 }),
    ),
    statistics: { kind: 'engine-page', everyMs: 250, delayMs: 10 },
    maxWaitMs: 5000,
    workload: workload({
      durationMs: 60_000,
      arrivals: { kind: 'poisson', sessionsPerSecond: 3 },
      turns: { kind: 'geometric', mean: 4 },
      thinkMs: { kind: 'exponential', mean: 1500 },
      systemTokens: 64,
      firstTokens: { kind: 'uniform', min: 50, max: 900 },
      answerTokens: { kind: 'uniform', min: 20, max: 400 },
      blockTokens: 16,
    }),
    policies: [
      policy({
        algorithm: 'pulsar-wait-and-widen',
        lastClusterAffinity: true,
        cacheAffinityWaitMs: 200,
        cacheAffinityInputTokensScale: 0.1,
        maxQueued: 1,
        fallbackMaxQueued: 2,
      }),
    ],
    ...parts,
  });

describe('a run', () => {
  test('gives the same figures again, in this process, in another one, and without the memo', async () => {
    const first = JSON.stringify(run(chats()));
    expect(JSON.stringify(run(chats()))).toBe(first);
    const createView = viewFactory(platformHasher, new MemoBudget(0));
    expect(JSON.stringify(run(chats(), 's', { createView }))).toBe(first);
    const printed = await runExample(
      `import { runPolicy, openWorkload } from 'homeward/simulator';
      const scenario = ${JSON.stringify({ ...chats(), endMs: 1e15 })};
      const { right: { create } } = await openWorkload(scenario.workload);
      console.log(JSON.stringify(runPolicy(scenario, scenario.policies[0], 's', create)));`,
      'simulator-in-another-process',
    );
    expect(printed.trim()).toBe(first);
  });

  test('differs with the seed, while every policy meets the same sessions', () => {
    expect(run(chats(), 'a').ttftMs).not.toEqual(run(chats(), 'b').ttftMs);
    const open = workload({ durationMs: 20_000, turns: { kind: 'constant', value: 1 } });
    const totals = ['round-robin', 'power-of-n', 'pulsar'].map((algorithm) => {
      const of = chats({ workload: open, policies: [policy({ algorithm } as never)] });
      const { totals: found } = run(of);
      return [found.arrived, found.inputTokens];
    });
    expect(new Set(totals.map(String)).size).toBe(1);
  });

  test('without load, has the very TTFT that the engine estimates', () => {
    const tps = 7777;
    const of = scenario({
      clusters: [cluster('A', { rttMs: 13, slots: 4, prefillTokensPerSecond: tps })],
      workload: workload({
        arrivals: { kind: 'poisson', sessionsPerSecond: 0.01 },
        durationMs: 10_000_000,
        firstTokens: { kind: 'uniform', min: 1, max: 5000 },
      }),
    });
    const stats = { maxEngineConcurrency: 4, lastMeanInputTps: tps, maxInputTps: tps };
    const idle = createView({ target: { modelId: 'm' }, clusters: [clusterOf('A', stats, 13)] });
    const answered = answersOf(of);
    expect(answered.length).toBeGreaterThan(60);
    for (const { turn, ttftMs } of answered) {
      const request = { requestId: 'r', inputTokens: turn.inputTokens };
      const { rows } = explain(compilePolicy({ algorithm: 'round-robin' }), idle, request, 0);
      expect(ttftMs).toBe(rows[0]!.ttftMs);
    }
  });

  test('has the homes that the gateway and the router give the sessions of one id and model', () => {
    const ids = ['e1', 'e2', 'e3', 'e4'];
    const config = { algorithm: 'pulsar-wait-and-widen', lastClusterAffinity: true } as const;
    const of = scenario({
      modelId: 'm',
      clusters: ids.map((id) => cluster(id, { slots: 100 })),
      workload: workload({ idPrefix: 'c' }),
      policies: [{ ...policy(config), sessions: 'cache-key' }],
    });
    const view = createView({
      target: { modelId: 'm' },
      clusters: ids.map((id) => clusterOf(id, { lastMeanInputTps: 1000, maxInputTps: 1000 })),
    });
    const answered = answersOf(of);
    expect(answered.length).toBeGreaterThan(60);
    for (const { turn, clusterId } of answered) {
      const body = { prompt_cache_key: turn.session.id };
      const identity = sessionIdentity({ kind: 'chat', body });
      if (E.isLeft(identity) || O.isNone(identity.right)) throw new Error('no session');
      const { affinityKey } = identity.right.value;
      const request = { requestId: 'r', cacheAffinityKey: affinityKey };
      expect(affinityOrder(compilePolicy(config), view, request)![0]).toBe(clusterId);
    }
    expect(answered.map(({ turn }) => turn.session.id)).toContain('c0');
  });

  test('prefers the cluster whose page comes sooner, where round trips are measured', () => {
    const served = (pageMs: Scenario['statistics']['pageMs']): readonly number[] =>
      run(
        scenario({
          clusters: ['A', 'B'].map((id) => cluster(id, { slots: 1000, rttMs: 5 })),
          statistics: { kind: 'engine-page', everyMs: 1e9, delayMs: 0, moments: 'same', pageMs },
          policies: [policy({ algorithm: 'power-of-n' })],
        }),
      ).clusters.map((one) => one.served);
    expect(Math.min(...served(undefined))).toBeGreaterThan(20);
    // One question, so that one of the two is faster for good.
    expect(Math.min(...served({ kind: 'uniform', min: 0, max: 5 }))).toBe(0);
  });

  test('keeps its books: every request and every token went somewhere', () => {
    const parts = fc.record({
      sessionsPerSecond: fc.integer({ min: 1, max: 12 }),
      slots: fc.integer({ min: 1, max: 4 }),
      kvCacheTokens: fc.constantFrom(0, 500, 20_000),
      isContinuous: fc.boolean(),
      kind: fc.constantFrom('engine-page', 'full', 'none'),
      maxWaitMs: fc.constantFrom(undefined, 0, 2000),
      endMs: fc.constantFrom(Infinity, 20_000),
      hasOutage: fc.boolean(),
      retryMs: fc.constantFrom(undefined, 500),
      routerCount: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(parts, fc.string({ minLength: 1 }), (drawn, seed) => {
        const { totals, requests, done, refused, failed, ttftMs } = run(drawnScenario(drawn), seed);
        expect(totals.arrived).toBe(totals.done + totals.refused + totals.failed + totals.open);
        expect(totals.cachedTokens).toBeLessThan(totals.inputTokens || 1);
        expect(requests).toBe(totals.arrived);
        expect(done + refused + failed).toBeLessThanOrEqual(requests);
        expect(ttftMs.count).toBeGreaterThanOrEqual(done);
        if (drawn.endMs === Infinity) expect(totals.open).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('throws when its books do not balance', () => {
    const totals = { arrived: 3, done: 1, refused: 1, failed: 0, open: 0 };
    const tokens = { inputTokens: 10, cachedTokens: 4 };
    expect(() => {
      checkConservation({ ...totals, ...tokens }, 6);
    }).toThrow('lost requests');
    expect(() => {
      checkConservation({ ...totals, arrived: 2, ...tokens }, 5);
    }).toThrow('lost tokens');
    checkConservation({ ...totals, arrived: 2, ...tokens }, 6);
  });
});

const answersOf = (of: Scenario): readonly Answered[] => {
  const answered: Answered[] = [];
  run(of, 's', { onAnswered: (one: Answered) => answered.push(one) });
  return answered;
};

type Drawn = Readonly<{
  sessionsPerSecond: number;
  slots: number;
  kvCacheTokens: number;
  isContinuous: boolean;
  kind: string;
  maxWaitMs: number | undefined;
  endMs: number;
  hasOutage: boolean;
  retryMs: number | undefined;
  routerCount: number;
}>;

const drawnScenario = (drawn: Drawn): Scenario => {
  const base = chats();
  const { slots, kvCacheTokens, maxWaitMs, endMs, routerCount } = drawn;
  const batching = drawn.isContinuous
    ? ({ kind: 'continuous', decodeShare: 0.3, stepGrowth: 0.05 } as const)
    : ({ kind: 'independent' } as const);
  const outage = { kind: 'outage', clusterId: 'A', fromMs: 3000, untilMs: 9000 } as const;
  return {
    ...base,
    ...{ maxWaitMs, endMs, routerCount },
    clusters: base.clusters.map((one) => ({ ...one, slots, kvCacheTokens, batching })),
    statistics: { ...base.statistics, kind: drawn.kind as 'none' },
    incidents: drawn.hasOutage ? [{ ...outage, speed: 1, slots: 0 }] : [],
    workload: {
      ...(base.workload as SyntheticModel),
      durationMs: 15_000,
      arrivals: { kind: 'poisson', sessionsPerSecond: drawn.sessionsPerSecond },
      retryMs: drawn.retryMs,
    },
  };
};
