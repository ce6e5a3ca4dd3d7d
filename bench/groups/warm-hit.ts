/** A key that is remembered, and a choice within its affinity group: the everyday decision. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { mapGetAndScan } from '../baselines.js';
import { policyOf, warmDecisions } from '../decision-loop.js';
import { FLEET_SIZES } from '../fleet.js';
import type { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row } from '../subject.js';

const group = 'warm affinity hit';

/** How much slower the largest fleet may be than the smallest and still count as flat. */
const FLAT_RATIO = 1.5;

const CASES: readonly Readonly<{ name: string; k: number; config: AlgorithmConfig }>[] = [
  ...[1, 2].flatMap((k) => [
    {
      name: `wait-and-widen, k=${String(k)}`,
      k,
      config: { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: k } as const,
    },
    {
      name: `pulsar-wait-and-widen, k=${String(k)}`,
      k,
      config: {
        algorithm: 'pulsar-wait-and-widen',
        cacheAffinityBackendSelectionCount: k,
      } as const,
    },
  ]),
  { name: 'pulsar', k: 1, config: { algorithm: 'pulsar' } },
];

export const warmHitRows = (keys: KeySet): readonly Row[] =>
  CASES.flatMap((testCase) => [
    ...FLEET_SIZES.map((size) => hitRow(testCase, size, keys)),
    flatRow(testCase, keys),
  ]);

const hitRow = ({ name, k, config }: (typeof CASES)[number], size: number, keys: KeySet): Row => ({
  group,
  name,
  clusterCount: size,
  goalRatio: 4,
  build: () => {
    const { snapshot, view } = rememberedFleet(size);
    return {
      ours: warmDecisions({ policy: policyOf(config), view }, keys),
      baseline: mapGetAndScan(snapshot, keys, k),
    };
  },
});

const flatRow = ({ name, config }: (typeof CASES)[number], keys: KeySet): Row => ({
  group,
  name: `${name}, flat`,
  clusterCount: FLEET_SIZES.at(-1)!,
  goalRatio: FLAT_RATIO,
  build: () => {
    const policy = policyOf(config);
    const decisionsAt = (size: number) =>
      warmDecisions({ policy, view: rememberedFleet(size).view }, keys);
    return {
      ours: decisionsAt(FLEET_SIZES.at(-1)!),
      baseline: {
        kind: 'measured',
        label: `the same at ${String(FLEET_SIZES[0])}`,
        subject: decisionsAt(FLEET_SIZES[0]),
      },
    };
  },
});
