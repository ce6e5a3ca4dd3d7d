import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentsOf } from '../../src/adapters/up/up-documents.js';
import { UP_SECRETS, UP_SETTINGS } from '../../src/adapters/up/up-settings.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';

const page = readFileSync(new URL('../../docs/up.md', import.meta.url), 'utf8');

describe('docs/up.md', () => {
  test('lists every setting of its own as the table in code has it', () => {
    expect(page).toContain(`\n${settingRows(UP_SETTINGS).join('\n')}\n`);
    expect(page).toContain(`\n${settingRows(UP_SECRETS).join('\n')}\n`);
  });

  test('shows the routing that engines of 64 slots get', () => {
    const engine = { url: 'http://e', models: [{ id: 'm' }], leftOut: [] };
    const { routing } = documentsOf([engine], 64);
    const shown: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!);
    expect(routing['models']).toEqual({ m: shown });
  });
});
