import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/adapters/cli/program.js';
import { runProcess } from '../support/open-cli.js';
import { startCommand } from '../support/start-command.js';
import { manifest, openPackedFolder, root, type PackedFolder } from './packed-folder.js';

const FORM = 'name=m,uris=/v1/chat/completions,routingMethod=pulsar';

/** Commands that end by themselves: arguments, and what they print. */
const COMMANDS: Readonly<Record<string, readonly [readonly string[], string]>> = {
  decide: [['decide', 'cases.jsonl'], '"kind":"selected"'],
  explain: [['explain', 'case.json'], 'wait'],
  timeline: [['timeline', 'case.json'], 'ms'],
  replay: [['replay', 'records.jsonl'], '0 records'],
  check: [['check', 'lb-config.json'], 'is valid'],
  schema: [['schema', 'routing'], '"$schema"'],
  'config check': [['config', 'check', 'lb-config.json'], 'valid'],
  'config fields': [['config', 'fields'], 'cache_affinity_wait_ms'],
  'expression check': [['expression', 'check', 'pulsar;seed=a'], 'well-formed'],
  'model parse': [['model', 'parse', '--create', FORM], '"routingMethod"'],
  'model create': [['model', 'create', '--models', 'models.json', FORM], 'm'],
  'model update': [['model', 'update', '--models', 'models.json', FORM], 'm'],
  simulate: [['simulate', '--scenario', 'scenario.json'], 'p99, ms'],
  tune: [['tune', './scenario.json', '--config', 'lb-config.json', '--x', '0'], '1 combination of'],
  demo: [['demo', '--in-process'], 'As told'],
};

/** Commands that serve until they are told to end: arguments, and what they print first. */
const SERVERS: Readonly<Record<string, readonly [readonly string[], string]>> = {
  up: [
    ['up', '--demo', '--listen', '0', '--admin', '0', '--metrics', '0'],
    'homeward up: point clients to http://',
  ],
  router: [
    ['router', '--listen', '0', '--admin', '0', '--metrics', '0'],
    'homeward router listening on http://',
  ],
  gateway: [
    ['gateway', '--models', 'models.json', '--listen', '0', '--metrics', '0'],
    'homeward gateway listening on http://',
  ],
  picker: [
    ['picker', '--listen', '0', '--admin', '0', '--metrics', '0', '--tls', 'off'],
    'homeward picker listening on grpc://',
  ],
  'mock-engine': [['mock-engine', '--port', '0'], 'listening on http://'],
};

let packed: PackedFolder;

beforeAll(() => {
  const packages = { ...manifest.dependencies, ...manifest.peerDependencies };
  packed = openPackedFolder(Object.keys(packages));
  for (const name of ['cases.jsonl', 'case.json', 'lb-config.json', 'scenario.json']) {
    copyFileSync(join(root, 'examples', name), join(packed.folder, name));
  }
  writeFileSync(join(packed.folder, 'records.jsonl'), '');
  writeFileSync(join(packed.folder, 'models.json'), '{"models":[]}');
});

afterAll(() => {
  packed.remove();
});

describe('the command of the packed tarball', () => {
  test('is tried whole: every command stands in one of the tables', () => {
    const tried = [...Object.keys(COMMANDS), ...Object.keys(SERVERS)];
    expect(tried.sort()).toEqual([...namesOf(createProgram())].sort());
  });

  test.each(Object.entries(COMMANDS))('runs %s', async (_name, [args, printed]) => {
    const { folder, script } = packed;
    const run = await runProcess(folder, process.execPath, [script, ...args]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain(printed);
  });

  test('has written the model that it created', () => {
    const file = readFileSync(join(packed.folder, 'models.json'), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ models: [{ model: 'm', routingMethod: 'pulsar' }] });
  });

  test.each(Object.entries(SERVERS))('serves as %s', async (_name, [args, printed]) => {
    const server = startCommand(args, { cwd: packed.folder, script: packed.script });
    await server.printed(({ out }) => out.includes(printed));
    if (printed.endsWith('http://')) {
      expect((await fetch(await server.url())).status).toBeLessThan(500);
    }
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });
});

/** Commands without subcommands, such as `model create`. */
const namesOf = (command: Command, parents: readonly string[] = []): readonly string[] =>
  command.commands.flatMap((child) => {
    const path = [...parents, child.name()];
    return child.commands.length === 0 ? [path.join(' ')] : namesOf(child, path);
  });
