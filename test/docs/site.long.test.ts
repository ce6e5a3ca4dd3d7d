import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../package/packed-folder.js';
import { hasChromium, openChromium } from '../support/chromium.js';
import { PAGES } from './pages.js';

const SITE = join(root, '.site');
const WIDTHS = [1280, 390] as const;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

type Seen = Readonly<{ title: string; overflow: number }>;

/** Run in the browser: the heading of the page, and by how many pixels it is too wide. */
const LOOK = `({
  title: document.querySelector('main h1')?.textContent ?? '',
  overflow: document.documentElement.scrollWidth - window.innerWidth,
})`;

/** Whether the site is not there, or older than a page or than what builds it. */
const isStale = (): boolean => {
  const built = join(SITE, 'index.html');
  if (!existsSync(built)) return true;
  const builtMs = statSync(built).mtimeMs;
  const sources = [
    ...PAGES,
    'CHANGELOG.md',
    ...readdirSync(join(root, 'build/site')).map((name) => `build/site/${name}`),
  ];
  return sources.some((source) => statSync(join(root, source)).mtimeMs > builtMs);
};

const fileOf = (path: string): string => {
  const file = join(SITE, decodeURIComponent(path.split('?')[0]!));
  return existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file;
};

const serveSite = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const file = fileOf(request.url ?? '/');
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

let server: Server | undefined;
let browser: Browser | undefined;
let origin: string;

/** A window of a width, and what goes wrong in it or is asked of other hosts. */
const openWindow = async (width: number): Promise<{ page: Page; faults: string[] }> => {
  const page = await browser!.newPage({ viewport: { width, height: 800 } });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) {
      faults.push(`asks ${request.url()}`);
    }
  });
  return { page, faults };
};

const pathOf = (page: string): string =>
  `/${page.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')}`;

describe.skipIf(!hasChromium)('the site of the documentation', () => {
  beforeAll(async () => {
    if (isStale()) {
      execFileSync('npm', ['run', '--silent', 'docs:site'], { cwd: root, stdio: 'pipe' });
    }
    server = await serveSite();
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    browser = await openChromium();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test.each(WIDTHS)('shows every page %i pixels wide, whole and without a fault', async (width) => {
    const { page, faults } = await openWindow(width);
    for (const path of [...PAGES.map(pathOf), '/api/index.html']) {
      await page.goto(`${origin}${path}`);
      const seen = await page.evaluate<Seen>(LOOK);
      expect(seen.title, path).not.toBe('');
      expect(seen.overflow, path).toBeLessThanOrEqual(0);
      expect(await page.locator('header .VPNavBar').isVisible(), path).toBe(true);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each(WIDTHS)('finds a word %i pixels wide, without asking any other host', async (width) => {
    const { page, faults } = await openWindow(width);
    await page.goto(`${origin}/docs/index.html`, { waitUntil: 'networkidle' });
    await page.locator('#local-search button').click();
    await page.locator('.VPLocalSearchBox input').fill('max_queued');
    await page.locator('.VPLocalSearchBox a.result').first().click();
    await expect.poll(() => page.url()).toMatch(/\.html#.*max/i);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('has the groups of the contents page beside every page', async () => {
    const { page } = await openWindow(1280);
    await page.goto(`${origin}/docs/gateway.html`);
    const groups = await page.locator('.VPSidebar h2').allTextContents();
    expect(groups).toEqual(['Tutorial', 'How-to', 'Reference', 'Explanation', 'API']);
    await page.close();
  });
});
