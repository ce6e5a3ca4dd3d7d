import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../../../src/core/config/policy.js';
import { reserve, type Reservation } from '../../../../src/core/view/reserve.js';
import { encodeSnapshot, parseSnapshot } from '../../../../src/core/snapshot/snapshot-codec.js';
import { readCluster, isSameCluster, snapshotOf } from '../../../../src/core/view/view-snapshot.js';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.js';
import { View } from '../../../../src/core/view/view.js';
import { affinityOrder, decide, explain, timeline } from '../../../../src/decide.js';
import { clusterOf } from '../../../support/default-stats.js';
import { freshView } from '../../../support/run-case.js';
import { checkLaw } from '../../../support/check-law.js';
import { routingCases, snapshots } from '../../../property/arbitraries/engine-case.js';

const reservations: fc.Arbitrary<readonly Reservation[]> = fc.array(
  fc.record({
    clusterId: fc.constantFrom('A', 'B', 'C', 'cluster-9', '__proto__', 'gone'),
    inputTokens: fc.constantFrom(0, 1, 7, 300, 5000),
    priority: fc.constantFrom(0, 1, 5, 6, 10, 11, 2 ** 32 - 1),
  }),
  { maxLength: 6 },
);

/** The snapshot as it arrives where somebody reads it from JSON text. */
const throughJson = (snapshot: Snapshot): Snapshot => {
  const parsed = parseSnapshot(JSON.parse(JSON.stringify(encodeSnapshot(snapshot))));
  if (E.isLeft(parsed)) throw new Error(parsed.left[0]?.message);
  return parsed.right;
};

const viewOf = (...clusters: Parameters<typeof clusterOf>[]): View =>
  freshView({ target: { modelId: 'm' }, clusters: clusters.map((one) => clusterOf(...one)) });

const clustersOf = (view: View) => snapshotOf(view).clusters;

describe('the snapshot of a view', () => {
  test('compiles to an equal view, with reservations, also through JSON', () => {
    checkLaw(fc.tuple(snapshots, reservations), 500, ([snapshot, taken]) => {
      const view = reserve(freshView(snapshot), ...taken);
      const again = freshView(throughJson(snapshotOf(view)));
      expect(again.target).toEqual(view.target);
      expect(again.clusterIds).toEqual(view.clusterIds);
      expect(View.stateOf(again).columns).toEqual(View.stateOf(view).columns);
    });
  });

  test('decides, explains and waits equally', () => {
    checkLaw(fc.tuple(routingCases(), reservations), 500, ([c, taken]) => {
      const policy = compilePolicy(c.config);
      const view = reserve(freshView(c.snapshot), ...taken);
      const again = freshView(throughJson(snapshotOf(view)));
      const rest = [c.request, c.elapsedMs, c.cursor] as const;
      expect(decide(policy, again, ...rest)).toEqual(decide(policy, view, ...rest));
      expect(explain(policy, again, ...rest)).toEqual(explain(policy, view, ...rest));
      expect(timeline(policy, again, c.request)).toEqual(timeline(policy, view, c.request));
      const order = affinityOrder(policy, view, c.request);
      expect(affinityOrder(policy, again, c.request)).toEqual(order);
    });
  });

  test('takes over reservations on top of the estimates of all priorities', () => {
    const view = viewOf(['A', { queueTimeEstimateMsByPriority: { '10': 80, '0': 12 } }]);
    const reserved = reserve(view, { clusterId: 'A', inputTokens: 500, priority: 5 });
    expect(clustersOf(reserved)[0]!.stats).toMatchObject({
      numRunningQueries: 1,
      queueSize: 1,
      queuedInputSize: 500,
      totalQueryInputSize: 500,
      queueTimeEstimateMsByPriority: { '0': 12, '5': 512, '10': 580 },
    });
  });

  test('tells a full KV cache from one that is not reported', () => {
    const view = viewOf(
      ['full', { kvCacheCapacityTokens: 8000, kvCacheUsedTokens: 8000 }],
      ['some', { kvCacheFreeTokens: 0.5 }],
      ['silent', {}],
    );
    expect(Array.from(View.stateOf(view).columns.kvFreeTokens)).toEqual([0, -1, 0.5]);
    const again = freshView(snapshotOf(view));
    expect(Array.from(View.stateOf(again).columns.kvFreeTokens)).toEqual([0, -1, 0.5]);
  });

  test('has no figures that no decision depends on, nor rates that are not valid', () => {
    const { stats } = clustersOf(
      viewOf(['A', { outputTps: 5, maxOutputTps: 6, lastMeanInputTps: NaN, maxInputTps: -1 }]),
    )[0]!;
    expect(stats).toMatchObject({ outputTps: 0, maxOutputTps: 0, lastMeanInputTps: 0 });
    expect(stats).not.toHaveProperty('maxInputTps');
  });

  test('leaves the view as it is', () => {
    const view = viewOf(['A', { queueTimeEstimateMsByPriority: { '0': 12 } }]);
    const first = snapshotOf(view);
    Object.assign(first.clusters[0]!.stats.queueTimeEstimateMsByPriority, { '0': 99 });
    expect(clustersOf(view)[0]!.stats.queueTimeEstimateMsByPriority).toEqual({ '0': 12 });
  });
});

describe('the same cluster in two views', () => {
  test('reads back the same, and only what a reservation touches is another', () => {
    checkLaw(fc.tuple(snapshots, reservations), 300, ([snapshot, taken]) => {
      const view = freshView(snapshot);
      const reserved = reserve(view, ...taken);
      view.clusterIds.forEach((id, index) => {
        const isSame = isSameCluster(view, reserved, index);
        expect(isSame).toBe(taken.every(({ clusterId }) => clusterId !== id));
        if (isSame) expect(readCluster(reserved, index)).toEqual(readCluster(view, index));
      });
    });
  });

  test('is never found in views of other clusters', () => {
    const [one, other] = [viewOf(['A', {}]), viewOf(['A', {}])];
    expect(isSameCluster(one, other, 0)).toBe(false);
  });
});
