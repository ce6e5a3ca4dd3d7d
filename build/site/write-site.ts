/** Builds the site of the documentation into `.site`: `npm run docs:site`. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build as bundle } from 'esbuild';
import { build } from 'vitepress';
import { playgroundPage } from '../playground-page.js';
import { writeApi } from './write-api.js';

const PAGES = '.cache/site';
const SITE = '.site';

/** Pages, and what they link to, at their places in the package. */
const SOURCES = ['README.md', 'CHANGELOG.md', 'docs', 'deploy/README.md', 'data/README.md'];

/** What pages link to that is no page; the site hands it out as it is. */
const FILES = ['LICENSE', 'examples', 'schemas'];

rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES, { recursive: true });
for (const source of SOURCES) cpSync(source, `${PAGES}/${source}`, { recursive: true });
for (const file of FILES) cpSync(file, `${PAGES}/public/${file}`, { recursive: true });
await writeApi(`${PAGES}/api`);
await bundle({
  entryPoints: ['build/site/site-config.ts'],
  outfile: `${PAGES}/.vitepress/config.mjs`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
await build(PAGES);
mkdirSync(`${SITE}/playground`, { recursive: true });
writeFileSync(`${SITE}/playground/index.html`, await playgroundPage(process.cwd()));
