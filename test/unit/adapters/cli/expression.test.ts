import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCli, type Cli, type Run } from '../../../support/open-cli.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
  const [first] = readFileSync(
    new URL('../../../golden/expressions.jsonl', import.meta.url),
    'utf8',
  ).split('\n');
  const { lb_config: lbConfig } = JSON.parse(first!) as { lb_config: unknown };
  writeFileSync(join(cli.folder, 'lb.json'), JSON.stringify(lbConfig));
});

afterAll(() => {
  cli.remove();
});

const check = (...args: readonly string[]): Promise<Run> =>
  cli.run(['expression', 'check', ...args]);

describe('homeward expression check, format only', () => {
  test('accepts what is well-formed, also when no such method exists', async () => {
    const { status, stdout } = await check('no-such-method; what=ever');
    expect(stdout).toContain('well-formed: no-such-method; what=ever\n');
    expect(status).toBe(0);
  });

  test('hints at the method that was meant when no router knows the one given', async () => {
    const { status, stdout } = await check('pulsr');
    expect(stdout).toContain('no method is named "pulsr" (did you mean "pulsar"?)');
    expect(status).toBe(0);
    expect((await check('pulsar')).stdout).not.toContain('Hint');
  });

  test('shows where an expression is malformed', async () => {
    const { status, stdout } = await check('pulsar;seed=a;');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'rejected: malformed_expression',
      'pulsar;seed=a;',
      '              ^',
    ]);
    expect(status).toBe(1);
  });

  test('escapes what a terminal would act on', async () => {
    const { status, stdout } = await check('pulsar;seed=\u001b[31mred');

    expect(stdout).not.toMatch(/[\0-\t\x0b-\x1f]/);
    expect(status).toBe(1);
  });

  test('prints JSON on demand', async () => {
    expect(JSON.parse((await check('pulsar; seed=a', '--json')).stdout)).toEqual({
      verdict: 'accepted',
      checked: 'format',
      text: 'pulsar; seed=a',
      method: 'pulsar',
      parameters: [{ name: 'seed', value: 'a' }],
    });
    const { status, stdout } = await check('', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'rejected',
      code: 'malformed_expression',
      position: 0,
    });
    expect(status).toBe(1);
  });
});

describe('homeward expression check for a model', () => {
  test('accepts, and prints the canonical form', async () => {
    const args = ['WAIT_AND_WIDEN; seed=a; n=3', '--config', 'lb.json', '--model', 'plain'];
    const { status, stdout } = await check(...args);
    expect(stdout).toBe('accepted: wait-and-widen;n=3;seed=a\n');
    expect(status).toBe(0);
    expect(JSON.parse((await check(...args, '--json')).stdout)).toEqual({
      verdict: 'accepted',
      checked: 'semantics',
      canonical: 'wait-and-widen;n=3;seed=a',
      warnings: [],
    });
  });

  test('shows warnings', async () => {
    const text = 'pulsar-multiregion;seed=stable-a;n=2;max_queue_time_floor_ms=100';
    const { status, stdout } = await check(text, '--model', 'm');
    expect(stdout).toMatch(/\nwarning: .*max_queue_time_ceil_ms/);
    expect(status).toBe(0);
  });

  test('refuses with class, caret and suggestion', async () => {
    const { status, stdout } = await check('pulsar;sed=a', '--config', 'lb.json', '--model', 'own');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'rejected: unknown_parameter',
      'pulsar;sed=a',
      '       ^',
    ]);
    expect(stdout).toContain('did you mean "seed"?');
    expect(status).toBe(1);
    const asJson = await check('pulsar;sed=a', '--config', 'lb.json', '--model', 'own', '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      verdict: 'rejected',
      code: 'unknown_parameter',
      parameter: 'sed',
      value: 'a',
      position: 7,
      suggestion: 'seed',
    });
    expect(asJson.status).toBe(1);
  });

  test('without a file every algorithm is there, with one only what it lists', async () => {
    expect(await check('random', '--model', 'plain')).toMatchObject({ status: 0 });
    expect(await check('random', '--model', 'plain', '--config', 'lb.json')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('rejected: unavailable') as string,
    });
  });

  test('an lb-config that cannot be used is misuse', async () => {
    writeFileSync(join(cli.folder, 'bad.json'), '{"default": 5}');
    for (const file of ['nowhere.json', 'bad.json']) {
      const { status, stderr } = await check('random', '--model', 'm', '--config', file);
      expect(stderr).toMatch(/^error: /);
      expect(status).toBe(2);
    }
    const { status, stderr } = await check('random', '--config', 'lb.json');
    expect(stderr).toContain("option '--config <file>' needs '--model <id>'");
    expect(status).toBe(2);
  });
});
