import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const widestLine = (text: string): number =>
  Math.max(...text.split('\n').map((line) => [...line].length));

/** A case in which every column of the table is as wide as it gets. */
const wideCase = {
  ...sampleCase,
  config: {
    ...sampleCase.config,
    seed: 'x'.repeat(300),
    max_queue_time_floor_ms: 1,
    max_queue_time_ceil_ms: 1e9,
    next_bucket_unlock_factor: 77.77,
    ttft_bucket_size_ms: 0,
  },
  snapshot: {
    model_id: 'organisation/model-with-a-very-long-name-that-does-not-end-where-one-expects-it',
    clusters: Array.from({ length: 120 }, (_, at) => ({
      cluster_id: `region-${String(at)}-availability-zone-\u001b[31m-${'y'.repeat(200)}`,
      rtt_ms: 1234.56 + at * 1e3,
      stats: {
        last_mean_input_tps: 0.0123,
        max_input_tps: 100,
        max_engine_concurrency: 1,
        num_running_queries: at % 2,
        queued_input_size: 10 ** (at % 15),
      },
    })),
  },
  request: {
    ...sampleCase.request,
    request_id: 'r'.repeat(500),
    input_tokens: 123_456,
    excluded_cluster_ids: Array.from({ length: 30 }, (_, at) => `region-${String(at)}`),
  },
  elapsed_ms: 5000,
};

describe('homeward explain', () => {
  test('shows every cluster, the rule that kept it out, and why', async () => {
    const { status, stdout } = await cli.run(['explain', '-'], sampleLine);
    expect(stdout).toBe(
      [
        'policy   pulsar-wait-and-widen;cache_affinity_input_tokens_scale=0.1;cache_affinity_wait_ms=300;',
        '         last_cluster_affinity=true',
        'target   model "m", routing key "rk", 2 clusters',
        'request  "r1", affinity key "k", 100 input tokens, last cluster "A"',
        '',
        'cluster  rank  phase     rtt  queue  prefill  TTFT ms  bucket  room  verdict',
        'A        2>1   affinity    5      0       10       15  0       no    no capacity',
        'B        1>2   -           5      0      100      105  -       yes   outside the group',
        '',
        'rank: place in the affinity order; 2>1 is the place before and after the last cluster was moved to',
        'the front, - stands for none.',
        '',
        'Wait 300 ms, until 300 ms after arrival: then the affinity wait is over and the search widens.',
        'The session is returning: its last cluster "A" was moved to the front of the order.',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
  });

  test('says what lay ahead of the chosen cluster', async () => {
    const text = JSON.stringify({ ...sampleCase, elapsed_ms: 300 }, null, 2);
    writeFileSync(join(cli.folder, 'case.json'), text);
    const { stdout } = await cli.run(['explain', 'case.json']);
    expect(stdout).toContain('Selected "B"');
    expect(stdout).toContain('Ahead of it in the order: "A" (no capacity).');
  });

  test('prints JSON on demand, estimates that are not finite as null', async () => {
    const snapshot = { model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 1 }] };
    const text = JSON.stringify({ ...sampleCase, snapshot });
    const { status, stdout } = await cli.run(['explain', '-', '--json'], text);
    expect(JSON.parse(stdout)).toEqual({
      decision: {
        kind: 'unavailable',
        reason: 'no_ranked_cluster',
        session_state: null,
        promoted: false,
        order: [],
      },
      affinity_wait_ms: 300,
      affinity_input_tokens_scale: 0.1,
      planned_order: [],
      clusters: [
        {
          cluster_id: 'A',
          position: null,
          planned_position: null,
          phase: null,
          rtt_ms: 1,
          queue_ms: 0,
          prefill_ms: null,
          discounted_prefill_ms: null,
          ttft_ms: null,
          discounted_ttft_ms: null,
          bucket: null,
          opens_ms: null,
          has_capacity: true,
          is_kv_feasible: true,
          verdict: 'not_ranked',
          picks: [],
        },
      ],
    });
    expect(status).toBe(0);
  });

  test('fits 100 columns and carries no control character, whatever the case holds', async () => {
    for (const command of ['explain', 'timeline']) {
      const { status, stdout } = await cli.run([command, '-'], JSON.stringify(wideCase));
      expect(status).toBe(0);
      const overSeed = stdout.split('\n').filter((line) => !line.includes('seed=xxx'));
      expect(widestLine(overSeed.join('\n'))).toBeLessThanOrEqual(100);

      expect(stdout).not.toMatch(/[\0-\t\x0b-\x1f]/);
    }
  });

  test.each([
    [{ config: 'random' }, 'it was drawn from the clusters that are not excluded'],
    [{ config: 'power-of-n' }, 'it has the best score of the clusters sampled'],
    [{ config: 'round-robin' }, 'it is its turn'],
    [{ config: 'pulsar' }, 'it is the first cluster of the ranking that may serve the request'],
    [{ config: 'wait-and-widen' }, 'the request has no affinity group'],
    [
      { config: { algorithm: 'random', require_input_tokens: true }, request: { request_id: 'r' } },
      'Rejected before any cluster was looked at: the policy demands the number of input tokens.',
    ],
    [{ snapshot: { model_id: 'm', clusters: [] } }, 'Unavailable: the snapshot has no clusters.'],
    [
      { request: { ...sampleCase.request, last_cluster_id: undefined } },
      'The session is new: no affinity wait and no prefill discount.',
    ],
  ])('with %j it says: %s', async (members, sentence) => {
    const text = JSON.stringify({ ...sampleCase, ...members });
    const { status, stdout } = await cli.run(['explain', '-'], text);
    expect(stdout.replaceAll('\n', ' ')).toContain(sentence);
    expect(status).toBe(0);
  });
});

describe('homeward timeline', () => {
  test('shows the decisions a waiting request would see', async () => {
    const { status, stdout } = await cli.run(['timeline', '-'], sampleLine);
    expect(stdout.split('\n').slice(5)).toEqual([
      '  from  decision  cluster  details',
      '  0 ms  wait               until 300 ms',
      '300 ms  selected  B        open phase, rank 2',
      '',
      'On this snapshot the request goes to "B" from 300 ms on.',
      '',
    ]);
    expect(status).toBe(0);
  });

  test('says what rows after the one that serves are', async () => {
    const cluster = (id: string, rttMs: number, running: number) => ({
      cluster_id: id,
      rtt_ms: rttMs,
      stats: { last_mean_input_tps: 1000, max_engine_concurrency: 8, num_running_queries: running },
    });
    const { stdout } = await cli.run(
      ['timeline', '-'],
      JSON.stringify({
        config: { algorithm: 'wait-and-widen', comparator: 'num-requests-queued' },
        snapshot: {
          model_id: 'm',
          clusters: [
            { ...cluster('A', 5, 1), stats: { ...cluster('A', 5, 1).stats, queue_size: 4 } },
            cluster('B', 95, 1),
          ],
        },
        request: { request_id: 'r' },
      }),
    );
    expect(stdout.replaceAll('\n', ' ')).toContain(
      'goes to "A" at once. Later rows are what a request would be told that had not been served by then.',
    );
  });

  test('prints JSON on demand', async () => {
    const { stdout } = await cli.run(['timeline', '--json', '-'], sampleLine);
    const session = { session_state: 'returning', promoted: true };
    expect(JSON.parse(stdout)).toEqual([
      { from_ms: 0, decision: { kind: 'wait', wait_ms: 300, until_ms: 300, ...session } },
      {
        from_ms: 300,
        decision: {
          kind: 'selected',
          cluster_id: 'B',
          rank_depth: 2,
          phase: 'open',
          skipped_for_kv_free_tokens: false,
          ...session,
        },
      },
    ]);
  });

  test('draws a picture on demand, with a lane per cluster', async () => {
    const { status, stdout } = await cli.run(['timeline', '--svg', '-'], sampleLine);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<svg xmlns[^]*<\/svg>\n$/);
    expect(stdout).toContain('<desc>From 0 ms: wait until 300 ms. From 300 ms: B.</desc>');
    for (const { cluster_id: id } of sampleCase.snapshot.clusters) {
      expect(stdout).toMatch(new RegExp(`>\\d\\. ${id}</text>`));
    }
  });

  test('is either a picture or JSON', async () => {
    const { status, stderr } = await cli.run(['timeline', '--svg', '--json', '-'], sampleLine);
    expect(status).toBe(2);
    expect(stderr).toContain("'--svg' cannot be used with");
  });

  test('says when a request is never served', async () => {
    const clusters = [sampleCase.snapshot.clusters[0]];
    const text = JSON.stringify({ ...sampleCase, snapshot: { model_id: 'm', clusters } });
    const { stdout } = await cli.run(['timeline', '-'], text);
    expect(stdout).toContain('the request is never served: no cluster has capacity');
  });
});

describe.each(['explain', 'timeline'])('homeward %s of a bad case', (command) => {
  test('lists every fault and exits with 1', async () => {
    const text = JSON.stringify({
      ...sampleCase,
      config: { algorithm: 'random', n: 1 },
      request: {},
    });
    const { status, stdout, stderr } = await cli.run([command, '-'], text);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^error: standard input, line 1, column \d+: config\.n /),
      expect.stringMatching(/^error: standard input, line 1, column \d+: request\.request_id: /),
      '',
    ]);
    expect(status).toBe(1);
  });

  test('names line and column of a syntax error', async () => {
    writeFileSync(join(cli.folder, 'bad.json'), '{\n  "config": pulsar\n}');
    expect(await cli.run([command, 'bad.json'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: bad.json, line 2, column 13: expected a value, given "p"\n',
    });
  });

  test('refuses an empty file, bytes that are no text, and more than one case', async () => {
    expect(await cli.run([command, '-'], '')).toMatchObject({ status: 1 });
    expect(await cli.run([command, '-'], Buffer.from([0xff, 0xfe, 0x00]))).toMatchObject({
      status: 1,
      stderr: 'error: standard input: expected UTF-8 text, given other bytes\n',
    });
    expect(await cli.run([command, '-'], `${sampleLine}\n${sampleLine}`)).toMatchObject({
      status: 1,
      stderr: 'error: standard input, line 2, column 1: expected the end, given "{"\n',
    });
  });

  test('cannot read a missing file or a directory', async () => {
    expect(await cli.run([command, 'nowhere.json'])).toMatchObject({ status: 2 });
    expect(await cli.run([command, cli.folder])).toMatchObject({ status: 2 });
  });
});
