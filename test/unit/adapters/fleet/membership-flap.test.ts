import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { costGrowth } from '../../../support/cost-growth.js';
import { documentOf, engineAt, startManualFleet, TARGET } from './manual-fleet.js';

const FLAPS = 4;

/** Every cluster but those of one tenth. */
const without = (tenth: number, clusterCount: number): object =>
  documentOf(
    Object.fromEntries(
      Array.from({ length: clusterCount }, (_, i) => i)
        .filter((i) => i % 10 !== tenth)
        .map((i) => [`c${String(i)}`, [engineAt(`b${String(i)}`)]]),
    ),
  );

/** A tenth of the clusters goes and another comes, a few times over. */
const flap = async (clusterCount: number): Promise<void> => {
  const documents = [without(0, clusterCount), without(1, clusterCount)];
  const manual = await startManualFleet(documents[0]);
  const runtime = createEngine();
  for (let turn = 0; turn < FLAPS; turn++) {
    await manual.push.accept(documents[(turn + 1) % 2]);
    await manual.published();
    const last = manual.told.at(-1)!;
    manual.told.length = 0;
    if (last.kind !== 'snapshot') throw new Error('no snapshot');
    expect(last.snapshot.clusters).toHaveLength(clusterCount * 0.9);
    runtime.publish(last.snapshot);
    expect(manual.listened()).toHaveLength(clusterCount * 0.9);
    const present = turn % 2 === 0 ? 'c0' : 'c1';
    expect(manual.fleet.chooseBackend(TARGET, present, new Set())).toBeDefined();
  }
  await manual.fleet.close();
};

test('a tenth of many clusters going and another coming costs as much as there are clusters', async () => {
  // Eight times the clusters: 64 times the work if any of them were compared with all others.
  expect(await costGrowth(120, 8, flap)).toBeLessThan(32);
});
