import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PICKER_SETTINGS } from '../../src/adapters/picker/index.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';
import { runExample } from '../support/run-example.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = read('docs/envoy.md');

describe('docs/envoy.md', () => {
  test('lists every setting as the table in code has it', () => {
    expect(page).toContain(`\n${settingRows(PICKER_SETTINGS).join('\n')}\n`);
  });

  test('shows a program that makes a picker', async () => {
    let code = /```ts\n([\s\S]*?)```/.exec(page)![1]!;
    for (const entry of ['picker', 'router', 'runtime']) {
      const source = resolve(import.meta.dirname, `../../src/adapters/${entry}/index.ts`);
      code = code.replace(`'homeward/${entry}'`, JSON.stringify(source));
    }
    expect(await runExample(code, 'picker-embedding')).toBe('0\n');
  });
});

describe('deploy/envoy', () => {
  const files = ['envoy.yaml', 'envoy-fail-open.yaml', 'envoy-full-duplex.yaml'];

  test.each(files)('%s is named on the page', (file) => {
    expect(page).toContain(`deploy/envoy/${file}`);
  });

  test('has variants that differ from envoy.yaml in what they are about only', () => {
    const settings = (file: string): string[] =>
      read(`deploy/envoy/${file}`)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
    const base = settings('envoy.yaml');
    const difference = (file: string) => {
      const other = settings(file);
      return [
        ...base.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
        ...other.filter((line) => !base.includes(line)).map((line) => `+ ${line}`),
      ];
    };
    expect(difference('envoy-fail-open.yaml')).toEqual([
      ...['- failure_mode_allow: false', '+ failure_mode_allow: true'],
    ]);
    expect(difference('envoy-full-duplex.yaml')).toEqual([
      ...['- per_connection_buffer_limit_bytes: 33554432', '- request_body_mode: BUFFERED'],
      ...['- request_trailer_mode: SKIP', '- allow_mode_override: true'],
      ...['+ request_body_mode: FULL_DUPLEX_STREAMED', '+ request_trailer_mode: SEND'],
    ]);
  });
});
