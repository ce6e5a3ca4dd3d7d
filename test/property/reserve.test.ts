import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../src/core/config/policy.js';
import { reserve, reserveAll, type Reservation } from '../../src/core/view/reserve.js';
import type { Cluster, ClusterStats, Snapshot } from '../../src/core/snapshot/snapshot.js';
import { runningIn, View, type Columns } from '../../src/core/view/view.js';
import { parseSnapshot } from '../../src/core/snapshot/snapshot-codec.js';
import { decide, explain } from '../../src/decide.js';
import { freshView } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { routingCases, snapshots } from './arbitraries/engine-case.js';
import { validRate } from './model/naive-estimates.js';

const PRIORITIES = [0, 1, 5, 6, 10, 11, 2 ** 32 - 1];

const reservations: fc.Arbitrary<readonly Reservation[]> = fc.array(
  fc.record({
    clusterId: fc.constantFrom('A', 'B', 'C', 'cluster-9', '__proto__', 'gone'),
    inputTokens: fc.constantFrom(0, 1, 7, 300, 5000),
    priority: fc.constantFrom(...PRIORITIES),
  }),
  { maxLength: 6 },
);

describe('reservations', () => {
  test('never lower the load of a cluster, at any priority', () => {
    checkLaw(fc.tuple(snapshots, reservations), 400, ([snapshot, taken]) => {
      const before = freshView(snapshot);
      const after = reserve(before, ...taken);
      for (const priority of PRIORITIES) {
        const now = queueMsOf(after, priority);
        queueMsOf(before, priority).forEach((ms, i) => {
          expect(now[i]).toBeGreaterThanOrEqual(ms);
        });
      }
      expectNoneLower(before, after, ['running', 'queueSize', 'queuedTokens', 'totalQueryTokens']);
    });
  });

  test('may be more than a call can have arguments', () => {
    const count = 500_000;
    const stats = { max_engine_concurrency: 1, last_mean_input_tps: 1, max_input_tps: 1 };
    const parsed = parseSnapshot({
      model_id: 'm',
      clusters: [{ cluster_id: 'A', rtt_ms: 0, stats }],
    });
    if (E.isLeft(parsed)) throw new Error('bad snapshot');
    const view = freshView(parsed.right);
    const many = new Array<Reservation>(count).fill({ clusterId: 'A', isRunningOnly: true });
    expect(runningIn(reserveAll(view, many), 'A')).toBe(count);
  });

  test('decide as a snapshot does in which the statistics say the same', () => {
    checkLaw(fc.tuple(routingCases(), reservations), 500, ([c, taken]) => {
      const policy = compilePolicy(c.config);
      const rest = [c.request, c.elapsedMs, c.cursor] as const;
      const reserved = decide(policy, reserve(freshView(c.snapshot), ...taken), ...rest);
      const told = decide(policy, freshView(withReservations(c.snapshot, taken)), ...rest);
      expect(reserved).toEqual(told);
    });
  });

  test('leave the view they start from as it was', () => {
    checkLaw(fc.tuple(routingCases(), reservations), 150, ([c, taken]) => {
      const policy = compilePolicy(c.config);
      const view = freshView(c.snapshot);
      const once = decide(policy, view, c.request, c.elapsedMs, c.cursor);
      reserve(view, ...taken);
      expect(decide(policy, view, c.request, c.elapsedMs, c.cursor)).toEqual(once);
    });
  });

  test('add up the same one by one', () => {
    checkLaw(fc.tuple(snapshots, reservations), 150, ([snapshot, taken]) => {
      const atOnce = reserve(freshView(snapshot), ...taken);
      const oneByOne = taken.reduce((view, one) => reserve(view, one), freshView(snapshot));
      for (const priority of PRIORITIES) {
        expect(queueMsOf(oneByOne, priority)).toEqual(queueMsOf(atOnce, priority));
      }
    });
  });
});

const queueMsOf = (view: View, priority: number): number[] =>
  explain(RANDOM, view, { requestId: 'r', priority }, 0).rows.map(({ queueMs }) => queueMs);

const RANDOM = compilePolicy({ algorithm: 'random' });

const expectNoneLower = (
  before: View,
  after: View,
  names: readonly ('running' | 'queueSize' | 'queuedTokens' | 'totalQueryTokens')[],
): void => {
  const columnsOf = (view: View): Columns => View.stateOf(view).columns;
  for (const name of names) {
    columnsOf(before)[name].forEach((load, cluster) => {
      expect(columnsOf(after)[name][cluster]).toBeGreaterThanOrEqual(load);
    });
  }
};

/** The snapshot as its engines would report it with the reserved requests in their queues. */
const withReservations = (snapshot: Snapshot, taken: readonly Reservation[]): Snapshot => ({
  ...snapshot,
  clusters: snapshot.clusters.map((cluster) =>
    taken.filter(({ clusterId }) => clusterId === cluster.clusterId).reduce(withOne, cluster),
  ),
});

const withOne = (cluster: Cluster, { inputTokens = 0, priority = 0 }: Reservation): Cluster => {
  const { stats } = cluster;
  return {
    ...cluster,
    stats: {
      ...stats,
      numRunningQueries: stats.numRunningQueries + 1,
      queueSize: stats.queueSize + 1,
      queuedInputSize: stats.queuedInputSize + inputTokens,
      totalQueryInputSize: stats.totalQueryInputSize + inputTokens,
      queueTimeEstimateMsByPriority: raised(stats, inputTokens, priority),
    },
  };
};

const raised = (
  { queueTimeEstimateMsByPriority: byPriority, lastMeanInputTps }: ClusterStats,
  tokens: number,
  priority: number,
): Record<string, number> => {
  const published = Object.keys(byPriority).map(Number);
  const tps = validRate(lastMeanInputTps);
  if (published.length === 0 || (tokens > 0 && tps === 0)) return {};
  const lower = published.filter((p) => p <= priority);
  const seedMs = lower.length === 0 ? 0 : byPriority[String(Math.max(...lower))]!;
  const seeded = { ...byPriority, [String(priority)]: seedMs };
  const riseMs = tokens === 0 ? 0 : Math.ceil((tokens / tps) * 1000);
  const entries = Object.entries(seeded);
  return Object.fromEntries(
    entries.map(([key, ms]) => [key, Number(key) >= priority ? ms + riseMs : ms]),
  );
};
