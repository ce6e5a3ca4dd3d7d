/** The pages that come with the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package/packed-folder.js';

/** Paths from the root of the package: `README.md`, `docs/gateway.md`. */
export const PAGES: readonly string[] = [
  'README.md',
  'deploy/README.md',
  'data/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The code blocks of a language, without their fences. */
export const blocksOf = (page: string, language: string): string[] =>
  [...readPage(page).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map(
    ([, text]) => text!,
  );

/** Markdown without its code blocks and code spans, so that only prose is left. */
const proseOf = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** Where the links and pictures of a page lead to. */
export const linksOf = (text: string): string[] =>
  [...proseOf(text).matchAll(/\]\((?<to>[^)\s]+)\)/g)].map(({ groups }) => groups!['to']!);

/** The anchors of a page's headings, as GitHub and the site make them. */
export const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (?<title>.+)$/gm)].map(({ groups }) =>
    groups!
      ['title']!.toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
