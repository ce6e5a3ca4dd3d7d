/** The reference of the site is not written where something exported is not described. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeApi } from '../../build/site/write-api.js';

const ROOT = 'test/docs/api-sources';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeward-api-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (...names: readonly string[]): Promise<void> =>
  writeApi(folder, {
    root: ROOT,
    entries: Object.fromEntries(names.map((name) => [name, `${ROOT}/${name}.ts`])),
    tsconfig: `${ROOT}/tsconfig.json`,
  });

test('an export without a doc comment is named, and nothing is written', async () => {
  await expect(write('described', 'bare')).rejects.toThrow(
    'exports without a doc comment:\n  homeward/bare bare',
  );
  expect(existsSync(join(folder, 'index.md'))).toBe(false);
});

test('a doc comment that links to nothing is a fault, too', async () => {
  await expect(write('described', 'misdirected')).rejects.toThrow('the API reference has faults');
});

test('described exports become pages', async () => {
  // One entry alone would be no module.
  await write('described', 'index');
  expect(existsSync(join(folder, 'index.md'))).toBe(true);
});
