import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase } from '../cli/sample-case.js';

let cli: Cli;

/** A is full: recorded, requests of its sessions wait for it. Without a wait they go to B. */
const wait = { kind: 'wait', wait_ms: 300, until_ms: 300, session_state: 'returning' };
const sent = { kind: 'selected', cluster_id: 'A', session_state: 'returning' };
const recordOf = (id: string, elapsedMs: number, decision: object) => ({
  ...sampleCase,
  request: { ...sampleCase.request, request_id: id },
  elapsed_ms: elapsedMs,
  decision,
});
const freed = {
  ...sampleCase.snapshot,
  clusters: sampleCase.snapshot.clusters.map((cluster) => ({
    ...cluster,
    stats: { ...cluster.stats, num_running_queries: 0 },
  })),
};
const records = [
  recordOf('r1', 0, wait),
  { ...recordOf('r1', 200, sent), snapshot: freed },
  { ...recordOf('r2', 0, sent), snapshot: freed },
];

const write = (name: string, ...lines: readonly unknown[]): void => {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(join(cli.folder, name), texts.join('\n'));
};

beforeAll(() => {
  cli = openCli();
  const model = { ...sampleCase.config, cache_affinity_wait_ms: 0 };
  write('hasty.json', { models: { m: model } });
  write('same.json', { models: { m: sampleCase.config } });
  write('records.jsonl', ...records);
});

afterAll(() => {
  cli.remove();
});

const compare = (config: string, ...flags: readonly string[]) =>
  cli.run(['replay', 'records.jsonl', '--config', config, ...flags]);

describe('homeward replay --config', () => {
  test('tells who would have gone elsewhere, and the waits gained and lost', async () => {
    const { status, stdout, stderr } = await compare('hasty.json');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      '2 requests: 1 as recorded, 1 elsewhere, 0 without a cluster now, 0 with one only now.',
    );
    expect(stdout).toMatch(/m +.*returning +.*2 +.*1 +.*1 +.*0 +.*0 +.*1 +.*200 ms/);
    const same = await compare('same.json');
    expect(same.stdout).toContain('2 requests: 2 as recorded, 0 elsewhere');
  });

  test('prints the same as JSON: by model and session state, by cluster, and the moves', async () => {
    const { stdout } = await compare('hasty.json', '--json');
    const group = {
      ...{ requests: 2, same: 1, elsewhere: 1, lost: 0, gained: 0 },
      ...{ shorter_waits: 1, shorter_by_ms: 200, longer_waits: 0, longer_by_ms: 0 },
    };
    expect(JSON.parse(stdout)).toEqual({
      ...group,
      bad: 0,
      foreseen: 0,
      groups: [{ model_id: 'm', session_state: 'returning', ...group }],
      clusters: [
        {
          ...{ cluster_id: 'A', recorded_requests: 2, replayed_requests: 1 },
          ...{ recorded_tokens: 200, replayed_tokens: 100 },
        },
        {
          ...{ cluster_id: 'B', recorded_requests: 0, replayed_requests: 1 },
          ...{ recorded_tokens: 0, replayed_tokens: 100 },
        },
      ],
      moves: [
        { from: 'A', to: 'B', requests: 1 },
        { from: 'A', to: 'A', requests: 1 },
      ],
    });
  });

  test('draws it on a page that needs nothing else', async () => {
    expect((await compare('hasty.json', '--out', 'difference.html')).status).toBe(0);
    const page = readFileSync(join(cli.folder, 'difference.html'), 'utf8');
    for (const title of ['Who would have gone elsewhere', 'Load', 'Waits', 'Moves']) {
      expect(page).toContain(`>${title}<`);
    }
    expect(page).toContain('<figure data-chart="2">');
    expect(page.replace(/<script[^]*?<\/script>/g, '')).not.toMatch(/\b(src|href)=/);
    const unwritable = await compare('hasty.json', '--out', 'none/page.html');
    expect(unwritable).toMatchObject({ status: 2, stdout: '' });
    expect(unwritable.stderr).toContain('cannot write none/page.html');
  });

  test('passes over bad records, counts them, and names the first ten', async () => {
    const bad = Array.from({ length: 12 }, () => ({ ...records[0], elapsed_ms: -1 }));
    write('bad.jsonl', records[2], '{"line"', ...bad);
    const args = ['replay', 'bad.jsonl', '--config', 'hasty.json'];
    const { status, stdout, stderr } = await cli.run(args);
    expect(status).toBe(1);
    expect(stdout).toContain('1 request: 1 as recorded');
    expect(stdout).toContain('13 bad records left out');
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^line 2: column 8: expected/);
    expect(lines[1]).toMatch(/^line 3: elapsed_ms: expected .*, given -1$/);
  });

  test('is not given with the flags that print records, and its page not without it', async () => {
    for (const flags of [
      ['--case', '1'],
      ['--request', 'r1'],
    ]) {
      const { status, stdout, stderr } = await compare('hasty.json', ...flags);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain("'--config <file>' compares all records");
    }
    const page = await cli.run(['replay', 'records.jsonl', '--out', 'page.html']);
    expect([page.status, page.stdout]).toEqual([2, '']);
    expect(page.stderr).toContain("'--out <file>' needs '--config <file>'");
  });

  test('says what is wrong with the configuration, and decides nothing', async () => {
    write('wrong.json', { models: { m: { algorithm: 'pulsar', n: 3 } } });
    const { status, stdout, stderr } = await compare('wrong.json');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('models.m.n');
  });

  test('leaves no page, and the page that there was, where nothing was compared', async () => {
    write('no-config.json', { models: { m: { algorithm: 'pulsar', n: 3 } } });
    write('before.html', 'the page before');
    symlinkSync('nowhere.html', join(cli.folder, 'link.html'));
    const before = readdirSync(cli.folder).sort();
    for (const out of ['none.html', 'before.html', 'link.html']) {
      expect((await compare('no-config.json', '--out', out)).status).toBe(1);
    }
    expect(readdirSync(cli.folder).sort()).toEqual(before);
    expect(readFileSync(join(cli.folder, 'before.html'), 'utf8')).toBe('the page before');
  });
});
