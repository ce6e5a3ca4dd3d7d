/** Making views: a reservation, new statistics, a cluster that joins. */
import { reserve } from '../../src/core/view/reserve.js';
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import type { View } from '../../src/core/view/view.js';
import { decide } from '../../src/decide.js';
import { copyArrays } from '../baselines.js';
import { policyOf, requestOf } from '../decision-loop.js';
import { clusterIdAt, fleetSnapshot, INPUT_TOKENS, ownCreateView, scatter } from '../fleet.js';
import { unseenKey } from '../keys.js';
import type { Row, Subject } from '../subject.js';

const SIZES = [64, 4096] as const;

export const publishRows = (): readonly Row[] => [
  ...rowsOf('reserve', reservations),
  ...rowsOf('publish, same clusters', publications),
  ...rowsOf('one cluster joins, then a ring is walked', (size) =>
    joins(size, { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 2 }),
  ),
  ...rowsOf('one cluster joins, then a key is ranked', (size) =>
    joins(size, { algorithm: 'pulsar' }),
  ),
];

const rowsOf = (name: string, subject: (size: number) => Subject): Row[] =>
  SIZES.map((size) => ({
    group: 'publish',
    name,
    clusterCount: size,
    build: () => ({ ours: subject(size), baseline: copyArrays(size) }),
  }));

const reservations = (size: number): Subject => {
  const view = ownCreateView()(fleetSnapshot(size));
  return {
    isClockedSingly: true,
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) {
        const clusterId = clusterIdAt(scatter(i, size));
        sum += reserve(view, { clusterId, inputTokens: INPUT_TOKENS }).clusterIds.length;
      }
      return sum;
    },
  };
};

/** Two sets of statistics in turn; weights stay, so remembered rankings do, too. */
const publications = (size: number): Subject => {
  const createView = ownCreateView();
  const idle = fleetSnapshot(size);
  const clusters = idle.clusters.map((cluster) => ({
    ...cluster,
    stats: { ...cluster.stats, numRunningQueries: 5, queueSize: 2 },
  }));
  const snapshots = [idle, { ...idle, clusters }] as const;
  let view = createView(idle);
  return {
    isClockedSingly: true,
    run: (from, to) => {
      for (let i = from; i < to; i++) view = createView(snapshots[i % 2 === 0 ? 1 : 0], view);
      return view.clusterIds.length;
    },
  };
};

/** The cluster leaves before every round; the round is its return and the first decision. */
const joins = (size: number, config: AlgorithmConfig): Subject => {
  const createView = ownCreateView();
  const policy = policyOf(config);
  const all = fleetSnapshot(size);
  const withoutOne = { ...all, clusters: all.clusters.slice(0, -1) };
  const firstDecision = (view: View): number =>
    decide(policy, view, requestOf(0, unseenKey()), 0).kind.length;
  let view = createView(withoutOne);
  return {
    operationCount: 1,
    isClockedSingly: true,
    prepare: () => {
      view = createView(withoutOne, view);
      firstDecision(view);
    },
    run: () => {
      view = createView(all, view);
      return firstDecision(view);
    },
  };
};
