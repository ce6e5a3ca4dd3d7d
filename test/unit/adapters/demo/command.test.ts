import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCli, type Cli } from '../../../support/open-cli.js';
import { until } from '../../../support/until.js';
import { isUp, startDemo, type StartedDemo } from './start-demo.js';

const root = resolve(import.meta.dirname, '../../../..');
let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const start = (...flags: readonly string[]): StartedDemo => startDemo(flags);

/** Starts it and waits until all four servers have been named. */
const startServers = async (): Promise<StartedDemo> => {
  const demo = start();
  await demo.printed(() => demo.servers().length === 4);
  return demo;
};

const expectAllDown = async (demo: StartedDemo): Promise<void> => {
  await until('the servers are gone', async () => {
    const answers = await Promise.all(demo.servers().map(isUp));
    return answers.every((answer) => !answer);
  });
};

describe('homeward demo', () => {
  test('tells the story on servers and the trace in plain text of 100 columns, and exits with 0', async () => {
    const demo = await startServers();
    expect(await demo.exit).toBe(0);
    const { out, err } = demo.output;
    const turns = [...out.matchAll(/turn +(\d+) -> (\w) +(no wait|waited \d+ ms) +(cold|\d+ %)/g)];
    expect(turns).toHaveLength(44);
    expect(turns.map(([, , clusterId]) => clusterId).join('')).toBe(
      `B${'A'.repeat(10)}${'B'.repeat(11)}`.repeat(2),
    );
    const waited = turns.flatMap(([, , , wait], at) => (wait === 'no wait' ? [] : [at]));
    expect(waited).toEqual([0, 22]);
    const cold = turns.flatMap(([, , , , cache], at) => (cache === 'cold' ? [at] : []));
    expect(cold).toEqual([0, 1, 11, 22, 23, 33]);
    expect(out).toContain('As told');
    expect(out).toContain('The first 500 requests');
    expect(out).not.toMatch(/\x1b/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(err).toBe('');
    await expectAllDown(demo);
  });

  test('ends its servers when it is interrupted', async () => {
    const demo = await startServers();
    demo.child.kill('SIGINT');
    expect(await demo.exit).toBe(130);
    await expectAllDown(demo);
  });

  test('ends its servers and exits with 1 when one of them fails', async () => {
    const demo = await startServers();
    const body = JSON.stringify({ action: 'fail', mode: 'status', status: 500 });
    let isOver = false;
    void demo.exit.then(() => (isOver = true));
    // Every run of the story sets its engines right first, so they are told until it ends.
    while (!isOver) {
      for (const engine of demo.servers().slice(0, 2)) {
        await fetch(`${engine}/mock/control`, { method: 'POST', body }).catch(() => undefined);
      }
    }
    expect(await demo.exit).toBe(1);
    expect(demo.output.err).toMatch(/^error: .* answered 500: /);
    await expectAllDown(demo);
  });

  test('is played in one process on demand', async () => {
    const demo = start('--in-process');
    expect(await demo.exit).toBe(0);
    expect(demo.output.out).toContain('waited 300 ms');
    expect(demo.output.out).toContain('As told');
    expect(demo.servers()).toEqual([]);
  });

  test('prints JSON on demand', async () => {
    const demo = start('--json', '--in-process');
    expect(await demo.exit).toBe(0);
    const result = JSON.parse(demo.output.out) as Record<string, unknown>;
    expect(result).toMatchObject({ played: 'in_process', as_told: true });
    expect(result['story']).toHaveLength(4);
    expect(result['trace']).toHaveLength(4);
  });

  test('says which packages it misses for servers, and plays in one process then', async () => {
    const demo = startDemo([], { script: copyWithoutOptionalPackages() });
    expect(await demo.exit).toBe(0);
    expect(demo.output.out).toMatch(/: npm install undici@7 prom-client@15\n/);
    expect(demo.output.out).toContain('As told');
    expect(demo.servers()).toEqual([]);
  });
});

/** The command in a folder with what it depends on, and nothing else. */
const copyWithoutOptionalPackages = (): string => {
  const built = join(cli.folder, 'package');
  cpSync(dirname(cli.script), built, { recursive: true });
  symlinkSync(join(root, 'data'), join(cli.folder, 'data'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(built, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  // Packages of these names that give nothing hide those that folders further up may have.
  for (const name of ['undici', 'prom-client']) {
    mkdirSync(join(built, 'node_modules', name));
    writeFileSync(join(built, 'node_modules', name, 'package.json'), '{"exports":{}}');
  }
  return join(built, basename(cli.script));
};
