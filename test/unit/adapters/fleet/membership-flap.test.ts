import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { documentOf, engineAt, startManualFleet, TARGET } from './manual-fleet.js';

const CLUSTERS = 1000;
const FLAPS = 40;

/** Every cluster but those of one tenth. */
const without = (tenth: number): object =>
  documentOf(
    Object.fromEntries(
      Array.from({ length: CLUSTERS }, (_, i) => i)
        .filter((i) => i % 10 !== tenth)
        .map((i) => [`c${String(i)}`, [engineAt(`b${String(i)}`)]]),
    ),
  );

/** How long work takes: in time of the processor, and on the clock, others' work included. */
const createStopwatch = () => {
  const cpuMs: number[] = [];
  const wallMs: number[] = [];
  return {
    time: async (work: () => unknown): Promise<void> => {
      const startedMs = performance.now();
      const started = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(started);
      cpuMs.push((user + system) / 1000);
      wallMs.push(performance.now() - startedMs);
    },
    longestCpuMs: () => Math.max(...cpuMs),
    longestWallMs: () => Math.max(...wallMs),
    medianCpuMs: () => cpuMs.toSorted((a, b) => a - b)[cpuMs.length >> 1]!,
  };
};

test('a tenth of 1,000 clusters going and another coming pauses the router only briefly', async () => {
  const documents = [without(0), without(1)];
  const manual = await startManualFleet(documents[0]);
  const engine = createEngine();
  // Each is a turn of its own: taking in the document, publishing, compiling the view.
  const [taking, publishing, compiling] = [createStopwatch(), createStopwatch(), createStopwatch()];
  for (let flap = 0; flap < FLAPS; flap++) {
    await taking.time(() => manual.push.accept(documents[(flap + 1) % 2]));
    await publishing.time(manual.published);
    const last = manual.told.at(-1)!;
    manual.told.length = 0;
    if (last.kind !== 'snapshot') throw new Error('no snapshot');
    expect(last.snapshot.clusters).toHaveLength(900);
    await compiling.time(() => engine.publish(last.snapshot));
    expect(manual.listened()).toHaveLength(900);
    const present = flap % 2 === 0 ? 'c0' : 'c1';
    expect(manual.fleet.chooseBackend(TARGET, present, new Set())).toBeDefined();
  }
  for (const [what, watch] of Object.entries({ taking, publishing, compiling })) {
    console.log(
      `flap of 200 among 1,000 clusters, ${what}: longest ${watch.longestCpuMs().toFixed(1)} ms ` +
        `of processor (median ${watch.medianCpuMs().toFixed(1)} ms), ` +
        `${watch.longestWallMs().toFixed(1)} ms on the clock`,
    );
  }
  expect(taking.medianCpuMs()).toBeLessThan(100);
  expect(publishing.medianCpuMs()).toBeLessThan(30);
  await manual.fleet.close();
});
