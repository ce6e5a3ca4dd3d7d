import { describe, expect, test } from 'vitest';
import type { Explanation, ExplanationRow } from '../../src/core/explain.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Verdict } from '../../src/core/selection/trace.js';
import { affinityOrder } from '../../src/decide.js';
import { explainCase, freshView } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { routingCases, type RoutingCase } from './arbitraries/engine-case.js';
import { busy } from './laws/laws.js';
import { queueLimitMs, validRate } from './model/naive-estimates.js';
import { settingsOf } from './model/naive-settings.js';

const RUNS = 400;
const WIDENING = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

describe('an explanation', () => {
  test('gives every cluster a verdict that its row bears out', () => {
    checkLaw(routingCases(), RUNS, (drawn) => {
      for (const c of [drawn, busy(drawn)]) {
        const explanation = explainCase(c);
        const ids = explanation.rows.map(({ clusterId }) => clusterId);
        expect(ids.toSorted()).toEqual(c.snapshot.clusters.map((x) => x.clusterId).toSorted());
        for (const row of explanation.rows) {
          expect(BEARS_OUT[row.verdict](row, c, explanation), row.verdict).toBe(true);
        }
      }
    });
  });

  test('places clusters as the orders it shows do', () => {
    checkLaw(routingCases(), RUNS, (c) => {
      const { order, planned, rows } = explainCase(c);
      for (const { clusterId, position, plannedPosition } of rows) {
        expect(position).toBe(placeIn(order, clusterId));
        expect(plannedPosition).toBe(placeIn(planned, clusterId));
      }
    });
  });

  test('shows the affinity order that can be asked for alone', () => {
    checkLaw(routingCases(), RUNS, (c) => {
      const asked = affinityOrder(compilePolicy(c.config), freshView(c.snapshot), c.request);
      expect(asked).toEqual(explainCase(c).order);
    });
  });

  test('of the affinity wait shows what ends it: the wait itself, or a bucket', () => {
    checkLaw(routingCases(...WIDENING).map(busy), RUNS, (c) => {
      const { decision, rows, waitMs } = explainCase(c);
      if (decision.kind !== 'wait' || c.elapsedMs >= waitMs) return;
      const nextMs = rows.map(({ opensMs }) => opensMs ?? 0).filter((ms) => ms > c.elapsedMs);
      expect([waitMs, ...nextMs]).toContain(decision.untilMs);
    });
  });
});

const placeIn = (order: readonly string[] | undefined, clusterId: string): number | null =>
  order?.includes(clusterId) ? order.indexOf(clusterId) + 1 : null;

const isChoice = (_: ExplanationRow, __: RoutingCase, { decision }: Explanation): boolean =>
  decision.kind === 'selected';

/** What must be true of a cluster with that verdict. */
const BEARS_OUT: Readonly<
  Record<Verdict, (row: ExplanationRow, c: RoutingCase, explanation: Explanation) => boolean>
> = {
  chosen: ({ clusterId }, _, { decision }) =>
    decision.kind === 'selected' && decision.clusterId === clusterId,
  excluded: ({ clusterId }, { request }) =>
    request.excludedClusterIds?.includes(clusterId) ?? false,
  not_ranked: ({ clusterId, position }, { config, snapshot }) => {
    const { stats } = snapshot.clusters.find((cluster) => cluster.clusterId === clusterId)!;
    const isByMax = settingsOf(config).rendezvousWeight === 'max-input-tps';
    const weight = isByMax ? stats.maxInputTps : stats.lastMeanInputTps;
    return position === null && validRate(weight) === 0;
  },
  outside_group: ({ phase }, { config }, { decision }) =>
    phase === null &&
    config.algorithm.endsWith('wait-and-widen') &&
    (decision.kind === 'wait' || (decision.kind === 'selected' && decision.phase === 'affinity')),
  band_closed: ({ phase, plannedPosition }, { config }) =>
    phase === null && plannedPosition !== null && config.algorithm === 'pulsar-wait-and-widen',
  kv_infeasible: ({ isKvFeasible }) => !isKvFeasible,
  over_queue_slo: ({ queueMs }, { config, request, elapsedMs }) =>
    queueMs > queueLimitMs(settingsOf(config), request.requestSloMs, elapsedMs),
  no_finite_estimate: ({ ttftMs }) => ttftMs === Infinity,
  bucket_closed: ({ opensMs, bucket }, { elapsedMs }) =>
    opensMs !== null && opensMs > elapsedMs && bucket !== null && bucket > 0,
  no_capacity: ({ hasCapacity, opensMs }, { elapsedMs }) =>
    !hasCapacity && opensMs !== null && opensMs <= elapsedMs,
  not_sampled: isChoice,
  worse_score: isChoice,
  lost_tie: isChoice,
  lower_rank: ({ position }, { config }) => config.algorithm === 'pulsar' && (position ?? 0) > 1,
  not_its_turn: (_, { config }) => config.algorithm === 'round-robin',
  not_considered: (_, __, { decision }) => decision.kind === 'rejected',
};
