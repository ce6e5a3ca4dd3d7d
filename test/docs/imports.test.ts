import { expect, test } from 'vitest';
import { manifest } from '../package/packed-folder.js';
import { PAGES, readPage } from './pages.js';

/** What somebody who has installed homeward can import without more ado. */
const isThere = (specifier: string): boolean =>
  /^(homeward(\/|$)|node:|\.)/.test(specifier) ||
  Object.keys(manifest.peerDependencies).includes(specifier) ||
  ['openai', 'fastify', 'hono', '@hono/node-server'].includes(specifier);

test.each(PAGES)('%s imports nothing that comes with homeward by chance only', (page) => {
  const blocks = readPage(page).match(/```(ts|js)\n[\s\S]*?```/g) ?? [];
  const specifiers = blocks.flatMap((block) =>
    [...block.matchAll(/\bfrom '([^']+)'/g)].map(([, specifier]) => specifier!),
  );
  expect(specifiers.filter((specifier) => !isThere(specifier))).toEqual([]);
});
