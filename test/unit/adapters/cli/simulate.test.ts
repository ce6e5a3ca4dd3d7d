import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase } from './sample-case.js';

const example = JSON.parse(
  readFileSync(new URL('../../../../examples/scenario.json', import.meta.url), 'utf8'),
) as { workload: object };

let cli: Cli;

beforeAll(() => {
  cli = openCli();
  const write = (name: string, json: unknown): void => {
    writeFileSync(join(cli.folder, name), JSON.stringify(json));
  };
  write('scenario.json', example);
  write('bad.json', { ...example, clusters: [], routers: -1 });
  const trace = { kind: 'trace', format: 'json-lines', file: 'trace.jsonl' };
  write('traced.json', { ...example, workload: trace });
  const rows = [1000, 500, 2000].map((at_ms) =>
    JSON.stringify({ at_ms, input_tokens: 100, output_tokens: 10 }),
  );
  writeFileSync(join(cli.folder, 'trace.jsonl'), rows.join('\n'));
});

afterAll(() => {
  cli.remove();
});

describe('homeward simulate', () => {
  test('prints the same bytes with one thread and with several, and again', async () => {
    const args = ['simulate', '--scenario', 'scenario.json', '--seeds', '3', '--json'];
    const alone = await cli.run([...args, '--threads', '1']);
    const together = await cli.run([...args, '--threads', '2']);
    expect(alone).toMatchObject({ status: 0, stderr: '' });
    expect(together.stdout).toBe(alone.stdout);
    const { policies, seeds } = JSON.parse(alone.stdout) as {
      seeds: string[];
      policies: { name: string; metrics: Record<string, { half_width_95: number | null }> }[];
    };
    expect(seeds).toEqual(['1', '1.2', '1.3']);
    expect(policies.map(({ name }) => name)).toEqual(['home', 'default', 'cookie']);
    expect(policies[0]!.metrics['kv_reuse']!.half_width_95).toBeGreaterThan(0);
  });

  test('writes a report: JSON, Markdown, and a page that needs nothing else', async () => {
    const { status, stdout } = await cli.run([
      ...['simulate', '--scenario', 'scenario.json', '--out', 'report'],
    ]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('cookie')]);
    expect(stdout).toContain('wrote report/report.html, report.md and report.json');
    const read = (name: string): string => readFileSync(join(cli.folder, 'report', name), 'utf8');
    expect(read('report.md')).toContain('| home |');
    expect((JSON.parse(read('report.json')) as { scenario: string }).scenario).toBe('two clusters');
    const page = read('report.html');
    expect(page).toContain('uPlot');
    expect(page).toContain('<figure data-chart="0">');
    const json = /id="charts">(.*)<\/script>/.exec(page)![1]!;
    const charts = JSON.parse(json) as { title: string; x: number[]; yTop: number }[];
    const loads = charts.filter(({ title }) => ['home', 'default', 'cookie'].includes(title));
    expect(loads).toHaveLength(3);
    expect(loads[0]!.yTop).toBeGreaterThan(0);
    // Policies are compared by them, so that both axes are the same.
    expect(new Set(loads.map(({ x, yTop }) => JSON.stringify([x, yTop]))).size).toBe(1);
    // Nothing is loaded from elsewhere.
    expect(page.replace(/<script[^]*?<\/script>/g, '')).not.toMatch(/\b(src|href)=/);
  });

  test('is told that a report cannot be written before it runs', async () => {
    const ended = await cli.run(['simulate', '--scenario', 'scenario.json', '--out', 'bad.json']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('cannot write bad.json: ');
  });

  test('lists the scenarios that come along, and runs one by its name', async () => {
    const { stdout } = await cli.run(['simulate', '--list']);
    expect(stdout).toContain('saturated-rank-one');
    const { status, stderr } = await cli.run(['simulate', '--scenario', 'hot-key']);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'is called hot-key (did you mean "hot-keys"?); homeward simulate --list',
    );
    const listed = await cli.run(['simulate', '--list', '--json']);
    const scenarios = JSON.parse(listed.stdout) as { name: string; description: string }[];
    expect(scenarios.map(({ name }) => name)).toContain('hot-keys');
    for (const { description } of scenarios) expect(description).not.toBe('');
  });

  test('names every fault of a scenario, and the line of a bad trace', async () => {
    const bad = await cli.run(['simulate', '--scenario', 'bad.json']);
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain(
      'error: bad.json, line 1, column 24: clusters: expected at least one cluster',
    );
    expect(bad.stderr).toMatch(
      /bad\.json, line 1, column \d+: routers: expected an integer from 1/,
    );
    writeFileSync(join(cli.folder, 'twice.json'), '{ "name": "a",\n "name": "b" }');
    const twice = await cli.run(['simulate', '--scenario', 'twice.json']);
    expect([twice.status, twice.stderr]).toEqual([
      1,
      'error: twice.json, line 2, column 2: name: expected every member once, given "name"\n',
    ]);
    const missing = await cli.run(['simulate', '--scenario', 'none.json']);
    expect([missing.status, missing.stderr]).toEqual([
      1,
      'error: cannot read none.json: there is no such file\n',
    ]);
    const trace = await cli.run(['simulate', '--scenario', 'traced.json']);
    expect(trace.status).toBe(1);
    expect(trace.stderr).toContain('trace.jsonl, line 2: at_ms: expected a time >=');
    const skipped = await cli.run(['simulate', '--scenario', 'traced.json', '--skip-bad-rows']);
    expect(skipped.status).toBe(0);
    expect(skipped.stderr).toContain('skipped: ');
    expect(skipped.stdout).toContain('Left out: 1 bad row of the trace.');
    expect((await cli.run(['simulate'])).status).toBe(2);
  });

  const good = { at_ms: 5, input_tokens: 100, output_tokens: 10 };
  test.each([
    ['a negative time', { at_ms: -1 }, 'line 2: at_ms: expected a finite number >= 0, given -1'],
    ['a time before the one above', { at_ms: 4 }, 'line 2: at_ms: expected a time >= that of'],
    ['a missing field', { output_tokens: undefined }, 'line 2: output_tokens: expected'],
  ])('stops at %s, or skips it and counts, as the flag says', async (_, parts, message) => {
    const lines = [good, { ...good, ...parts }, good].map((row) => JSON.stringify(row));
    writeFileSync(join(cli.folder, 'trace.jsonl'), lines.join('\n'));
    const stopped = await cli.run(['simulate', '--scenario', 'traced.json']);
    expect([stopped.status, stopped.stdout]).toEqual([1, '']);
    expect(stopped.stderr).toContain(message);
    const skipped = await cli.run(['simulate', '--scenario', 'traced.json', '--skip-bad-rows']);
    expect(skipped.status).toBe(0);
    expect(skipped.stderr).toContain(message);
    expect(skipped.stdout).toContain('Left out: 1 bad row of the trace.');
  });

  test('says after which line an archive is damaged, or takes the rows before, as the flag says', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => JSON.stringify({ ...good, at_ms: at }));
    const bytes = gzipSync(lines.join('\n'));
    writeFileSync(join(cli.folder, 'trace.jsonl'), bytes.subarray(0, bytes.length - 300));
    const stopped = await cli.run(['simulate', '--scenario', 'traced.json']);
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toMatch(/trace\.jsonl: expected a whole file, damaged after line \d+/);
    const skipped = await cli.run(['simulate', '--scenario', 'traced.json', '--skip-bad-rows']);
    expect(skipped.status).toBe(0);
    expect(skipped.stdout).toContain('Left out: 1 bad row of the trace.');
  });
});

describe('homeward tune', () => {
  const args = ['tune', './scenario.json', '--config', 'lb.json'];

  beforeAll(() => {
    const model = { algorithm: 'pulsar-wait-and-widen', last_cluster_affinity: true };
    writeFileSync(join(cli.folder, 'lb.json'), JSON.stringify({ models: { m: model } }));
  });

  test('calls settings what configurations call them', async () => {
    const { stdout } = await cli.run([...args, '--x', '0', '--max-queued', '4', '--threads', '1']);
    const name = 'cache_affinity_wait_ms=0 max_queued=4 fallback_max_queued=4';
    expect(stdout).toContain(`\n${name}:\n  homeward tune `);
  });

  test('prints the frontier, with commands that give its rows again', async () => {
    const grid = ['--x', '0,300', '--max-queued', '0,4'];
    const all = await cli.run([...args, ...grid, '--all', '--json', '--threads', '1']);
    expect(all).toMatchObject({ status: 0, stderr: '' });
    type Row = { on_frontier: boolean; command: string; metrics: Record<string, number> };
    const { combinations, rows } = JSON.parse(all.stdout) as { combinations: number; rows: Row[] };
    expect([combinations, rows.length]).toEqual([4, 4]);
    const best = rows.filter((row) => row.on_frontier);
    expect(best.length).toBeGreaterThan(0);
    for (const row of rows) {
      const beaten = rows.some(
        ({ metrics }) =>
          metrics['kv_reuse']! > row.metrics['kv_reuse']! &&
          metrics['ttft_p99_ms']! < row.metrics['ttft_p99_ms']!,
      );
      if (row.on_frontier) expect(beaten).toBe(false);
    }
    const command = best[0]!.command.replace(/^homeward /, '');
    const again = await cli.run([...command.split(' '), '--json']);
    expect((JSON.parse(again.stdout) as { rows: Row[] }).rows[0]!.metrics).toEqual(
      best[0]!.metrics,
    );
    const together = await cli.run([...args, ...grid, '--all', '--json', '--threads', '2']);
    expect(together.stdout).toBe(all.stdout);
  });

  test('takes decision records: their clusters, sessions and times', async () => {
    const records = Array.from({ length: 40 }, (_, at) => ({
      ...sampleCase,
      request: { request_id: `r${String(at)}`, cache_affinity_key: `s${String(at % 8)}` },
      elapsed_ms: 0,
      at_ms: 1_764_547_200_000 + at * 250,
      decision: { kind: 'selected', cluster_id: 'A' },
    }));
    const tuneRecords = async (...lines: readonly object[]) => {
      const text = lines.map((line) => JSON.stringify(line)).join('\n');
      writeFileSync(join(cli.folder, 'records.jsonl'), text);
      const flags = ['--x', '0,300', '--widen', '0', '--all', '--json'];
      return cli.run(['tune', 'records.jsonl', '--config', 'lb.json', ...flags]);
    };
    const tuned = await tuneRecords(...records);
    expect(tuned).toMatchObject({ status: 0, stderr: '' });
    const { rows } = JSON.parse(tuned.stdout) as { rows: { settings: object; command: string }[] };
    expect(rows.map(({ settings }) => settings)).toEqual([
      { cache_affinity_wait_ms: 0, band_widen_interval_ms: 0 },
      { cache_affinity_wait_ms: 300, band_widen_interval_ms: 0 },
    ]);
    expect(await tuneRecords(...records)).toEqual(tuned);
    const untimed = await tuneRecords(records[0]!, { ...records[1], at_ms: undefined });
    expect(untimed.status).toBe(1);
    expect(untimed.stderr).toContain('records.jsonl, line 2: at_ms: expected the time');
  });

  test('says what is missing', async () => {
    writeFileSync(
      join(cli.folder, 'own.jsonl'),
      '{"at_ms":0,"input_tokens":1,"output_tokens":1}\n',
    );
    const trace = await cli.run(['tune', 'own.jsonl', '--config', 'lb.json']);
    expect([trace.status, trace.stderr]).toEqual([
      1,
      expect.stringContaining('say with --scenario FILE which clusters serve it'),
    ]);
    writeFileSync(join(cli.folder, 'what.txt'), 'hello\n');
    const unknown = await cli.run(['tune', 'what.txt', '--config', 'lb.json']);
    expect(unknown.stderr).toContain('expected decision records, a trace or a scenario');
    for (const flags of [
      ['--x', 'a'],
      ['--decode', '10,20'],
      ['--kv-tokens', '0'],
      ['--sessions', 'names'],
    ]) {
      expect((await cli.run([...args, ...flags])).status).toBe(2);
    }
    const gone = await cli.run(['tune', './gone.jsonl', '--config', 'lb.json']);
    expect(gone.stderr).toBe('error: cannot read ./gone.jsonl: there is no such file\n');
    const model = await cli.run([...args, '--model', 'mm']);
    expect([model.status, model.stderr]).toEqual([
      1,
      'error: lb.json has no model "mm" (did you mean "m"?)\n',
    ]);
  });
});
