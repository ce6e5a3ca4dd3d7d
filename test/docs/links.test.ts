import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, root } from '../package/packed-folder.js';
import { anchorsOf, linksOf, PAGES, readPage } from './pages.js';

const isExternal = (link: string): boolean => /^[a-z]+:/.test(link);

/** What an installed package holds beside the folders and files it lists. */
const ALWAYS_SHIPPED = ['README.md', 'LICENSE', 'package.json'];

const isShipped = (path: string): boolean =>
  [...manifest.files, ...ALWAYS_SHIPPED].some(
    (file) => path === file || path.startsWith(`${file}/`),
  );

const problemOf = (page: string, link: string): string | undefined => {
  const [file, anchor] = link.split('#') as [string, string | undefined];
  const path = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(root, path))) return 'there is no such file';
  if (!isShipped(path)) return 'does not come with the package';
  if (anchor !== undefined && !anchorsOf(readPage(path)).includes(anchor)) return 'no such heading';
  return undefined;
};

describe.each(PAGES)('%s', (page) => {
  const links = linksOf(readPage(page));

  test('links only to what is there in an installed package', () => {
    const broken = links
      .filter((link) => !isExternal(link))
      .map((link) => ({ link, problem: problemOf(page, link) }))
      .filter(({ problem }) => problem !== undefined);
    expect(broken).toEqual([]);
  });
});

test('no link of the README leaves the package', () => {
  expect(linksOf(readPage('README.md')).filter(isExternal)).toEqual([]);
});
