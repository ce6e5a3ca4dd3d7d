/** The playground, opened in a real browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playgroundPage } from '../../build/playground-page.js';
import { decideCase, encodeCaseFaults, parseCase } from '../../src/adapters/cases/index.js';
import { createView } from '../../src/index.js';
import { toFragment, type CaseJson } from '../../playground/case-json.js';
import { PRESETS } from '../../playground/presets.js';
import { hasChromium, openChromium } from '../support/chromium.js';

const root = resolve(import.meta.dirname, '../..');

const cases = readFileSync(join(root, 'test/golden/decisions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { case: CaseJson }).case);

const decideHere = (json: unknown): unknown => {
  const parsed = parseCase(json, createView);
  return parsed._tag === 'Left' ? encodeCaseFaults(parsed.left) : decideCase(parsed.right);
};

describe.skipIf(!hasChromium)('the playground', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const errors: string[] = [];

  const open = async (fragment = '', width = 1280): Promise<void> => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('about:blank');
    await page.goto(`file://${folder}/index.html${fragment}`);
    await page.waitForSelector('body[data-ready=true]');
  };

  const verdict = async (): Promise<string> => (await page.textContent('#verdict'))!;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'homeward-playground-'));
    writeFileSync(join(folder, 'index.html'), await playgroundPage(root));
    browser = await openChromium();
    page = await browser.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(String(error)));
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('decides every golden case as Node does', async () => {
    await open();
    const there = await page.evaluate(
      (given) =>
        given.map((json) =>
          (
            globalThis as unknown as { homewardPlayground: { decide: (json: unknown) => unknown } }
          ).homewardPlayground.decide(json),
        ),
      cases as never[],
    );
    expect(there).toEqual(JSON.parse(JSON.stringify(cases.map(decideHere))));
  });

  test('opens with a decision, without asking anybody for anything', async () => {
    asked.length = 0;
    await open();
    expect(await verdict()).toBe(
      'Wait 300 ms, until 300 ms after arrival: then the affinity wait is over and the search widens.',
    );
    expect(
      asked.filter(
        (url) => !url.startsWith('file:') && !url.startsWith('data:') && url !== 'about:blank',
      ),
    ).toEqual([]);
  });

  test('tells a new decision when time is moved, by keyboard alone', async () => {
    await open();
    await page.focus('#elapsed');
    await page.keyboard.press('End');
    expect(await verdict()).toMatch(/^Selected "/);
    await page.keyboard.press('Home');
    expect(await verdict()).toMatch(/^Wait 300 ms/);
    await page.fill('#elapsed-exact', '299.5');
    expect(await verdict()).toMatch(/^Wait 0.5 ms/);
    expect(await page.getAttribute('#verdict', 'aria-live')).toBe('polite');
  });

  test('moves the hinted cluster to the front, and shows both orders', async () => {
    await open(`#${toFragment(PRESETS['bands open one after the other']!)}`);
    await page.getByLabel('last cluster (the hint)').selectOption('F');
    expect(await page.textContent('#order')).toMatch(/in front.*1\. F.*Before that/);
    expect(await page.textContent('#rows tbody tr')).toMatch(/^F1/);
  });

  test('opens a state from its address, and keeps the address current', async () => {
    for (const json of cases.slice(0, 12)) {
      await open(`#${toFragment(json)}`);
      const text = await page.inputValue('#json');
      expect(decideHere(JSON.parse(text))).toEqual(decideHere(json));
    }
    await open();
    await page.getByLabel('running of cluster 1').fill('0');
    const address = await page.evaluate('location.href');
    expect(await verdict()).toMatch(/^Selected "A"/);
    await open(new URL(String(address)).hash);
    expect(await verdict()).toMatch(/^Selected "A"/);
  });

  test('says what is wrong with a case, and goes on once it is mended', async () => {
    await open();
    await page.click('summary');
    const text = await page.inputValue('#json');
    await page.fill('#json', '{');
    expect(await page.textContent('#faults')).not.toBe('');
    await page.fill(
      '#json',
      text.replace('"cache_affinity_wait_ms": 300', '"cache_affinity_wait_ms": -1'),
    );
    expect(await page.textContent('#faults')).toContain('config.cache_affinity_wait_ms');
    await page.fill('#json', text);
    expect(await page.textContent('#faults')).toBe('');
  });

  test('adds and removes clusters, and offers the settings of the algorithm', async () => {
    await open();
    await page.click('#add');
    expect(await page.locator('#rows tbody tr').count()).toBe(4);
    await page.getByLabel('remove cluster 4').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('add');
    await page.getByLabel('algorithm').selectOption('round-robin');
    expect(await page.getByLabel('cache_affinity_wait_ms').count()).toBe(0);
    expect(await verdict()).toMatch(/it is its turn/);
  });

  test.each(Object.keys(PRESETS))('can decide: %s', async (words) => {
    await open();
    await page.getByLabel('Start from').selectOption(words);
    expect(await page.textContent('#faults')).toBe('');
    expect(await verdict()).not.toBe('');
  });

  test.each([1280, 390])('fits into %i pixels, with a name for every control', async (width) => {
    await open('', width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.click('summary');
    const nameless = await page.evaluate(() => {
      const document = (globalThis as unknown as { document: any }).document; // eslint-disable-line @typescript-eslint/no-explicit-any
      return [...document.querySelectorAll('input, select, textarea, button')]
        .filter((control) => !control.labels?.length && !control.ariaLabel && !control.textContent)
        .map((control) => String(control.outerHTML));
    });
    expect(nameless).toEqual([]);
  });

  test('runs without an error', () => {
    expect(errors).toEqual([]);
  });
});
