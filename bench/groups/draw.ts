/** Chance: what one seeded number costs. */
import { createGenerator } from '../../src/core/selection/chance.js';
import { seedAndCall } from '../baselines.js';
import { requestOf } from '../decision-loop.js';
import { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row } from '../subject.js';

const keys = new KeySet(1024);

export const drawRows = (): readonly Row[] => [
  drawRow('without an affinity key', () => undefined),
  drawRow('with an affinity key', (index) => keys.fresh(index)),
];

const drawRow = (name: string, keyOf: (index: number) => string | undefined): Row => ({
  group: 'one seeded draw',
  name,
  clusterCount: 8,
  goalRatio: 1.3,
  build: () => {
    const { view } = rememberedFleet(8);
    const requests = Array.from({ length: 1024 }, (_, index) => requestOf(index, keyOf(index)));
    return {
      ours: {
        run: (from, to) => {
          let sum = 0;
          for (let i = from; i < to; i++) sum += createGenerator(view, '', requests[i % 1024]!)();
          return sum;
        },
      },
      baseline: seedAndCall(),
    };
  },
});
