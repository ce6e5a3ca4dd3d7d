import { fileURLToPath } from 'node:url';
import * as E from 'fp-ts/lib/Either.js';
import { beforeAll, describe, expect, test } from 'vitest';

import { EventQueue } from '../../../../src/adapters/demo/event-queue.js';
import { replayTrace } from '../../../../src/adapters/demo/replay-trace.js';
import { ACTS } from '../../../../src/adapters/demo/story.js';
import { TRACE_POOL } from '../../../../src/adapters/demo/trace-pool.js';
import { BLOCK_TOKENS, readTrace, type TraceRow } from '../../../../src/adapters/demo/trace-row.js';
import { summarizeTrace } from '../../../../src/adapters/demo/trace-summary.js';

const file = fileURLToPath(
  new URL('../../../../data/mooncake-conversation-500.jsonl.gz', import.meta.url),
);

let rows: readonly TraceRow[];

beforeAll(async () => {
  const trace = await readTrace(file)();
  if (E.isLeft(trace)) throw new Error(trace.left);
  rows = trace.right;
});

describe('the trace slice', () => {
  test('has 500 rows in order of arrival, with a block id per 512 tokens', () => {
    expect(rows).toHaveLength(500);
    rows.forEach((row, at) => {
      expect(row.timestamp).toBeGreaterThanOrEqual(rows[at - 1]?.timestamp ?? 0);
      expect(row.hash_ids).toHaveLength(Math.ceil(row.input_length / BLOCK_TOKENS));
    });
  });

  test('has sessions whose turns count up', () => {
    const turns = new Map<number, number>();
    for (const { session, turn } of rows) {
      if (turn > 1) expect(turns.get(session)).toBeGreaterThanOrEqual(turn - 1);
      turns.set(session, Math.max(turn, turns.get(session) ?? 0));
    }
    expect(rows.filter(({ turn }) => turn > 1).length).toBeGreaterThan(50);
  });

  test('a file that is missing or no trace is told', async () => {
    expect(await readTrace('nowhere.gz')()).toMatchObject({ left: /cannot read nowhere.gz/ });
    expect(await readTrace(fileURLToPath(import.meta.url))()).toMatchObject({ _tag: 'Left' });
  });
});

describe.each(ACTS)('the replay with $algorithm, flag $lastClusterAffinity', (act) => {
  test('serves every request once, and no cluster beyond its slots', () => {
    const outcomes = replayTrace(rows, act);
    expect(new Set(outcomes.map(({ row }) => row)).size).toBe(rows.length);
    const changes = outcomes.flatMap(({ row, clusterId, waitMs, ttftMs }) => {
      const startMs = row.timestamp + waitMs;
      const endMs = row.timestamp + ttftMs + (row.output_length / 50) * 1000;
      return [
        { clusterId, atMs: startMs, by: 1 },
        { clusterId, atMs: endMs, by: -1 },
      ];
    });
    for (const { clusterId, slots } of TRACE_POOL) {
      let running = 0;
      const own = changes.filter((change) => change.clusterId === clusterId);
      // A slot given back at the moment another request takes it is free; sums of times round.
      own.sort((a, b) => (Math.abs(a.atMs - b.atMs) < 1e-6 ? a.by - b.by : a.atMs - b.atMs));
      for (const { by } of own) {
        running += by;
        expect(running).toBeLessThanOrEqual(slots);
      }
    }
  });

  test('comes out the same every time, and its sums agree', () => {
    const summary = summarizeTrace(act, replayTrace(rows, act));
    expect(summarizeTrace(act, replayTrace(rows, act))).toEqual(summary);
    const counts = Object.values(summary.requestCountByCluster);
    expect(counts.reduce((a, b) => a + b)).toBe(rows.length);
    expect(summary.blockCount).toBe(rows.reduce((sum, row) => sum + row.hash_ids.length, 0));
    expect(summary.cachedBlockCount).toBeLessThan(summary.blockCount);
    expect(summary.stayedCount).toBeLessThanOrEqual(summary.returningCount);
  });
});

describe('the two replays of an algorithm', () => {
  test('with the flag more turns return home, and the mean wait is shorter', () => {
    const [off, on, pulsarOff, pulsarOn] = ACTS.map((act) =>
      summarizeTrace(act, replayTrace(rows, act)),
    );
    expect(on!.stayedCount).toBeGreaterThan(off!.stayedCount);
    expect(on!.meanWaitMs).toBeLessThan(off!.meanWaitMs);
    expect(pulsarOn!.stayedCount).toBeGreaterThan(pulsarOff!.stayedCount);
    expect(pulsarOn!.meanWaitMs).toBeLessThan(pulsarOff!.meanWaitMs);
  });
});

describe('EventQueue', () => {
  test('gives events by time, and those of one moment in the order they came', () => {
    const queue = new EventQueue<string>();
    for (const [atMs, event] of [
      [2, 'c'],
      [1, 'a'],
      [2, 'd'],
      [1, 'b'],
      [0, 'z'],
    ] as const) {
      queue.add(atMs, event);
    }
    const seen: string[] = [];
    for (let due = queue.next(); due !== undefined; due = queue.next()) seen.push(due.event);
    expect(seen.join('')).toBe('zabcd');
  });
});
