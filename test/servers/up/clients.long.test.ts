/** `homeward up` as somebody has it who installs the package, and clients as they are. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest, root } from '../../package/packed-folder.js';
import { freePorts } from '../../support/server-process.js';
import { spawnCommand, type StartedCommand } from '../../support/start-command.js';
import { standstill } from '../../support/until.js';
import { OFFICIAL_CLIENTS, type OfficialClient } from './clients/official-clients.js';

const TURNS = 8;
const SLOTS = '8';

let folder: string;
let ports: readonly number[];
let engines: StartedCommand[];
let up: StartedCommand;
let base: string;

const start = (args: readonly string[]): StartedCommand =>
  spawnCommand(args, { cwd: folder, script: join(folder, 'node_modules/homeward/dist/cli.js') });

const startEngine = async (port: number): Promise<StartedCommand> => {
  const id = ['--backend-id', `engine-${String(port)}`, '--model-ids', 'm', '--slots', SLOTS];
  const engine = start(['mock-engine', '--port', String(port), ...id, '--output-tokens', '4']);
  await engine.url();
  return engine;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeward-installed-'));
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const packed = npm('pack', root, '--ignore-scripts', '--silent').trim();
  const optional = ['undici', 'prom-client'].map(
    (name) => `${name}@${manifest.peerDependencies[name]!}`,
  );
  npm('install', '--no-audit', '--no-fund', '--prefer-offline', `./${packed}`, ...optional);
  ports = await freePorts(2);
  engines = await Promise.all(ports.map(startEngine));
  up = start([
    ...['up', ...ports.flatMap((port) => ['--engine', `http://127.0.0.1:${String(port)}`])],
    ...['--slots', SLOTS, '--listen', '0', '--admin', '0', '--metrics', '0'],
    ...['--access-log', 'json'],
  ]);
  await up.printed(({ out }) => out.includes('curl '));
  base = /OPENAI_BASE_URL=(\S+)/.exec(up.output.out)![1]!;
});

afterAll(() => {
  for (const { child } of [up, ...engines]) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The engine that answered each turn of a talk, by port, as the engines have it. */
const homesOf = async (name: string): Promise<readonly (number | undefined)[]> => {
  const turns: (number | undefined)[] = [];
  for (const port of ports) {
    const page = await fetch(`http://127.0.0.1:${String(port)}/mock/requests`);
    const { requests } = (await page.json()) as { requests: { body_text: string }[] };
    for (const { body_text } of requests) {
      const turn = [...body_text.matchAll(/talk ([\w-]+), turn (\d+)/g)].at(-1);
      if (turn?.[1] === name) turns[Number(turn[2]) - 1] = port;
    }
  }
  return turns;
};

const slowEngines = async (factor: number): Promise<void> => {
  for (const port of ports) {
    const body = JSON.stringify({ action: 'slow', factor });
    await fetch(`http://127.0.0.1:${String(port)}/mock/control`, { method: 'POST', body });
  }
};

const named = (what: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${what}-${String(i)}`);

const installed = OFFICIAL_CLIENTS.filter(({ isInstalled }) => isInstalled);

describe.each(installed.map((client) => [client.name, client] as const))('%s', (name, client) => {
  const talker = (
    what: string,
  ): Readonly<{ prefix: string }> & ReturnType<OfficialClient['start']> => ({
    prefix: `${name.replaceAll(/\W+/g, '-')}-${what}`,
    ...client.start(base, 'm'),
  });

  test('stays on one engine from the second of eight turns on', async () => {
    const { prefix, goOn } = talker('stays');
    const talks = named(prefix, 6);
    await goOn(talks, TURNS);
    for (const talk of talks) {
      const homes = await homesOf(talk);
      expect(homes).toHaveLength(TURNS);
      expect(homes).not.toContain(undefined);
      expect(new Set(homes.slice(1)).size).toBe(1);
    }
  });

  test('goes on when an engine is killed, and stays where it went when it is back', async () => {
    const { prefix, goOn } = talker('moves');
    const talks = named(prefix, 6);
    await goOn(talks, 3);
    const dead = (await homesOf(talks[0]!))[2]!;
    const alive = ports.find((port) => port !== dead);
    const place = ports.indexOf(dead);
    engines[place]!.child.kill('SIGKILL');
    await engines[place]!.exit;
    await goOn(talks, 3);
    engines[place] = await startEngine(dead);
    await goOn(talks, 2);
    const after = await Promise.all(talks.map(homesOf));
    for (const homes of after) expect(homes.slice(3)).toEqual(Array(5).fill(alive));
  });

  test('has a burst of 40 over 16 slots answered', async () => {
    const { prefix, goOn } = talker('burst');
    const lines = (): readonly AccessLine[] => accessLines(up.output.out);
    await goOn([`${prefix}-warm`], 1);
    await slowEngines(10);
    await standstill(() => lines().length);
    const seen = lines().length;
    await goOn(named(prefix, 40), 1);
    await slowEngines(1);
    await up.printed(() => lines().length >= seen + 40);
    const burst = lines().slice(seen);
    expect(burst.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const waits = burst.map(({ wait_ms }) => wait_ms).sort((a, b) => a - b);
    console.info(
      `${name}: waits of a burst of 40 over 16 slots: ${at(waits, 0.5)}, ${at(waits, 0.99)}`,
    );
  });
});

type AccessLine = Readonly<{ status: number; wait_ms: number }>;

const accessLines = (out: string): readonly AccessLine[] =>
  out
    .split('\n')
    .filter((line) => line.includes('"server":"router"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as AccessLine);

const at = (sorted: readonly number[], quantile: number): string =>
  `p${String(100 * quantile)} ${String(sorted[Math.ceil(sorted.length * quantile) - 1])} ms`;
