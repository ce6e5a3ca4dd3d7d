/** Every algorithm, with and without an affinity key, a hint and exclusions, at every size. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { bareLoop, hashesAndSort, mapGetAndScan } from '../baselines.js';
import {
  coldDecisions,
  keylessDecisions,
  policyOf,
  warmDecisions,
  type RequestVariant,
} from '../decision-loop.js';
import { clusterIdAt, FLEET_SIZES, fleetSnapshot, ownCreateView, scatter } from '../fleet.js';
import type { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row } from '../subject.js';
import { coldKeysPerRound } from './cold-key.js';

/** Affinity means nothing to these, beyond that the key seeds chance. */
const DIRECT: readonly AlgorithmConfig[] = [
  { algorithm: 'power-of-n' },
  { algorithm: 'random' },
  { algorithm: 'round-robin' },
];

const AFFINE: readonly AlgorithmConfig[] = [
  { algorithm: 'pulsar' },
  {
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
    lastClusterAffinity: true,
  },
  {
    algorithm: 'pulsar-wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
    lastClusterAffinity: true,
  },
];

export const everyAlgorithmRows = (keys: KeySet): readonly Row[] => [
  ...DIRECT.flatMap((config) => rowsOf(config, ['no key', 'key', 'exclusions'], keys)),
  ...AFFINE.flatMap((config) =>
    rowsOf(
      config,
      ['no key', 'warm key', 'warm key, hint', 'warm key, exclusions', 'cold key'],
      keys,
    ),
  ),
];

type Variant =
  | 'no key'
  | 'key'
  | 'exclusions'
  | 'warm key'
  | 'warm key, hint'
  | 'warm key, exclusions'
  | 'cold key';

const rowsOf = (config: AlgorithmConfig, variants: readonly Variant[], keys: KeySet): Row[] =>
  variants.flatMap((variant) =>
    FLEET_SIZES.map((size) => ({
      group: 'every algorithm',
      name: `${config.algorithm}, ${variant}`,
      clusterCount: size,
      build: () => buildRow(config, variant, size, keys),
    })),
  );

const buildRow = (
  config: AlgorithmConfig,
  variant: Variant,
  size: number,
  keys: KeySet,
): ReturnType<Row['build']> => {
  const { snapshot, view } = rememberedFleet(size);
  const policy = policyOf(config);
  const exclusions: RequestVariant = { excludedClusterIds: [clusterIdAt(1), clusterIdAt(5)] };
  const hint: RequestVariant = {
    lastClusterId: (index) => clusterIdAt(scatter(index, size)),
  };
  const warm = (requests?: RequestVariant): ReturnType<Row['build']> => ({
    ours: warmDecisions({ policy, view }, keys, requests),
    baseline: mapGetAndScan(snapshot, keys, policy.groupSize),
  });
  const baseline = bareLoop(snapshot);
  switch (variant) {
    case 'no key':
      return { ours: keylessDecisions({ policy, view }), baseline };
    case 'key':
      return { ours: warmDecisions({ policy, view }, keys), baseline };
    case 'exclusions':
      return { ours: keylessDecisions({ policy, view }, exclusions), baseline };
    case 'warm key':
      return warm();
    case 'warm key, hint':
      return warm(hint);
    case 'warm key, exclusions':
      return warm(exclusions);
    case 'cold key': {
      const fresh = ownCreateView()(fleetSnapshot(size));
      const ours = coldDecisions({ policy, view: fresh }, coldKeysPerRound(size));
      return { ours, baseline: hashesAndSort(size) };
    }
  }
};
