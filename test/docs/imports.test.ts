import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifest } from '../package/packed-folder.js';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** What somebody who has installed homeward can import without more ado. */
const isThere = (specifier: string): boolean =>
  /^(homeward(\/|$)|node:|\.)/.test(specifier) ||
  Object.keys(manifest.peerDependencies).includes(specifier) ||
  specifier === 'openai';

test.each(pages)('%s imports nothing that comes with homeward by chance only', (page) => {
  const blocks = readFileSync(page, 'utf8').match(/```(ts|js)\n[\s\S]*?```/g) ?? [];
  const specifiers = blocks.flatMap((block) =>
    [...block.matchAll(/\bfrom '([^']+)'/g)].map(([, specifier]) => specifier!),
  );
  expect(specifiers.filter((specifier) => !isThere(specifier))).toEqual([]);
});
