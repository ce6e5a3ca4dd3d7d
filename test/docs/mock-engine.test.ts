import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAILURES } from '../../src/adapters/testing/mock-engine/failure.js';
import { MOCK_ENGINE_SETTINGS } from '../../src/adapters/testing/mock-engine/index.js';

const page = await readFile(join(import.meta.dirname, '../../docs/mock-engine.md'), 'utf8');

/** The cells of the table rows, without code marks. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()));

describe('the documentation of the mock engine', () => {
  test.each(Object.entries(MOCK_ENGINE_SETTINGS))('describes the setting %s', (name, spec) => {
    const row = rows.find((cells) => cells[1] === name);
    expect(row?.slice(2, 5)).toEqual([`--${spec.flag}`, spec.default, spec.meaning]);
  });

  test.each(Object.keys(FAILURES))('describes the failure mode %s', (mode) => {
    expect(rows.some((cells) => cells[1] === mode)).toBe(true);
  });
});
