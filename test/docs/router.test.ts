import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as router from '../../src/adapters/router/index.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';
import { runExample } from '../support/run-example.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/router.md'), 'utf8');

describe('docs/router.md', () => {
  test('lists every setting as the table in code has it', () => {
    const cells = (row: string) => row.split('|').map((cell) => cell.trim());
    const written = page.split('\n').filter((line) => line.startsWith('| `--'));
    expect(written.map(cells)).toEqual(settingRows(router.ROUTER_SETTINGS).map(cells));
  });

  test('shows a program that routes a request', async () => {
    const code = /```ts\n([\s\S]*?)```/.exec(page)![1]!;
    expect(await runExample(code, 'router-embedding')).toBe('response of a1 (A), queue 0 ms\n');
  });
});

describe('homeward/router', () => {
  test('exports these names', () => {
    expect(Object.keys(router).sort()).toEqual([
      'ROUTER_SETTINGS',
      'createFileRecorder',
      'createFileSource',
      'createFleet',
      'createHttpSource',
      'createPushSource',
      'createRouter',
      'openRouter',
      'startRouterServer',
      'systemClock',
    ]);
  });
});
