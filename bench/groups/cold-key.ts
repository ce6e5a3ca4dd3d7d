/** A key nobody remembers: its affinity order is computed. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { hashesAndSort } from '../baselines.js';
import { coldDecisions, policyOf } from '../decision-loop.js';
import { FLEET_SIZES, fleetSnapshot, ownCreateView } from '../fleet.js';
import type { Row } from '../subject.js';

const CONFIGS: readonly AlgorithmConfig[] = [
  { algorithm: 'pulsar' },
  { algorithm: 'pulsar-wait-and-widen' },
  { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 2 },
];

export const coldKeyRows = (): readonly Row[] =>
  CONFIGS.flatMap((config) =>
    FLEET_SIZES.map((size) => ({
      group: 'cold key',
      name: config.algorithm,
      clusterCount: size,
      goalRatio: 1.5,
      build: () => ({
        ours: coldDecisions(
          { policy: policyOf(config), view: ownCreateView()(fleetSnapshot(size)) },
          coldKeysPerRound(size),
        ),
        baseline: hashesAndSort(size),
      }),
    })),
  );

/** About a millisecond's worth of rankings. */
export const coldKeysPerRound = (size: number): number => Math.max(1, Math.round(2048 / size));
