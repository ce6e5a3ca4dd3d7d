/** The site of the documentation: the pages of the package, searched offline. */
import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';

/** The contents page is the one list of pages: its headings are groups, its links their pages. */
const readGroups = (): DefaultTheme.SidebarItem[] =>
  readFileSync('docs/index.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')),
      items: [...section.matchAll(/^- \[(?<text>[^\]]+)\]\((?<page>[^)]+)\)/gm)].map(
        ({ groups }) => ({
          text: groups!['text']!,
          link: new URL(groups!['page']!, 'http://site/docs/').pathname.replace(/\.md$/, ''),
        }),
      ),
    }));

export default defineConfig({
  title: 'homeward',
  description: 'Deterministic routing for LLM inference clusters',
  outDir: '../../.site',
  cacheDir: '../vitepress',
  rewrites: {
    'README.md': 'index.md',
    'deploy/README.md': 'deploy/index.md',
    'data/README.md': 'data/index.md',
  },
  lastUpdated: false,
  // No icon, and no question for one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Glossary', link: '/docs/glossary' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'API', link: '/api/' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: [...readGroups(), { text: 'API', items: [{ text: 'All exports', link: '/api/' }] }],
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
