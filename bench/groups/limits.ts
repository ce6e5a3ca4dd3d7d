/** Absolute limits: a whole decision with a draw or by turn, and what explains very large fleets. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { explain, timeline } from '../../src/decide.js';
import { keylessDecisions, policyOf, requestOf } from '../decision-loop.js';
import { fleetSnapshot, ownCreateView, type ClusterShape } from '../fleet.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row, Subject } from '../subject.js';

const DRAW_LIMIT_NS = 1200;
const TURN_LIMIT_NS = 300;
const EXPLAIN_LIMIT_NS = 1e9;

const WIDENING: readonly AlgorithmConfig[] = [
  { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 2, ttftBucketSizeMs: 1 },
  { algorithm: 'pulsar-wait-and-widen', ttftBucketSizeMs: 1 },
];

export const limitRows = (): readonly Row[] => [
  decisionRow('random, one draw', { algorithm: 'random' }, DRAW_LIMIT_NS),
  decisionRow('round-robin', { algorithm: 'round-robin' }, TURN_LIMIT_NS),
  ...WIDENING.map((config) =>
    largeRow(
      `explain, ${config.algorithm}`,
      config,
      4096,
      (policy, view) => () => explain(policy, view, REQUEST, 0).rows.length,
    ),
  ),
  ...WIDENING.map((config) =>
    largeRow(
      `timeline, ${config.algorithm}`,
      config,
      10_000,
      (policy, view) => () => timeline(policy, view, REQUEST).length,
    ),
  ),
];

const REQUEST = requestOf(0, 'session');

/** Each in a TTFT bucket of its own, and all but the slowest full. */
const alone =
  (size: number) =>
  (index: number): ClusterShape => ({
    rttMs: 1 + index * 10,
    stats: { maxEngineConcurrency: 8, numRunningQueries: index === size - 1 ? 0 : 8 },
  });

const decisionRow = (name: string, config: AlgorithmConfig, limitNs: number): Row => ({
  group: 'limits',
  name,
  clusterCount: 64,
  goalRatio: 1,
  build: () => ({
    ours: keylessDecisions({ policy: policyOf(config), view: rememberedFleet(64).view }),
    baseline: { kind: 'published', label: 'limit', nsPerOperation: limitNs },
  }),
});

type Measured = (
  policy: Parameters<typeof explain>[0],
  view: Parameters<typeof explain>[1],
) => () => number;

/** The ring is there: what building one costs is measured where clusters join. */
const largeRow = (
  name: string,
  config: AlgorithmConfig,
  size: number,
  measured: Measured,
): Row => ({
  group: 'limits',
  name,
  clusterCount: size,
  goalRatio: 1,
  build: () => {
    const view = ownCreateView()(fleetSnapshot(size, alone(size)));
    const runOnce = measured(policyOf(config), view);
    runOnce();
    return {
      ours: repeated(runOnce),
      baseline: { kind: 'published', label: 'limit', nsPerOperation: EXPLAIN_LIMIT_NS },
    };
  },
});

const repeated = (runOnce: () => number): Subject => ({
  isClockedSingly: true,
  operationCount: 1,
  run: (from, to) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += runOnce();
    return sum;
  },
});
