import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCli, type Cli } from '../../../support/open-cli.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const COMMANDS = [
  [],
  ['decide'],
  ['explain'],
  ['timeline'],
  ['replay'],
  ['check'],
  ['schema'],
  ['simulate'],
  ['tune'],
  ['config'],
  ['config', 'check'],
  ['config', 'fields'],
  ['expression'],
  ['expression', 'check'],
  ['model'],
  ['model', 'parse'],
  ['model', 'create'],
  ['model', 'update'],
  ['demo'],
  ['router'],
  ['gateway'],
  ['picker'],
  ['mock-engine'],
];

/** Flags that a command misses before it notices an unknown one. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  create: ['--models', 'models.json'],
  update: ['--models', 'models.json'],
  tune: ['--config', 'lb-config.json'],
};

describe.each(COMMANDS.map((words) => ({ words, name: ['homeward', ...words].join(' ') })))(
  '$name',
  ({ words }) => {
    test('has help with an example', async () => {
      const { status, stdout, stderr } = await cli.run([...words, '--help']);
      expect(stdout).toMatch(new RegExp(`Example:\\n {2}.*homeward`));
      expect(stdout).toContain(['Usage: homeward', ...words].join(' '));
      expect(stderr).toBe('');
      expect(status).toBe(0);
    });

    test('refuses an unknown flag', async () => {
      const required = REQUIRED[words.at(-1) ?? ''] ?? [];
      const { status, stdout, stderr } = await cli.run([...words, ...required, '--no-such-flag']);
      expect(stderr).toContain("error: unknown option '--no-such-flag'");
      expect(stdout).toBe('');
      expect(status).toBe(2);
    });
  },
);

describe('homeward', () => {
  test('shows the defaults that each command has, and none that are empty', async () => {
    const helpOf = async (name: string): Promise<string> =>
      (await cli.run([name, '--help'])).stdout;
    const memory = /STARGATE_LAST_CLUSTER_ENABLED: .* \(default (\w+)\)/;
    expect(memory.exec(await helpOf('up'))![1]).toBe('true');
    expect(memory.exec(await helpOf('gateway'))![1]).toBe('false');
    for (const name of ['up', 'router', 'gateway', 'picker']) {
      expect(await helpOf(name)).not.toMatch(/default\s*\)/);
    }
  });

  test('prints its version', async () => {
    const file = new URL('../../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(await cli.run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([[[]], [['config']], [['expression']], [['model']]])(
    'shows help and fails when a command is missing after %j',
    async (words) => {
      const { status, stdout, stderr } = await cli.run(words);
      expect(stderr).toContain('Usage: homeward');
      expect(stdout).toBe('');
      expect(status).toBe(2);
    },
  );

  test.each([
    [['decid'], "unknown command 'decid'"],
    [['config', 'chek'], "unknown command 'chek'"],
    [['decide', 'a', 'b'], 'too many arguments'],
    [['explain'], "missing required argument 'file'"],
    [['timeline'], "missing required argument 'file'"],
    [['replay'], "missing required argument 'file'"],
    [['config', 'check'], "missing required argument 'file'"],
    [['expression', 'check'], "missing required argument 'text'"],
    [['expression', 'check', 'a', '--model'], "option '--model <id>' argument missing"],
    [['demo', 'now'], 'too many arguments'],
  ])('%j is misuse', async (args, message) => {
    const { status, stdout, stderr } = await cli.run(args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('any command ends quietly when its reader leaves early', async () => {
    const { stdout, stderr } = await cli.shell(
      '$HOMEWARD config fields --json | head -1; echo ${PIPESTATUS[0]}',
    );
    expect(stdout).toBe('[\n0\n');
    expect(stderr).toBe('');
  });

  test('prints no colours when not on a terminal, even when told to use colours', async () => {
    const { stdout } = await cli.shell('FORCE_COLOR=1 $HOMEWARD config fields');

    expect(stdout).not.toMatch(/\x1b/);
  });
});
