/** The npm package `hashring` looks the same keys up; it knows nothing of load. */
import HashRing from 'hashring';
import { policyOf, warmDecisions } from '../decision-loop.js';
import { clusterIdAt, FLEET_SIZES } from '../fleet.js';
import type { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Baseline, Row } from '../subject.js';

export const hashringRows = (keys: KeySet): readonly Row[] =>
  FLEET_SIZES.map((size) => ({
    group: 'npm hashring',
    name: 'pulsar, remembered key',
    clusterCount: size,
    goalRatio: 1,
    build: () => ({
      ours: warmDecisions(
        { policy: policyOf({ algorithm: 'pulsar' }), view: rememberedFleet(size).view },
        keys,
      ),
      baseline: hashringLookup(size, keys),
    }),
  }));

/** With its own cache of 5,000 keys, as it comes. */
const hashringLookup = (size: number, keys: KeySet): Baseline => {
  const ring = new HashRing(Array.from({ length: size }, (_, index) => clusterIdAt(index)));
  let fresh: readonly string[] = [];
  return {
    kind: 'measured',
    label: 'hashring.get',
    subject: {
      operationCount: keys.size,
      prepare: () => {
        fresh = Array.from({ length: keys.size }, (_, index) => keys.fresh(index));
      },
      run: (from, to) => {
        let sum = 0;
        for (let i = from; i < to; i++) sum += ring.get(fresh[i]!)!.length;
        return sum;
      },
    },
  };
};
