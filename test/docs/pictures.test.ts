import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPanels, readRecord, STORY } from '../../build/pictures/dashboard/record.js';
import { measureLoad, RATES, readSweep } from '../../build/pictures/load-sweep.js';
import { drawPictures } from '../../build/pictures/pictures.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/pictures');

test('the pictures of the documentation are drawn from what there is: npm run docs:pictures', async () => {
  const drawn = await drawPictures(root);
  for (const [name, svg] of Object.entries(drawn)) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(svg);
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  expect(files.filter((name) => !(name in drawn))).toEqual([]);
});

test('the load sweep is what the simulator says: npm run docs:pictures -- --measure', async () => {
  const sweep = readSweep(root);
  const name = 'pulsar-wait-and-widen, flag on';
  for (const at of [0, RATES.length - 1]) {
    expect(await measureLoad(root, name, RATES[at]!)).toBe(sweep[name][at]);
  }
});

test('the figures of the dashboard were recorded with its expressions: npm run docs:pictures -- --record', () => {
  const asked = readPanels(root).flatMap(({ title, targets }) =>
    targets === undefined ? [] : [{ title, expressions: targets.map(({ expr }) => expr) }],
  );
  const record = readRecord(root);
  expect(record.map(({ title, expressions }) => ({ title, expressions }))).toEqual(asked);
  const lines = record.flatMap((panel) => panel.lines);
  for (const { values } of lines)
    expect(values).toHaveLength(STORY.seconds / STORY.stepSeconds + 1);
});

test('every picture is shown on some page', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, 'docs', name), 'utf8'))
    .join('\n');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.svg'))) {
    expect(pages, name).toContain(`pictures/${name})`);
  }
});
