import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.js';
import { createFleet } from '../../../../src/adapters/fleet/fleet.js';
import { createPushSource } from '../../../../src/adapters/fleet/sources/push-source.js';
import { documentOf, engineAt, startManualFleet, TARGET, type Told } from './manual-fleet.js';

const inWords = (told: readonly Told[]): string[] =>
  told.map((one) => (one.kind === 'reported' ? `reported ${one.backendId}` : one.kind));

const target = (model_id: string, backends: readonly object[]): object => ({
  model_id,
  clusters: [{ cluster_id: 'A', rtt_ms: 5, backends }],
});

describe('a fleet publishes', () => {
  test('the clusters of a document before its start resolves', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('a1')], B: [] }));
    expect([...manual.clusters().keys()]).toEqual(['A', 'B']);
    expect(manual.clusters().get('A')).toMatchObject({ rttMs: 5, stats: { queueSize: 0 } });
    expect(inWords(manual.told)).toEqual(['snapshot']);
    await manual.fleet.close();
  });

  test('once per turn of the event loop, after what it carries was announced', async () => {
    const manual = await startManualFleet(
      documentOf({ A: [engineAt('a1'), engineAt('a2')], B: [engineAt('b1')] }),
    );
    manual.told.length = 0;
    for (const id of ['a1', 'b1', 'a2', 'a1']) manual.report(`http://${id}`, { queueSize: 1 });
    expect(manual.told).toEqual([]);
    await manual.published();
    expect(inWords(manual.told)).toEqual(['reported a1', 'reported b1', 'reported a2', 'snapshot']);
    expect(manual.clusters().get('A')!.stats.queueSize).toBe(2);
    await manual.published();
    expect(manual.told).toHaveLength(4);
    await manual.fleet.close();
  });

  test('a target when it changed, and no other', async () => {
    const manual = await startManualFleet({
      targets: [target('m', [engineAt('a1')]), target('n', [engineAt('n1')])],
    });
    manual.told.length = 0;
    manual.report('http://n1', {});
    await manual.published();
    expect(manual.told).toMatchObject([
      { kind: 'reported', target: { modelId: 'n' }, backendId: 'n1' },
      { kind: 'snapshot', snapshot: { target: { modelId: 'n' } } },
    ]);
    await manual.fleet.close();
  });

  test('reports even when they say what the last one said, as they end reservations', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('a1')] }));
    for (let i = 0; i < 3; i++) {
      manual.told.length = 0;
      manual.report('http://a1', { queueSize: 1 });
      await manual.published();
      expect(inWords(manual.told)).toEqual(['reported a1', 'snapshot']);
    }
    await manual.fleet.close();
  });

  test('snapshots that are frozen and share the clusters that did not change', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('a1')], B: [engineAt('b1')] }));
    const before = manual.clusters();
    manual.report('http://a1', { queueSize: 1 });
    await manual.published();
    expect(manual.clusters().get('A')).not.toBe(before.get('A'));
    expect(manual.clusters().get('B')).toBe(before.get('B'));
    const { snapshot } = manual.told.at(-1) as { snapshot: Snapshot };
    expect(Object.isFrozen(snapshot) && Object.isFrozen(snapshot.clusters)).toBe(true);
    await manual.fleet.close();
  });

  test('the round trip of the last report, or of the document', async () => {
    const backends = [engineAt('a1'), engineAt('a2', 'http://a2', { rtt_ms: 11 })];
    const manual = await startManualFleet(documentOf({ A: backends }));
    expect(manual.clusters().get('A')!.rttMs).toBe(8);
    manual.report('http://a1', {}, 3);
    await manual.published();
    expect(manual.clusters().get('A')!.rttMs).toBe(7);
    await manual.fleet.close();
  });

  test('nothing once it is closed', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('a1')] }));
    manual.told.length = 0;
    manual.report('http://a1', {});
    await manual.fleet.close();
    await manual.published();
    await manual.clock.advance(60_000);
    manual.push.accept(documentOf({ B: [] }));
    await manual.published();
    expect(manual.told).toEqual([]);
    expect(manual.clock.pendingCount()).toBe(0);
    expect(manual.listened()).toEqual([]);
  });
});

describe('a new document', () => {
  test('withdraws the targets it does not list, after ending their reservations', async () => {
    const manual = await startManualFleet({
      targets: [target('m', [engineAt('a1')]), target('n', [engineAt('n1')])],
    });
    manual.told.length = 0;
    manual.push.accept({ targets: [target('m', [engineAt('a1')])] });
    await manual.published();
    expect(manual.told).toMatchObject([
      { kind: 'reported', target: { modelId: 'n' }, backendId: 'n1' },
      { kind: 'gone', target: { modelId: 'n' } },
      { kind: 'snapshot', snapshot: { target: { modelId: 'm' } } },
    ]);
    expect(manual.listened()).toEqual(['http://a1']);
    await manual.fleet.close();
  });

  test('keeps the reports of the backends it keeps, and ends those it does not', async () => {
    const manual = await startManualFleet(
      documentOf({ A: [engineAt('a1'), engineAt('a2')], B: [engineAt('b1')] }),
    );
    for (const id of ['a1', 'a2', 'b1']) manual.report(`http://${id}`, { numRunningQueries: 2 });
    await manual.published();
    manual.told.length = 0;
    manual.push.accept(documentOf({ A: [engineAt('a1')], C: [engineAt('c1')] }));
    await manual.published();
    expect(inWords(manual.told)).toEqual(['reported a2', 'reported b1', 'snapshot']);
    expect([...manual.clusters().keys()]).toEqual(['A', 'C']);
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(2);
    expect(manual.listened()).toEqual(['http://a1', 'http://c1']);
    await manual.fleet.close();
  });

  test('that moves a backend to another cluster begins it anew', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('x')], B: [] }));
    manual.report('http://x', { numRunningQueries: 2 });
    manual.push.accept(documentOf({ A: [], B: [engineAt('x', 'http://x2')] }));
    await manual.published();
    expect(manual.clusters().get('B')!.stats.numRunningQueries).toBe(0);
    expect(manual.fleet.chooseBackend(TARGET, 'B', new Set())).toMatchObject({
      clusterId: 'B',
      url: 'http://x2',
    });
    expect(manual.fleet.chooseBackend(TARGET, 'A', new Set())).toBe(undefined);
    await manual.fleet.close();
  });

  test('that is faulty is refused whole and logged, and the old one stays', async () => {
    const manual = await startManualFleet(documentOf({ A: [] }));
    manual.told.length = 0;
    expect(manual.push.accept({ targets: [target('m', []), { model_id: 7 }] })).toMatchObject({
      _tag: 'Left',
    });
    await manual.published();
    expect(manual.told).toEqual([]);
    expect(manual.telemetry.lines('snapshot_rejected')).toMatchObject([
      {
        level: 'warn',
        fields: {
          source: 'push',
          faults: [
            'targets[1].model_id: expected a string, given 7',
            'targets[1].clusters: expected an array of clusters, given nothing',
          ],
          fault_count: 2,
        },
      },
    ]);
    await manual.fleet.close();
  });

  test('logs no more than 20 of its faults', async () => {
    const manual = await startManualFleet(undefined);
    manual.push.accept({ targets: Array.from({ length: 50 }, () => 7) });
    const [line] = manual.telemetry.lines('snapshot_rejected');
    expect(line!.fields['faults']).toHaveLength(20);
    expect(line!.fields['fault_count']).toBe(50);
    await manual.fleet.close();
  });

  test('that tells of load is a report of the backends without a source', async () => {
    const loaded = (running: number, ...ids: readonly string[]): object => ({
      targets: [
        {
          model_id: 'm',
          clusters: [
            {
              cluster_id: 'A',
              rtt_ms: 5,
              stats: { max_engine_concurrency: 8, num_running_queries: running },
              backends: [...ids.map((id) => ({ id, url: `http://${id}` })), engineAt('a9')],
            },
            { cluster_id: 'B', rtt_ms: 5, backends: [{ id: 'b1', url: 'http://b1' }] },
          ],
        },
      ],
    });
    const manual = await startManualFleet(loaded(1, 'a1'));
    manual.told.length = 0;
    manual.push.accept(loaded(1, 'a1', 'a2'));
    await manual.published();
    expect(inWords(manual.told)).toEqual(['reported a1', 'snapshot']);
    await manual.fleet.close();
  });
});

describe('of several sources', () => {
  test('each adds its targets, and the later in the list has those that both list', async () => {
    const [first, second] = [createPushSource(), createPushSource()];
    const manual = await startManualFleet(undefined, { sources: [first, second] });
    first.accept({ targets: [target('m', [engineAt('a1')]), target('n', [])] });
    second.accept({ targets: [target('m', [engineAt('a2')])] });
    await manual.published();
    expect(manual.fleet.status().map(({ backend }) => backend.id)).toEqual(['a2']);

    second.accept({ targets: [] });
    await manual.published();
    expect(manual.fleet.status().map(({ backend }) => backend.id)).toEqual(['a1']);
    expect(manual.told.filter(({ kind }) => kind === 'gone')).toEqual([]);
    await manual.fleet.close();
  });

  test('one that never answers does not keep the others from being served', async () => {
    const push = createPushSource();
    const silent = { ...createPushSource(), start: () => new Promise<void>(() => undefined) };
    const fleet = createFleet({ sources: [silent, push] });
    const snapshots: Snapshot[] = [];
    void fleet.start({
      onSnapshot: (snapshot) => snapshots.push(snapshot),
      onTargetGone: () => undefined,
      onBackendReported: () => undefined,
    });
    push.accept(documentOf({ A: [] }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(snapshots).toHaveLength(1);
    await fleet.close();
  });
});

describe('the gauges', () => {
  const named = (model_id: string, stats: object = {}, routing_key = ''): object => ({
    ...target(model_id, [{ id: 'a1', url: 'http://a1', stats }]),
    routing_key,
  });

  test('count backends by model and state, and go to 0 with the model', async () => {
    const { telemetry, clock, push, fleet } = await startManualFleet({
      targets: [named('m'), named('m', {}, 'rk')],
    });
    const live = (model: string) => telemetry.gaugeValue('backends', { model, state: 'live' });
    expect(live('m')).toBe(2);
    push.accept({ targets: [named('n')] });
    await clock.advance(1000);
    expect([live('m'), live('n')]).toEqual([0, 1]);
    await fleet.close();
  });

  test('tell the age of what a document says of load, and none of what it configures', async () => {
    const { telemetry, clock, fleet } = await startManualFleet({
      targets: [named('m', { max_engine_concurrency: 8 }), named('n', { queue_size: 0 })],
    });
    await clock.advance(60_000);
    const age = (model: string) => telemetry.gaugeValue('snapshotAge', { model, state: 'live' });
    expect([age('m'), age('n')]).toEqual([0, 60]);
    expect(fleet.status().map(({ ageMs }) => ageMs)).toEqual([Infinity, 60_000]);
    await fleet.close();
  });
});
