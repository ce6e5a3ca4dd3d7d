import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase, sampleLine } from './sample-case.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('homeward decide', () => {
  test('answers a wait with exactly the documented members, in their order', async () => {
    const { status, stdout, stderr } = await cli.run(['decide'], `${sampleLine}\n`);
    expect(stdout).toBe(
      '{"kind":"wait","wait_ms":300,"until_ms":300,"session_state":"returning","promoted":true,"order":["B","A"]}\n',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test('answers a selection, an unavailable target and a rejection as documented', async () => {
    const selected = { ...sampleCase, elapsed_ms: 300 };
    const empty = { ...sampleCase, snapshot: { model_id: 'm', clusters: [] } };
    const config = { algorithm: 'random', require_input_tokens: true };
    const rejected = { ...sampleCase, config, request: { request_id: 'r' } };
    const input = [selected, empty, rejected].map((line) => JSON.stringify(line)).join('\n');
    const { stdout } = await cli.run(['decide', '-'], input);
    expect(stdout.split('\n')).toEqual([
      '{"kind":"selected","cluster_id":"B","rank_depth":2,"phase":"open","session_state":"returning","promoted":true,"skipped_for_kv_free_tokens":false,"order":["B","A"]}',
      '{"kind":"unavailable","reason":"no_clusters","session_state":null,"promoted":false,"order":[]}',
      '{"kind":"rejected","code":"input_tokens_required"}',
      '',
    ]);
  });

  test('hands the next cursor of round-robin on', async () => {
    const turn = { ...sampleCase, config: 'round-robin', cursor: 3 };
    const { stdout } = await cli.run(['decide'], JSON.stringify(turn));
    expect(linesOf(stdout)[0]).toMatchObject({ cluster_id: 'B', next_cursor: 4 });
    expect(Object.keys(linesOf(stdout)[0]!).at(-1)).toBe('next_cursor');
  });

  test('decides every golden case of a file, in order', async () => {
    const rows = readFileSync(new URL('../../../golden/decisions.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { case: unknown; expect: { kind: string } });
    const file = join(cli.folder, 'golden.jsonl');
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row.case)}\n`).join(''));
    const { status, stdout } = await cli.run(['decide', file]);
    expect(linesOf(stdout).map(({ kind }) => kind)).toEqual(rows.map((row) => row.expect.kind));
    expect(status).toBe(0);
  });

  test('a bad line gets an error line in its place and does not stop the stream', async () => {
    const badField = JSON.stringify({ ...sampleCase, config: { algorithm: 'pulsar', n: 3 } });
    const input = [sampleLine, '{"config":', badField, '[]', '17', sampleLine].join('\n');
    const { status, stdout, stderr } = await cli.run(['decide'], input);
    const results = linesOf(stdout);
    expect(results.map((line) => line['kind'] ?? (line['error'] as { code: string }).code)).toEqual(
      ['wait', 'invalid_json', 'not_applicable', 'wrong_type', 'wrong_type', 'wait'],
    );
    expect(Object.keys(results[2]!['error'] as object)).toEqual(['code', 'message', 'path']);
    expect(results[2]!['error']).toMatchObject({ path: 'config.n' });
    expect(stderr).toBe('4 of 6 lines could not be decided, the first is line 2\n');
    expect(status).toBe(1);
  });

  test('skips blank lines, and takes CRLF, a byte order mark and a missing last line feed', async () => {
    const input = `\ufeff${sampleLine}\r\n\r\n   \n\n${sampleLine}`;
    const { status, stdout } = await cli.run(['decide'], input);
    expect(linesOf(stdout)).toHaveLength(2);
    expect(status).toBe(0);
  });

  test('only a line feed ends a line: separators of Unicode may stand in strings', async () => {
    const request = { ...sampleCase.request, cache_affinity_key: 'a\u2028b\u2029c\u0085d' };
    const { status, stdout } = await cli.run(
      ['decide'],
      JSON.stringify({ ...sampleCase, request }),
    );
    expect(linesOf(stdout)).toHaveLength(1);
    expect(status).toBe(0);
  });

  test('answers an empty input with nothing', async () => {
    expect(await cli.run(['decide'])).toEqual({ status: 0, stdout: '', stderr: '' });
    writeFileSync(join(cli.folder, 'empty.jsonl'), '');
    expect(await cli.run(['decide', 'empty.jsonl'])).toMatchObject({ status: 0, stdout: '' });
  });

  test('takes a line of a million bytes, good or bad', async () => {
    const request = { ...sampleCase.request, cache_affinity_key: 'k'.repeat(1e6) };
    const long = JSON.stringify({ ...sampleCase, request });
    const input = `${long}\n${'x'.repeat(1e6)}\n${sampleLine}\n`;
    const { status, stdout } = await cli.run(['decide'], input);
    const results = linesOf(stdout);
    expect(results[0]).toMatchObject({ kind: 'wait' });
    expect((results[1]!['error'] as { message: string }).message.length).toBeLessThan(400);
    expect(results[2]).toMatchObject({ kind: 'wait' });
    expect(status).toBe(1);
  });

  test('a line that is not UTF-8 is bad, the next one is not', async () => {
    const input = Buffer.concat([Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(sampleLine)]);
    const { status, stdout } = await cli.run(['decide'], input);
    expect(linesOf(stdout)[0]).toMatchObject({ error: { code: 'invalid_value', path: '' } });
    expect(linesOf(stdout)[1]).toMatchObject({ kind: 'wait' });
    expect(status).toBe(1);
  });

  test('a missing file and a directory are misuse, wherever they come in', async () => {
    expect(await cli.run(['decide', 'nowhere.jsonl'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: cannot read nowhere.jsonl: there is no such file\n',
    });
    expect(await cli.run(['decide', cli.folder])).toMatchObject({ status: 2, stdout: '' });
    expect(await cli.shell('$HOMEWARD decide < .')).toMatchObject({
      status: 2,
      stderr: 'error: cannot read standard input: it is a directory\n',
    });
  });

  test('a reader that leaves early ends it quietly', async () => {
    writeFileSync(join(cli.folder, 'many.jsonl'), `${sampleLine}\n`.repeat(3000));
    const { stdout, stderr } = await cli.shell(
      '$HOMEWARD decide many.jsonl | head -1; echo ${PIPESTATUS[0]}',
    );
    expect(stdout.split('\n')[0]).toContain('"kind":"wait"');
    expect(stdout.split('\n')[1]).toBe('0');
    expect(stderr).toBe('');
  });

  test('needs no more memory for a longer input', async () => {
    const line = JSON.stringify({ ...sampleCase, note: 'x'.repeat(60_000) });
    writeFileSync(join(cli.folder, 'long.jsonl'), `${line}\n`.repeat(1000));
    const { status, stdout } = await cli.shell(
      '${HOMEWARD/ / --max-old-space-size=48 } decide long.jsonl | wc -l',
    );
    expect(stdout.trim()).toBe('1000');
    expect(status).toBe(0);
  });

  test('an output that is full is told and fails', async () => {
    const { status, stderr } = await cli.shell(
      `echo '${sampleLine}' | $HOMEWARD decide > /dev/full`,
    );
    expect(stderr).toContain('cannot write the output');
    expect(status).toBe(2);
  });

  test('answers each line as soon as it is there', async () => {
    const child = spawn(process.execPath, [cli.script, 'decide'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const elapsedMs of [0, 300]) {
      child.stdin.write(`${JSON.stringify({ ...sampleCase, elapsed_ms: elapsedMs })}\n`);
      const { value } = (await answers.next()) as { value: string };
      expect(value).toContain(elapsedMs === 0 ? '"wait"' : '"selected"');
    }
    child.stdin.end();
    const [status] = (await once(child, 'exit')) as [number];
    expect(status).toBe(0);
  });
});
