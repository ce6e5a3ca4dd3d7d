import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpareCapacity } from '../../../src/adapters/router/waiting/spare-capacity.js';
import {
  ALGORITHMS,
  compilePolicy,
  decide,
  type AlgorithmConfig,
  type Cluster,
  type Decision,
  type RoutingRequest,
  type Snapshot,
  type Unavailable,
  type Wait,
} from '../../../src/api.js';
import { slidesWithTime } from '../../../src/core/wake.js';
import { canChange } from '../../../src/decide.js';
import {
  clustersOf,
  configOf,
  requests,
  snapshots,
} from '../../property/arbitraries/engine-case.js';
import { effort } from '../../support/effort.js';
import { checkLaw } from '../../support/check-law.js';
import { clusterOf } from '../../support/default-stats.js';
import { freshView } from '../../support/run-case.js';

const RUNS = 2000;

/** A waiting request, and a later view on which few slots are free. */
const scenes = fc
  .record({
    config: fc.constantFrom(...ALGORITHMS).chain(configOf),
    before: snapshots,
    clusters: clustersOf({ minLength: 0 }),
    makeFull: fc.integer({ min: 0, max: 3 }).map((draw) => draw > 0),
    request: requests,
    isRetry: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
    elapsedMs: fc.constantFrom(0, 10, 100, 400),
    laterMs: fc.constantFrom(0, 1, 5, 50, 250, 1000),
  })
  .map(({ before, clusters, makeFull, request, isRetry, ...rest }) => ({
    ...rest,
    request: {
      ...request,
      excludedClusterIds: isRetry ? request.excludedClusterIds : undefined,
      sessionState: undefined,
      inputTokens: request.inputTokens ?? 1,
    },
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

type Scene = Readonly<{
  config: AlgorithmConfig;
  before: Snapshot;
  after: Snapshot;
  request: RoutingRequest;
  elapsedMs: number;
  laterMs: number;
}>;

/** Whether the request of a scene waits and is passed over; then it must have lost nothing. */
const checkScene = ({ config, before, after, request, elapsedMs, laterMs }: Scene): boolean => {
  const policy = compilePolicy(config);
  const last = decide(policy, freshView(before), request, elapsedMs);
  if (!isWaiting(last)) return false;
  const sleepsUntilMs = last.kind === 'wait' ? last.untilMs : Infinity;
  const nowMs = Math.min(elapsedMs + laterMs, (elapsedMs + sleepsUntilMs) / 2);
  const again = { ...request, sessionState: last.sessionState ?? undefined };
  const view = freshView(after);
  if (canChange(policy, view, again, { last, elapsedMs: nowMs }, new SpareCapacity(after))) {
    return false;
  }
  const decision = decide(policy, view, again, nowMs);
  expect(isWaiting(decision)).toBe(true);
  if (last.kind === 'unavailable') return true;
  expect(decision.kind).toBe('wait');
  if (decision.kind === 'wait') expect(decision.untilMs).toBeGreaterThanOrEqual(last.untilMs);
  return true;
};

/** A cluster that is full or not, and may lack either rate that a ranking is weighted by. */
const memberOf = (clusterId: string): fc.Arbitrary<Cluster> =>
  fc
    .record({
      isFull: fc.integer({ min: 0, max: 9 }).map((draw) => draw < 7),
      lastMeanInputTps: fc.constantFrom(1000, 1000, 0),
      maxInputTps: fc.constantFrom(1000, 1000, 0),
    })
    .map(({ isFull, ...rates }) =>
      clusterOf(clusterId, {
        ...rates,
        maxEngineConcurrency: 1,
        numRunningQueries: isFull ? 1 : 0,
      }),
    );

const MEMBERS = ['A', 'B', 'C', 'D'];

/** Returning sessions that hold for groups of one to three, of which then one or another has room. */
const holding = fc
  .record({
    algorithm: fc.constantFrom('wait-and-widen', 'pulsar-wait-and-widen'),
    groupSize: fc.constantFrom(1, 2, 3),
    rendezvousWeight: fc.constantFrom('max-input-tps', 'last-mean-input-tps'),
    members: fc.tuple(...MEMBERS.map(memberOf)),
    lastClusterId: fc.constantFrom(...MEMBERS),
    key: fc.nat({ max: 40 }),
    elapsedMs: fc.constantFrom(0, 100, 299),
    laterMs: fc.constantFrom(0, 50, 400),
  })
  .map(({ algorithm, groupSize, rendezvousWeight, members, lastClusterId, key, ...times }) => {
    const target = { modelId: 'm' };
    const config = {
      algorithm,
      ...(algorithm === 'pulsar-wait-and-widen' && { rendezvousWeight }),
      cacheAffinityBackendSelectionCount: groupSize,
      cacheAffinityWaitMs: 300,
      lastClusterAffinity: true,
    } as AlgorithmConfig;
    const full = MEMBERS.map((id) =>
      clusterOf(id, { maxEngineConcurrency: 1, numRunningQueries: 1 }),
    );
    return {
      ...times,
      config,
      before: { target, clusters: full },
      after: { target, clusters: members },
      request: { requestId: 'r', cacheAffinityKey: `session-${String(key)}`, lastClusterId },
    };
  });

describe('a waiting request that is passed over', () => {
  test('would not have been sent, and would not have been woken sooner', () => {
    let passedOver = 0;
    checkLaw(scenes, RUNS, (scene) => {
      if (checkScene(scene)) passedOver += 1;
    });
    // The law must not hold for want of cases.
    expect(passedOver).toBeGreaterThan(effort(RUNS) / 200);
  });

  test('misses no room in its affinity group, of whatever size and with its home ranked or not', () => {
    let passedOver = 0;
    checkLaw(holding, RUNS, (scene) => {
      if (checkScene(scene)) passedOver += 1;
    });
    expect(passedOver).toBeGreaterThan(effort(RUNS) / 200);
  });

  test('is so where its last cluster alone is the group, and room is elsewhere', () => {
    const target = { modelId: 'm' };
    const occupied = (id: string, running: number): Cluster =>
      clusterOf(id, { maxEngineConcurrency: 1, numRunningQueries: running });
    const config = {
      cacheAffinityWaitMs: 300,
      cacheAffinityBackendSelectionCount: 1,
      lastClusterAffinity: true,
    };
    const request = { requestId: 'r', cacheAffinityKey: 's', lastClusterId: 'A' };
    for (const algorithm of ['wait-and-widen', 'pulsar-wait-and-widen'] as const) {
      const policy = compilePolicy({ algorithm, ...config });
      const last = decide(
        policy,
        freshView({ target, clusters: [occupied('A', 1), occupied('B', 1)] }),
        request,
        0,
      );
      if (!isWaiting(last)) throw new Error(`${algorithm}: ${last.kind}`);
      const canChangeWith = (inA: number, inB: number): boolean => {
        const after = { target, clusters: [occupied('A', inA), occupied('B', inB)] };
        const asked = { last, elapsedMs: 100 };
        return canChange(policy, freshView(after), request, asked, new SpareCapacity(after));
      };
      expect(canChangeWith(1, 0)).toBe(false);
      expect(canChangeWith(0, 1)).toBe(true);
    }
  });
});

describe('a request that found nothing', () => {
  test('finds nothing later on the same view, unless its queue SLO slides', () => {
    let judged = 0;
    checkLaw(scenes, RUNS, ({ config, before, request, elapsedMs, laterMs }) => {
      const policy = compilePolicy(config);
      const view = freshView(before);
      const last = decide(policy, view, request, elapsedMs);
      if (last.kind !== 'unavailable' || slidesWithTime(policy, request)) return;
      judged += 1;
      const again = { ...request, sessionState: last.sessionState ?? undefined };
      expect(decide(policy, view, again, elapsedMs + laterMs).kind).toBe('unavailable');
    });
    expect(judged).toBeGreaterThan(effort(RUNS) / 200);
  });
});
