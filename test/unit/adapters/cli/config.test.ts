import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FIELDS } from '../../../../src/core/config/fields.js';
import { openCli, type Cli } from '../../../support/open-cli.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const write = (name: string, text: string): string => {
  writeFileSync(join(cli.folder, name), text);
  return name;
};

describe('homeward config check', () => {
  test('passes a valid file, also with a byte order mark', async () => {
    const file = write('lb-config.json', '\ufeff{"default": "pulsar"}');
    expect(await cli.run(['config', 'check', file])).toEqual({
      status: 0,
      stdout: 'lb-config.json is valid (0 warnings).\n',
      stderr: '',
    });
  });

  test('shows warnings of a file that loads', async () => {
    const text = '{"models": {"a": {"algorithm": "wait-and-widen", "max_queue_time_floor_ms": 3}}}';
    const { status, stdout } = await cli.run(['config', 'check', '-'], text);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^warning: standard input, line 1, column 50: models\.a\.max_queue_time_floor_ms /,
      ),
      'standard input is valid (1 warning).',
      '',
    ]);
    expect(status).toBe(0);
  });

  test('shows every error with its path', async () => {
    const text = JSON.stringify({
      default: 'pulsr',
      models: { 'a.b': { algorithm: 'pulsar', n: 2, last_cluster_affinity: true } },
    });
    const { status, stdout } = await cli.run(['config', 'check', write('bad.json', text)]);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^error: bad\.json, line 1, column 2: default: /);
    expect(lines[1]).toMatch(/: models\["a\.b"\]\.n /);
    expect(lines[2]).toMatch(/: models\["a\.b"\]\.last_cluster_affinity \(pulsar\)/);
    expect(lines[3]).toBe('bad.json is not valid (3 errors).');
    expect(status).toBe(1);
  });

  test('prints errors and warnings as JSON on demand', async () => {
    const bad = await cli.run(['config', 'check', '--json', '-'], '{"default": 5}');
    expect(JSON.parse(bad.stdout)).toMatchObject({
      valid: false,
      errors: [{ code: 'wrong_type', path: 'default', given: '5' }],
      warnings: [],
    });
    expect(bad.status).toBe(1);
    const good = await cli.run(['config', 'check', '--json', '-'], '{}');
    expect(JSON.parse(good.stdout)).toEqual({ valid: true, errors: [], warnings: [] });
    expect(good.status).toBe(0);
  });

  test('names line and column of a syntax error, for people and for programs', async () => {
    const file = write('syntax.json', '{\n  "default": "random",\n}\n');
    const message = 'line 3, column 1: expected a member name in double quotes, given "}"';
    expect(await cli.run(['config', 'check', file])).toMatchObject({
      status: 1,
      stdout: `error: syntax.json, ${message}\nsyntax.json is not valid (1 error).\n`,
    });
    const { stdout, status } = await cli.run(['config', 'check', file, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      valid: false,
      errors: [
        expect.objectContaining({ code: 'invalid_json', path: '', message, line: 3, column: 1 }),
      ],
      warnings: [],
    });
    expect(status).toBe(1);
  });

  test('cannot check what cannot be read', async () => {
    for (const args of [['nowhere.json'], ['.'], ['nowhere.json', '--json']]) {
      const { status, stdout, stderr } = await cli.run(['config', 'check', ...args]);
      expect(stderr).toMatch(/^error: cannot read /);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    }
  });
});

describe('homeward config fields', () => {
  test('lists every field in 100 columns', async () => {
    const { status, stdout } = await cli.run(['config', 'fields']);
    const names = stdout.split('\n').map((line) => line.split(' ')[0]);
    for (const { name } of Object.values(FIELDS)) expect(names).toContain(name);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(stdout).not.toContain('…');
    expect(status).toBe(0);
  });

  test('prints JSON on demand', async () => {
    const { stdout } = await cli.run(['config', 'fields', '--json']);
    const rows = JSON.parse(stdout) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(Object.values(FIELDS).map(({ name }) => name));
    expect(Object.keys(rows[0]!)).toEqual(['name', 'type', 'default', 'algorithms', 'effect']);
  });
});
