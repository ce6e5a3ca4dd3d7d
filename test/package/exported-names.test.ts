/**
 * What every entry of the package exports, pinned in `exported-names.txt`.
 *
 * After a change that is meant, run this test with `--update` and read the difference.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES } from '../../entries.js';

/** Entries that run when they are loaded, and export nothing. */
const PROGRAMS = ['cli', 'bench/main'];

test('every entry exports the names it is pinned to', async () => {
  const blocks: string[] = [];
  for (const [entry, source] of Object.entries(ENTRIES)) {
    if (PROGRAMS.includes(entry)) continue;
    const path = join(import.meta.dirname, '../..', source);
    const names = Object.keys((await import(path)) as object).sort();
    expect(names, `${entry} (${source}) exports nothing`).not.toEqual([]);
    blocks.push([`${entry}:`, ...names.map((name) => `  ${name}`), ''].join('\n'));
  }
  await expect(blocks.sort().join('\n')).toMatchFileSnapshot('exported-names.txt');
});

test('the root exports what an embedding service starts from, on every platform', async () => {
  const [node, browser] = await Promise.all([
    import('../../src/index.js'),
    import('../../src/index.browser.js'),
  ]);
  expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
  expect(Object.keys(node)).toEqual(
    expect.arrayContaining([
      ...['parseLbConfig', 'parseSnapshot', 'compilePolicy', 'createView'],
      ...['reserve', 'decide', 'explain', 'timeline'],
    ]),
  );
});
