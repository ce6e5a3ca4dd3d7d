import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as gateway from '../../src/adapters/gateway/index.js';
import { LAST_CLUSTER_SETTINGS } from '../../src/adapters/gateway/last-cluster/settings.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';
import { runExample } from '../support/run-example.js';

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

  test('shows a program that makes the trusted headers', async () => {
    const source = resolve(import.meta.dirname, '../../src/adapters/gateway/index.ts');
    const code = /```ts\n([\s\S]*?)```/.exec(page)![1]!.replace('homeward/gateway', source);
    const printed = await runExample(code, 'gateway-embedding');
    expect(printed.trimEnd().split('\n')).toEqual([
      ...['user-agent', 'curl', 'x-request-id', 'r-1', 'x-model', 'm', 'x-input-tokens', '6'],
      ...['x-routing-key', 'team-a', 'x-routing-method', 'pulsar;seed=a'],
      'x-cache-affinity-key',
      'mt:v1:session:ab6a0ce6317bd862e4e6e49cf88faa58f3504efe78cb8934f3ee3b4d800f0257',
      ...['x-stargate-last-cluster-id', 'B'],
    ]);
  });
});
