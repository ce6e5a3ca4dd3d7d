/** Files that are read again while they are being read again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DocumentSource } from '../../../src/adapters/fleet/sources/document-source.js';
import { openRouting } from '../../../src/adapters/router/server/open-routing.js';
import type { RoutingSettings } from '../../../src/adapters/router/server/routing-files.js';
import { createInMemoryTelemetry } from '../../../src/adapters/telemetry/in-memory.js';
import { DEFAULT_LB_CONFIG } from '../../../src/api.js';

test('of two reloads the one that began last has the last word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-reload-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const config = join(folder, 'lb-config.json');
  const telemetry = createInMemoryTelemetry();
  const told = () => telemetry.lines().map(({ event }) => event);
  const toldAtReload: unknown[] = [];
  const texts = ['{"models":{"m":"best"}}', '{"models":{"m":"power-of-n"}}'];
  // Each reload finds a file of its own: sources are asked before the configuration is read.
  const source: DocumentSource = {
    kind: 'file',
    name: 'held',
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    reload: () => {
      toldAtReload.push(told());
      writeFileSync(config, texts.shift()!);
    },
  };
  const routing = openRouting(
    { config } as RoutingSettings,
    { config: DEFAULT_LB_CONFIG, warnings: [] },
    telemetry,
    { config: () => ({ config: DEFAULT_LB_CONFIG, warnings: [] }), sources: [source] },
  );
  await Promise.all([routing.reload(), routing.reload()]);
  expect(toldAtReload).toEqual([['config_loaded'], ['config_loaded', 'config_rejected']]);
  expect(told()).toEqual(['config_loaded', 'config_rejected', 'config_loaded']);
  expect(routing.isConfigRefused()).toBe(false);
  expect(telemetry.gaugeValue('documentRefused', { source: 'config' })).toBe(0);
});
