/** What session-aware mode adds to a decision on a remembered key. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { policyOf, warmDecisions, type RequestVariant } from '../decision-loop.js';
import { clusterIdAt, FLEET_SIZES, scatter } from '../fleet.js';
import type { KeySet } from '../keys.js';
import { decide } from '../../src/decide.js';
import { requestOf } from '../decision-loop.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Policy } from '../../src/core/config/policy.js';
import type { Row } from '../subject.js';

const ALGORITHMS = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

const STATES = [
  { name: 'new', goalRatio: 1.3 },
  { name: 'returning', goalRatio: 2 },
  { name: 'promoted', goalRatio: 2 },
] as const;

type StateName = (typeof STATES)[number]['name'];

export const sessionPlanRows = (keys: KeySet): readonly Row[] =>
  ALGORITHMS.flatMap((algorithm) =>
    STATES.flatMap(({ name, goalRatio }) =>
      FLEET_SIZES.map((size) => ({
        group: 'session plan',
        name: `${algorithm}, ${name}`,
        clusterCount: size,
        goalRatio,
        build: () => buildRow(algorithm, name, size, keys),
      })),
    ),
  );

const buildRow = (
  algorithm: (typeof ALGORITHMS)[number],
  state: StateName,
  size: number,
  keys: KeySet,
): ReturnType<Row['build']> => {
  const { view } = rememberedFleet(size);
  const config: AlgorithmConfig = { algorithm, cacheAffinityBackendSelectionCount: 1 };
  const plain = { policy: policyOf(config), view };
  const aware = { policy: policyOf({ ...config, lastClusterAffinity: true }), view };
  return {
    ours: warmDecisions(aware, keys, variantOf(state, plain.policy, size, keys)),
    baseline: {
      kind: 'measured',
      label: 'the same, unclassified',
      subject: warmDecisions(plain, keys),
    },
  };
};

/** `returning` goes where the order sends it anyway, `promoted` to any cluster of the fleet. */
const variantOf = (
  state: StateName,
  policy: Policy,
  size: number,
  keys: KeySet,
): RequestVariant => {
  if (state === 'new') return {};
  if (state === 'promoted') return { lastClusterId: (index) => clusterIdAt(scatter(index, size)) };
  const { view } = rememberedFleet(size);
  const homes = Array.from({ length: keys.size }, (_, index) => {
    const decision = decide(policy, view, requestOf(index, keys.fresh(index)), 0);
    return decision.kind === 'selected' ? decision.clusterId : '';
  });
  return { lastClusterId: (index) => homes[index]! };
};
