/** Whole decisions against published figures for weighted rendezvous hashing alone. */
import { policyOf, warmDecisions } from '../decision-loop.js';
import type { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row } from '../subject.js';

/** Endpoints and ns per pick. Other machines, other language: for orientation only. */
const PUBLISHED = [
  [4, 49],
  [16, 113],
  [64, 392],
  [256, 1640],
  [1024, 6603],
] as const;

export const orientationRows = (keys: KeySet): readonly Row[] =>
  PUBLISHED.map(([size, nsPerOperation]) => ({
    group: 'orientation',
    name: 'pulsar, remembered key',
    clusterCount: size,
    build: () => ({
      ours: warmDecisions(
        { policy: policyOf({ algorithm: 'pulsar' }), view: rememberedFleet(size).view },
        keys,
      ),
      baseline: { kind: 'published', label: 'published rendezvous pick', nsPerOperation },
    }),
  }));
