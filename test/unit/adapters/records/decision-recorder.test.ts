import { describe, expect, test } from 'vitest';
import { createDecisionRecorder, type Loss } from '../../../../src/adapters/records/index.js';
import type { RecorderOptions } from '../../../../src/adapters/records/index.js';
import { createEngine, type RouteRequest } from '../../../../src/adapters/runtime/index.js';
import { reserve, type Snapshot } from '../../../../src/api.js';
import { clusterOf } from '../../../support/default-stats.js';
import { createFakeFile } from './support/fake-file.js';
import type { RecordLine } from './support/record-lines.js';

const TARGET = { modelId: 'm' };

const snapshotOf = (...ids: readonly string[]): Snapshot => ({
  target: TARGET,
  clusters: ids.map((id) => clusterOf(id, { maxEngineConcurrency: 1 })),
});

/** An engine that records into a fake file, on a clock that a test moves. */
const start = (options: Partial<RecorderOptions> = {}) => {
  const file = createFakeFile();
  const losses: Loss[] = [];
  const clock = { nowMs: 0 };
  const recorder = createDecisionRecorder({
    file,
    onLoss: (loss) => losses.push(loss),
    nowMs: () => clock.nowMs,
    wallMs: () => 1_700_000_000_000.4,
    ...options,
  });
  const engine = createEngine({ record: recorder.record });
  engine.publish(snapshotOf('A', 'B'));
  const ask = (requestId: string, about: Partial<RouteRequest> = {}, elapsedMs = 0) =>
    engine.decide({ target: TARGET, requestId, ...about }, { elapsedMs });
  const records = () => file.lines.map((line) => JSON.parse(line) as RecordLine);
  return { file, losses, clock, recorder, engine, ask, records };
};

describe('a recorder', () => {
  test('writes a decision as a case with its result', async () => {
    const { ask, recorder, records } = start();
    const routingMethod = 'pulsar-wait-and-widen;cache_affinity_wait_ms=300;seed=s';
    ask('r1', { cacheAffinityKey: 'k', inputTokens: 7, routingMethod }, 12.5);
    await recorder.flush();
    expect(records()).toEqual([
      {
        line: 1,
        snapshot: { model_id: 'm', clusters: [expect.anything(), expect.anything()] },
        config: { algorithm: 'pulsar-wait-and-widen', cache_affinity_wait_ms: 300, seed: 's' },
        request: { request_id: 'r1', cache_affinity_key: 'k', input_tokens: 7 },
        elapsed_ms: 12.5,
        at_ms: 1_700_000_000_000,
        decision: expect.objectContaining({ kind: 'selected', order: ['A', 'B'] }),
      },
    ]);
    expect(recorder.counts()).toEqual({ written: 1, lost: 0, waiting: 0 });
  });

  test('does nothing within the turn that decides', async () => {
    const { ask, recorder, file } = start();
    ask('r1');
    expect(file.lines).toEqual([]);
    expect(recorder.counts()).toEqual({ written: 0, lost: 0, waiting: 1 });
    await recorder.flush();
    expect(file.lines).toHaveLength(1);
  });

  test('remembers the turn of round-robin from before the decision', async () => {
    const { ask, recorder, records } = start();
    for (const id of ['r1', 'r2', 'r3']) ask(id, { routingMethod: 'round-robin' });
    await recorder.flush();
    expect(records()).toMatchObject([
      { decision: { cluster_id: 'A', next_cursor: 1 } },
      { cursor: 1, decision: { cluster_id: 'B', next_cursor: 2 } },
      { cursor: 2, decision: { cluster_id: 'A', next_cursor: 3 } },
    ]);
  });

  test('keeps what later attempts of a request carry on', async () => {
    const { engine, recorder, records } = start();
    const routingMethod =
      'wait-and-widen;cache_affinity_backend_selection_count=1;last_cluster_affinity=true';
    const about = { target: TARGET, cacheAffinityKey: 'k', lastClusterId: 'A', routingMethod };
    const opened = engine.open({ ...about, requestId: 'r1' });
    if (opened._tag === 'Left') throw new Error(opened.left.message);
    opened.right.decide(0);
    opened.right.exclude('A');
    engine.publish(snapshotOf('B'));
    opened.right.decide(5);
    await recorder.flush();
    expect(records()[0]!.request).not.toHaveProperty('session_state');
    expect(records()[1]!.request).toMatchObject({
      excluded_cluster_ids: ['A'],
      session_state: 'returning',
    });
  });

  test('writes a snapshot once per view, with the reservations in it', async () => {
    const { ask, engine, recorder, records } = start();
    ask('r1');
    ask('r2');
    const base = engine.view(TARGET)!;
    engine.replaceView(reserve(base, { clusterId: 'B', inputTokens: 40 }));
    ask('r3');
    engine.replaceView(base);
    ask('r4');
    await recorder.flush();
    expect(records().map(({ snapshot_ref }) => snapshot_ref)).toEqual([undefined, 1, undefined, 1]);
    expect(records()[2]!.snapshot!.clusters).toMatchObject([
      { cluster_id: 'A', stats: { num_running_queries: 0 } },
      { cluster_id: 'B', stats: { num_running_queries: 1, queued_input_size: 40 } },
    ]);
  });

  test('starts over with whole snapshots in another file', async () => {
    const { ask, file, recorder, records } = start();
    ask('r1');
    await recorder.flush();
    file.rotate();
    ask('r2');
    ask('r3');
    await recorder.flush();
    expect(records()).toMatchObject([{ line: 1 }, { line: 2, snapshot_ref: 1 }]);
    expect(records()[0]!.snapshot).toBeDefined();
  });

  test('takes all decisions of a request or none, and at rate 0 no request', async () => {
    const { ask, recorder, records } = start({ rate: 0.5 });
    for (let i = 0; i < 400; i++) ask(`r${String(i % 100)}`);
    await recorder.flush();
    const counts = new Map<string, number>();
    for (const { request } of records()) {
      counts.set(request.request_id, (counts.get(request.request_id) ?? 0) + 1);
    }
    expect([...new Set(counts.values())]).toEqual([4]);
    expect(counts.size).toBeGreaterThan(30);
    expect(counts.size).toBeLessThan(70);
    const none = start({ rate: 0 });
    none.ask('r1');
    await none.recorder.flush();
    expect(none.records()).toEqual([]);
  });
});

describe('a file that is slow or fails', () => {
  test('makes a full queue drop decisions, which are counted, and no decision wait', async () => {
    const { ask, file, losses, recorder } = start({ maxQueueBytes: 10_000 });
    file.hold();
    for (let i = 0; i < 100; i++) expect(ask(`r${String(i)}`)).toMatchObject({ kind: 'selected' });
    const { waiting, lost } = recorder.counts();
    expect(waiting).toBe(8);
    expect(lost).toBe(92);
    expect(losses).toEqual([
      { lostCount: 1, totalCount: 1, reason: expect.stringContaining('the queue is full') },
    ]);
    file.release();
    await recorder.flush();
    expect(recorder.counts()).toEqual({ written: 8, lost: 92, waiting: 0 });
    ask('again');
    await recorder.flush();
    expect(recorder.counts()).toEqual({ written: 9, lost: 92, waiting: 0 });
  });

  test('has its losses told at once, then together every ten seconds, and at the end', async () => {
    const { ask, clock, file, losses, recorder } = start({ maxQueueBytes: 0 });
    ask('r1');
    clock.nowMs = 9999;
    ask('r2');
    ask('r3');
    expect(losses).toHaveLength(1);
    clock.nowMs = 10_000;
    ask('r4');
    expect(losses[1]).toMatchObject({ lostCount: 3, totalCount: 4 });
    ask('r5');
    await recorder.close();
    expect(losses[2]).toMatchObject({ lostCount: 1, totalCount: 5 });
    expect(file.isClosed()).toBe(true);
  });

  test.each(['sync', 'append'] as const)(
    'loses what waits when %s fails, pauses, and starts over',
    async (call) => {
      const { ask, clock, file, losses, recorder, records } = start();
      ask('r1');
      await recorder.flush();
      file.failNext(call, 'ENOSPC: no space left on device, write');
      ask('r2');
      ask('r3');
      await recorder.flush();
      expect(recorder.counts()).toEqual({ written: 1, lost: 2, waiting: 0 });
      expect(losses[0]!.reason).toBe('the file failed: ENOSPC: no space left on device, write');
      ask('r4');
      expect(recorder.counts()).toEqual({ written: 1, lost: 3, waiting: 0 });
      clock.nowMs = 1000;
      ask('r5');
      await recorder.flush();
      expect(records().map(({ request }) => request.request_id)).toEqual(['r1', 'r5']);
      expect(records()[1]!.snapshot).toBeDefined();
    },
  );

  test('does not keep a recorder from closing', async () => {
    const { ask, file, losses, recorder } = start();
    file.hold();
    ask('r1');
    await recorder.close();
    expect(losses.at(-1)).toMatchObject({ totalCount: 1 });
    expect(losses.at(-1)!.reason).toContain('the process ended');
  });
});

describe('what no reader would take', () => {
  test.each([
    ['an id that is no text', { requestId: '\ud800' }, 0],
    ['no id', { requestId: '' }, 0],
    ['tokens that are no number', { inputTokens: NaN }, 0],
    ['endless tokens', { inputTokens: Infinity }, 0],
    ['a moment before the arrival', {}, -1],
  ])('is left out and counted: %s', async (_, about, elapsedMs) => {
    const { ask, losses, recorder, file } = start();
    ask('good');
    ask('r1', about, elapsedMs);
    ask('good');
    await recorder.flush();
    expect(recorder.counts()).toEqual({ written: 2, lost: 1, waiting: 0 });
    expect(losses[0]!.reason).toContain('JSON or its readers do not take');
    expect(file.lines[1]).toContain('"line":2,"snapshot_ref":1');
  });

  test('may be a view: reservations that add up beyond 2^53, or a nameless cluster', async () => {
    const { ask, engine, recorder, records } = start();
    const base = engine.view(TARGET)!;
    const huge = { clusterId: 'A', inputTokens: Number.MAX_SAFE_INTEGER };
    engine.replaceView(reserve(base, huge));
    ask('r1');
    engine.replaceView(reserve(base, huge, huge));
    ask('r2');
    ask('r3');
    engine.replaceView(base);
    ask('r4');
    engine.publish(snapshotOf('A', ''));
    ask('r5');
    engine.publish(snapshotOf('A', '\ud800'));
    ask('r6');
    await recorder.flush();
    expect(records().map(({ request }) => request.request_id)).toEqual(['r1', 'r4']);
    expect(recorder.counts()).toEqual({ written: 2, lost: 4, waiting: 0 });
  });
});

describe('a recorder that is closed', () => {
  test('has written what waited, and records nothing more', async () => {
    const { ask, file, recorder } = start();
    ask('r1');
    await recorder.close();
    ask('r2');
    await recorder.flush();
    expect(file.lines).toHaveLength(1);
    expect(recorder.counts()).toEqual({ written: 1, lost: 0, waiting: 0 });
  });
});
