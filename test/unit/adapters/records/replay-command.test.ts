import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase } from '../cli/sample-case.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const decision = {
  kind: 'wait',
  wait_ms: 300,
  until_ms: 300,
  session_state: 'returning',
  promoted: true,
  order: ['B', 'A'],
};
const { config, request } = sampleCase;
const record = { ...sampleCase, decision };
const later = { config, request, snapshot_ref: 1, elapsed_ms: 100 };
const laterDecision = { ...decision, wait_ms: 200 };

const linesOf = (...lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

const replay = (stdin: string, ...flags: readonly string[]) =>
  cli.run(['replay', '-', ...flags], stdin);

describe('homeward replay', () => {
  test('says that every decision came out as recorded, and succeeds', async () => {
    const input = linesOf(record, '', { ...later, decision: laterDecision });
    expect(await replay(input)).toEqual({
      status: 0,
      stdout: '2 records: 2 equal, 0 different, 0 bad\n',
      stderr: '',
    });
    expect(await replay('')).toMatchObject({
      status: 0,
      stdout: '0 records: 0 equal, 0 different, 0 bad\n',
    });
  });

  test('shows the first decisions that did not, and the lines it cannot read', async () => {
    const reordered = { ...sampleCase, decision: { ...decision, kind: undefined, kind2: 'wait' } };
    const input = linesOf(
      { ...record, decision: { ...decision, until_ms: 299 } },
      '{"decision"',
      sampleCase,
      { ...sampleCase, decision: 5 },
      { ...later, snapshot_ref: 9, decision: laterDecision },
      reordered,
      record,
    );
    const { status, stdout, stderr } = await replay(input);
    const text = JSON.stringify(decision);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '7 records: 1 equal, 2 different, 4 bad',
      'line 1: different',
      `  recorded ${text.replace('"until_ms":300', '"until_ms":299')}`,
      `  decided  ${text}`,
      expect.stringMatching(/^line 2: column 12: expected ":", given the end/),
    ]);
    expect(lines.slice(5, 8)).toEqual([
      'line 3: decision: expected the decision that was made, as an object, given nothing',
      'line 4: decision: expected an object, given 5',
      'line 5: snapshot_ref: expected the number of an earlier line, this one being line 5, given 9',
    ]);
    expect(stderr).toBe('');
    expect(status).toBe(1);
  });

  test('compares byte for byte: the order of members counts', async () => {
    const { kind, ...rest } = decision;
    const { status, stdout } = await replay(
      linesOf({ ...sampleCase, decision: { ...rest, kind } }),
    );
    expect(stdout).toContain('1 different');
    expect(status).toBe(1);
  });

  test('tells ten findings and counts all', async () => {
    const { stdout } = await replay(linesOf(...Array.from({ length: 25 }, () => sampleCase)));
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toBe('25 records: 0 equal, 0 different, 25 bad');
    expect(lines).toHaveLength(11);
  });

  test('shows long decisions around their first difference, with nothing that moves a cursor', async () => {
    const order = Array.from({ length: 300 }, (_, i) => `cluster-${String(i)}`);
    const changed = { ...decision, order: ['B', 'A', ...order, '\u0090\u202e'] };
    const { stdout } = await replay(linesOf({ ...sampleCase, decision: changed }));
    const [, , recorded, decided] = stdout.split('\n');
    expect(recorded!.length).toBeLessThan(450);
    expect(recorded).toContain('"order":["B","A","cluster-0"');
    expect(decided).toContain('"order":["B","A"]}');
    const escaped = await replay(linesOf({ ...sampleCase, decision: { kind: '\u0090\u202e' } }));
    expect(escaped.stdout).toContain('{"kind":"\\u{90}\\u{202e}"}');
  });

  test('prints the same as JSON', async () => {
    const wrong = { ...decision, until_ms: 299 };
    const { status, stdout } = await replay(
      linesOf(record, { ...sampleCase, decision: wrong }, sampleCase),
      '--json',
    );
    expect(JSON.parse(stdout)).toEqual({
      records: 3,
      equal: 1,
      different: 1,
      bad: 1,
      findings: [
        { line: 2, kind: 'different', recorded: wrong, decided: decision },
        {
          line: 3,
          kind: 'bad',
          error: expect.objectContaining({ code: 'missing', path: 'decision' }) as unknown,
        },
      ],
    });
    expect(status).toBe(1);
  });

  test('survives a line that is nested deeper than the stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify({ ...sampleCase, decision: { kind: 'DEEP' } });
    const { status, stdout } = await replay(linesOf(text.replace('"DEEP"', deep), record));
    expect(stdout).toContain('2 records: 1 equal, 0 different, 1 bad\n');
    expect(status).toBe(1);
  });

  test('reads files, and tells one that is not there as misuse', async () => {
    writeFileSync(join(cli.folder, 'records.jsonl'), linesOf(record));
    expect(await cli.run(['replay', 'records.jsonl'])).toMatchObject({ status: 0, stderr: '' });
    expect(await cli.run(['replay', 'nowhere.jsonl'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: cannot read nowhere.jsonl: there is no such file\n',
    });
  });
});

describe('homeward replay --request', () => {
  const other = { ...record, request: { ...request, request_id: 'another' } };
  const input = linesOf(record, other, 'bad', { ...later, decision: laterDecision });

  test('prints every record of a request as a case that stands alone', async () => {
    const { status, stdout } = await replay(input, '--request', request.request_id);
    const cases = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(cases).toMatchObject([
      { snapshot: { model_id: 'm' }, request: { request_id: request.request_id } },
      { snapshot: { model_id: 'm' }, elapsed_ms: 100 },
    ]);
    expect(cases).toHaveLength(2);
    expect(status).toBe(0);
  });

  test('says that there is none, and takes no line beside it', async () => {
    expect(await replay(input, '--request', 'nobody')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: standard input: there is no record of the request "nobody"\n',
    });
    expect(await replay(input, '--request', 'r', '--case', '1')).toMatchObject({ status: 2 });
  });
});

describe('homeward replay --case', () => {
  const input = linesOf(record, 'bad', { ...later, decision: laterDecision });

  test('prints a record as a case that stands alone, for explain', async () => {
    writeFileSync(join(cli.folder, 'some.jsonl'), input);
    const { stdout } = await cli.shell(
      '$HOMEWARD replay some.jsonl --case 3 | $HOMEWARD explain - --json',
    );
    const explained = JSON.parse(stdout) as { decision: unknown };
    expect(explained.decision).toEqual(laterDecision);
    const { status, stdout: one } = await replay(input, '--case', '3');
    expect(one.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(one)).toMatchObject({ snapshot: { model_id: 'm' }, elapsed_ms: 100 });
    expect(status).toBe(0);
  });

  test('fails for a line that is bad or not there', async () => {
    const bad = await replay(input, '--case', '2');
    expect(bad.stderr).toMatch(
      /^error: standard input, line 2: column 1: expected a value, given "b"/,
    );
    expect(bad).toMatchObject({ status: 1, stdout: '' });
    expect(await replay(input, '--case', '4')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: standard input, line 4: there is no such line\n',
    });
  });

  test.each(['0', '-1', 'x', '1.5', ''])('refuses %j as a line', async (text) => {
    const { status, stderr } = await replay(input, `--case=${text}`);
    expect(stderr).toContain('Expected the number of a line, from 1.');
    expect(status).toBe(2);
  });
});
