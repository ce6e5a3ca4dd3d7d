/** Every code block of the pages is held by a test; a block that is not says why. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../package/packed-folder.js';
import { PAGES, readPage } from './pages.js';

/** The test that holds the blocks of a language of a page, and how many there are. */
type Held = readonly [language: string, count: number, by: string];

/** What nobody can run: pictures in letters, what a start prints, a grammar. */
const DRAWN = 'drawn';

const OWN = 'test/docs/';

const HELD: Readonly<Record<string, readonly Held[]>> = {
  'README.md': [['text', 1, DRAWN]],
  'deploy/README.md': [['yaml', 2, 'test/package/deploy/containers.test.ts']],
  'docs/architecture.md': [['', 2, DRAWN]],
  'docs/choosing-settings.md': [['json', 1, `${OWN}guides.test.ts`]],
  'docs/command-line.md': [
    ['json', 3, `${OWN}command-line.test.ts`],
    ['text', 3, `${OWN}command-line.test.ts`],
  ],
  'docs/decision-records.md': [
    ['json', 1, `${OWN}records.test.ts`],
    ['text', 1, `${OWN}records.test.ts`],
  ],
  'docs/deployment.md': [
    ['json', 3, `${OWN}guides.test.ts`],
    ['yaml', 1, `${OWN}guides.test.ts`],
  ],
  'docs/embedding.md': [['ts', 5, `${OWN}embedding.test.ts`]],
  'docs/engine-metrics.md': [['json', 1, `${OWN}guides.test.ts`]],
  'docs/envoy.md': [
    ['text', 1, DRAWN],
    ['ts', 1, `${OWN}envoy.test.ts`],
  ],
  'docs/fleet.md': [
    ['json', 1, `${OWN}fleet.test.ts`],
    ['text', 1, `${OWN}fleet.test.ts`],
  ],
  'docs/gateway.md': [['json', 1, `${OWN}gateway.test.ts`]],
  'docs/load-balancer-configuration.md': [
    ['json', 1, 'test/unit/core/config.test.ts'],
    ['text', 1, `${OWN}guides.test.ts`],
  ],
  'docs/measuring.md': [['promql', 1, `${OWN}guides.test.ts`]],
  'docs/overview/llm-gateway.md': [['text', 1, DRAWN]],
  'docs/router.md': [
    ['json', 1, `${OWN}guides.test.ts`],
    ['ts', 1, `${OWN}router.test.ts`],
  ],
  'docs/routing-expressions.md': [
    ['abnf', 1, DRAWN],
    ['create', 1, `${OWN}routing-expressions.test.ts`],
    ['fault', 1, `${OWN}routing-expressions.test.ts`],
    ['form', 2, `${OWN}routing-expressions.test.ts`],
    ['js', 1, `${OWN}routing-expressions.test.ts`],
    ['json', 1, `${OWN}routing-expressions.test.ts`],
    ['rejection', 7, `${OWN}routing-expressions.test.ts`],
    ['text', 1, `${OWN}routing-expressions.test.ts`],
    ['update', 1, `${OWN}routing-expressions.test.ts`],
  ],
  'docs/security.md': [['yaml', 1, `${OWN}guides.test.ts`]],
  'docs/simulator.md': [
    ['json', 1, `${OWN}simulator.test.ts`],
    ['ts', 1, `${OWN}simulator.test.ts`],
  ],
  'docs/snapshot.md': [
    ['json', 1, 'test/unit/core/snapshot-codec.test.ts'],
    ['text', 1, `${OWN}guides.test.ts`],
  ],
  'docs/start.md': [['json', 1, `${OWN}guides.test.ts`]],
  'docs/up.md': [
    ['json', 1, `${OWN}up.test.ts`],
    ['text', 1, DRAWN],
  ],
};

type Block = Readonly<{ language: string; isProgramWithOutput: boolean; isOutput: boolean }>;

const FENCED = /^```(?<language>\w*)\n[^]*?\n?```$/gm;

const blocksIn = (page: string): readonly Block[] => {
  const text = readPage(page);
  const found = [...text.matchAll(FENCED)];
  const follows = (at: number): boolean => {
    const [before, after] = [found[at], found[at + 1]];
    return (
      before?.groups!['language'] === 'ts' &&
      after?.groups!['language'] === 'text' &&
      text.slice(before.index + before[0].length, after.index).trim() === ''
    );
  };
  return found.map(({ groups }, at) => ({
    language: groups!['language']!,
    isProgramWithOutput: follows(at),
    isOutput: follows(at - 1),
  }));
};

/** Blocks that neither examples.test.ts nor shell-lines.test.ts runs, by language. */
const otherBlocks = (page: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { language, isProgramWithOutput, isOutput } of blocksIn(page)) {
    if (isProgramWithOutput || isOutput || language === 'sh') continue;
    counts[language] = (counts[language] ?? 0) + 1;
  }
  return counts;
};

test.each(PAGES)('every block of %s is held by a test, or drawn', (page) => {
  const held = Object.fromEntries((HELD[page] ?? []).map(([language, count]) => [language, count]));
  expect(otherBlocks(page)).toEqual(held);
});

test.each(Object.entries(HELD))('the tests that hold blocks of %s name it', (page, held) => {
  for (const [, , by] of held) {
    if (by === DRAWN) continue;
    expect(existsSync(join(root, by)), by).toBe(true);
    expect(readFileSync(join(root, by), 'utf8'), by).toContain(basename(page));
  }
});
