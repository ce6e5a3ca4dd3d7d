import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openChromium } from '../../../support/chromium.js';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase } from './sample-case.js';

let cli: Cli;
let browser: Browser | undefined;

beforeAll(async () => {
  cli = openCli();
  if (hasChromium) browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  cli.remove();
});

/** CSS px of A4 on its side, between margins of 12 mm. */
const PAPER_WIDTH = 1032;

/** Run in the browser: what on the page is wider than paper, and how many charts are drawn. */
const LOOK = `(() => {
  document.body.style.width = '${String(PAPER_WIDTH)}px';
  const edge = document.body.getBoundingClientRect().right + 1;
  const tooWide = [...document.querySelectorAll('figure, canvas, table')]
    .filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.tagName + ' ' + one.textContent.slice(0, 40));
  const breaks = ['figure', 'tr', '.moves > div'].flatMap((selector) =>
    [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one).breakInside));
  return { tooWide, breaks: [...new Set(breaks)], charts: document.querySelectorAll('canvas').length };
})()`;

type Look = Readonly<{ tooWide: string[]; breaks: string[]; charts: number }>;

/** What a page looks like on paper, printed from a window of a width. */
const print = async (file: string, width: number): Promise<Look & Readonly<{ pages: number }>> => {
  const page = await browser!.newPage({ viewport: { width, height: 800 } });
  await page.goto(pathToFileURL(join(cli.folder, file)).href);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;
  await page.emulateMedia({ media: 'print' });
  const look: Look = await page.evaluate(LOOK);
  await page.close();
  return { ...look, pages };
};

/** Records of requests over so many clusters. */
const recordsOver = (count: number): string => {
  const [cluster] = sampleCase.snapshot.clusters;
  const clusters = Array.from({ length: count }, (_, at) => ({
    ...cluster,
    cluster_id: `engine-${String(at)}.inference.example.internal:8000`,
  }));
  const snapshot = { ...sampleCase.snapshot, clusters };
  return clusters
    .map(({ cluster_id }, at) => {
      const request = { ...sampleCase.request, request_id: `r${String(at)}` };
      const decision = { kind: 'selected', cluster_id, session_state: 'new' };
      return JSON.stringify({ ...sampleCase, snapshot, request, elapsed_ms: 0, decision });
    })
    .join('\n');
};

describe.skipIf(!hasChromium)('a page of results, printed', () => {
  test.each([1280, 390])('from a window of %i px: nothing is cut off', async (width) => {
    await cli.run(['simulate', '--scenario', 'saturated-rank-one', '--out', 'report']);
    const report = await print('report/report.html', width);
    expect(report).toMatchObject({ tooWide: [], breaks: ['avoid'], charts: 14 });
    expect(report.pages).toBeLessThanOrEqual(7);

    writeFileSync(join(cli.folder, 'records.jsonl'), recordsOver(30));
    writeFileSync(
      join(cli.folder, 'other.json'),
      JSON.stringify({ models: { m: { ...sampleCase.config, cache_affinity_wait_ms: 0 } } }),
    );
    const flags = ['--config', 'other.json', '--out', 'other.html'];
    expect((await cli.run(['replay', 'records.jsonl', ...flags])).status).toBe(0);
    const comparison = await print('other.html', width);
    expect(comparison).toMatchObject({ tooWide: [], breaks: ['avoid'], charts: 3 });
    expect(comparison.pages).toBeLessThanOrEqual(4);
  });
});
