import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/runtime/index.js';
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

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

test('a tenth of 1,000 clusters coming and another going pauses the router only briefly', async () => {
  const documents = [without(0), without(1)];
  const manual = await startManualFleet(documents[0]);
  const engine = createEngine();
  const pausesMs: number[] = [];
  const lap = (work: () => void): number => {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  };
  for (let flap = 0; flap < FLAPS; flap++) {
    // Reading the document, opening and closing members; then publishing; each is one pause.
    const takingMs = lap(() => manual.push.accept(documents[(flap + 1) % 2]));
    const publishedAtMs = performance.now();
    await manual.published();
    const publishingMs = performance.now() - publishedAtMs;
    const last = manual.told.at(-1)!;
    manual.told.length = 0;
    if (last.kind !== 'snapshot') throw new Error('no snapshot');
    expect(last.snapshot.clusters).toHaveLength(900);
    const compilingMs = lap(() => engine.publish(last.snapshot));
    pausesMs.push(takingMs, publishingMs, compilingMs);
    expect(manual.listened()).toHaveLength(900);
    const present = flap % 2 === 0 ? 'c0' : 'c1';
    expect(manual.fleet.chooseBackend(TARGET, present, new Set())).toBeDefined();
  }
  pausesMs.sort((a, b) => a - b);
  console.log(
    `flap of 200 among 1,000 clusters: longest pause ${pausesMs.at(-1)!.toFixed(1)} ms, ` +
      `95 % below ${percentile(pausesMs, 0.95).toFixed(1)} ms`,
  );
  // The median says what the work costs; the longest one also has what else the machine does.
  expect(percentile(pausesMs, 0.5)).toBeLessThan(100);
  await manual.fleet.close();
});
