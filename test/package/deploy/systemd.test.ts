/** The units of systemd; none is started. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/adapters/cli/program.js';
import { findServerBinary } from '../../support/server-process.js';
import { GATEWAY_SETTINGS } from '../../../src/adapters/gateway/index.js';
import { ROUTER_SETTINGS } from '../../../src/adapters/router/server/router-settings.js';
import { manifest, root } from '../packed-folder.js';

const analyze = findServerBinary('systemd-analyze');

const UNITS = [
  { name: 'gateway', table: GATEWAY_SETTINGS },
  { name: 'router', table: ROUTER_SETTINGS },
] as const;

describe.each(UNITS)('the unit of the $name', ({ name, table }) => {
  const path = join(root, 'deploy/systemd', `homeward-${name}.service`);
  const unit = readFileSync(path, 'utf8');
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)![1]!;

  test.skipIf(analyze === undefined)('is accepted by systemd-analyze, and shut in', () => {
    expect(execFileSync(analyze!, ['verify', path], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
    const said = execFileSync(analyze!, ['security', '--offline=true', '--threshold=20', path], {
      ...{ encoding: 'utf8', stdio: 'pipe' },
    });
    expect(said).toContain('OK');
  });

  test('runs a command with flags that it has', () => {
    const words = valueOf('ExecStart').split(' ');
    expect(words.slice(0, 3)).toEqual(['/usr/bin/env', 'homeward', name]);
    const command = createProgram().commands.find((known) => known.name() === name)!;
    const known = command.options.map(({ long }) => long);
    const flags = words.slice(3).map((word) => word.split('=')[0]);
    expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  test('is killed later than the server needs to end', () => {
    const seconds = [table.shutdownGrace, table.shutdownDelay].map((spec) =>
      parseInt(spec.default, 10),
    );
    expect(parseInt(valueOf('TimeoutStopSec'), 10)).toBeGreaterThan(seconds[0]! + seconds[1]!);
  });

  test('names packages in the versions that the servers ask for', () => {
    for (const [, packageName, major] of unit.matchAll(/ ([\w-]+)@(\d+)/g)) {
      expect(manifest.peerDependencies[packageName!]).toMatch(new RegExp(`^\\^${major!}\\.`));
    }
  });
});
