import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as gateway from '../../src/adapters/gateway/index.js';
import { LAST_CLUSTER_SETTINGS } from '../../src/adapters/gateway/last-cluster/settings.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';

const page = readFileSync(new URL('../../docs/gateway.md', import.meta.url), 'utf8');

describe('docs/gateway.md', () => {
  test('lists every setting as the table in code has it', () => {
    expect(page).toContain(`\n${settingRows(gateway.GATEWAY_SETTINGS).join('\n')}\n`);
    expect(page).toContain(`\n${settingRows(LAST_CLUSTER_SETTINGS).join('\n')}\n`);
  });

  test('shows a model file that is well', () => {
    const json = /```json\n([\s\S]*?)```/.exec(page)![1]!;
    expect(gateway.parseModelList(JSON.parse(json))).toMatchObject({ _tag: 'Right' });
  });
});
