import { describe, expect, test } from 'vitest';
import type { FleetOptions } from '../../../../src/adapters/fleet/dependencies.js';
import {
  documentOf,
  engineAt,
  startManualFleet,
  TARGET,
  type ManualFleet,
} from './manual-fleet.js';

const statesOf = ({ fleet }: ManualFleet): Record<string, string> =>
  Object.fromEntries(
    fleet
      .status()
      .map(({ backend, state, hasLostReports }) => [
        backend.id,
        hasLostReports ? `${state}, reports lost` : state,
      ]),
  );

/** Lets every engine named report once a second for as long as that. */
const keepReporting = async (
  { clock, report }: ManualFleet,
  seconds: number,
  ...urls: readonly string[]
): Promise<void> => {
  for (let i = 0; i < seconds; i++) {
    for (const url of urls) report(url, { numRunningQueries: 1 });
    await clock.advance(1000);
  }
};

const start = (options: Partial<FleetOptions> = {}): Promise<ManualFleet> =>
  startManualFleet(
    documentOf({ A: [engineAt('a1'), engineAt('a2')], B: [engineAt('b1')] }),
    options,
  );

describe('a backend that does not report', () => {
  test('is stale after 5 s, which is logged once and counted, and is still used', async () => {
    const manual = await start();
    manual.report('http://a1', { numRunningQueries: 7 });
    await keepReporting(manual, 4, 'http://a2', 'http://b1');
    expect(statesOf(manual)).toEqual({ a1: 'live', a2: 'live', b1: 'live' });

    await keepReporting(manual, 16, 'http://a2', 'http://b1');
    expect(statesOf(manual)).toEqual({ a1: 'stale', a2: 'live', b1: 'live' });
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(8);
    expect(manual.telemetry.lines('backend_stale')).toEqual([
      {
        level: 'warn',
        event: 'backend_stale',
        fields: {
          routing_key: null,
          model: 'm',
          cluster: 'A',
          backend: 'a1',
          age_ms: 5000,
        },
      },
    ]);
    const gauge = (name: 'backends' | 'snapshotAge', state: string) =>
      manual.telemetry.gaugeValue(name, { model: 'm', state });
    expect(gauge('backends', 'live')).toBe(2);
    expect(gauge('backends', 'stale')).toBe(1);
    expect(gauge('snapshotAge', 'stale')).toBe(20);
    await manual.fleet.close();
  });

  test('is dropped after 30 s, which ends its reservations, and comes back with its next report', async () => {
    const manual = await start();
    manual.report('http://a1', { numRunningQueries: 7 });
    await keepReporting(manual, 29, 'http://a2', 'http://b1');
    expect(statesOf(manual)).toHaveProperty('a1', 'stale');

    manual.told.length = 0;
    await manual.clock.advance(1000);
    expect(statesOf(manual)).not.toHaveProperty('a1');
    expect(manual.told.slice(0, 2)).toMatchObject([
      { kind: 'reported', backendId: 'a1' },
      { kind: 'snapshot' },
    ]);
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(1);

    manual.report('http://a1', { numRunningQueries: 2 });
    await manual.published();
    expect(statesOf(manual)).toHaveProperty('a1', 'live');
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(3);
    await manual.fleet.close();
  });

  test('takes its cluster with it when it was the last of it', async () => {
    const manual = await start();
    await keepReporting(manual, 31, 'http://b1');
    expect([...manual.clusters().keys()]).toEqual(['B']);
    expect(manual.fleet.chooseBackend(TARGET, 'A', new Set())).toBe(undefined);
    manual.report('http://a2', {});
    await manual.published();
    expect([...manual.clusters().keys()]).toEqual(['A', 'B']);
    expect(manual.fleet.chooseBackend(TARGET, 'A', new Set())!.id).toBe('a2');
    await manual.fleet.close();
  });

  test('counts from the moment it was listed when it never reported', async () => {
    const manual = await start();
    manual.refuse('http://a1', 'no page here');
    expect(statesOf(manual)).toEqual({ a1: 'live', a2: 'live', b1: 'live' });
    expect(manual.fleet.status()[0]!.ageMs).toBe(Infinity);
    await keepReporting(manual, 31, 'http://a2', 'http://b1');
    expect(statesOf(manual)).toEqual({ a2: 'live', b1: 'live' });
    expect(manual.telemetry.lines('backend_stale')[0]!.fields).toMatchObject({
      backend: 'a1',
      age_ms: null,
      reason: 'no page here',
    });
    await manual.fleet.close();
  });

  test('whose page is refused is logged once for each reason, and not when nobody answers', async () => {
    const manual = await start();
    for (const reason of ['no page', 'no page', 'cut off']) manual.refuse('http://a1', reason);
    manual.refuse('http://a1', 'nobody there', 'missing');
    manual.report('http://a1', {});
    manual.refuse('http://a1', 'cut off');
    const logged = manual.telemetry
      .lines('snapshot_rejected')
      .map(({ fields }) => fields['faults']);
    expect(logged).toEqual([['no page'], ['cut off'], ['cut off']]);
    await manual.fleet.close();
  });

  test('is logged again when it reported in between', async () => {
    const manual = await start();
    for (let i = 0; i < 3; i++) {
      await keepReporting(manual, 1, 'http://a1');
      await keepReporting(manual, 9, 'http://a2', 'http://b1');
    }
    const stale = manual.telemetry.lines('backend_stale').map(({ fields }) => fields['backend']);
    expect(stale).toEqual(['a1', 'a1', 'a1']);
    await manual.fleet.close();
  });

  test('is given two of its polls before it is stale, and four before it is dropped', async () => {
    const slow = engineAt('s1', 'http://s1', {
      source: { kind: 'prometheus', engine: 'vllm', interval_ms: 10_000 },
    });
    const manual = await startManualFleet(documentOf({ S: [slow], B: [engineAt('b1')] }));
    await keepReporting(manual, 19, 'http://b1');
    expect(statesOf(manual)).toEqual({ s1: 'live', b1: 'live' });
    await keepReporting(manual, 20, 'http://b1');
    expect(statesOf(manual)).toEqual({ s1: 'stale', b1: 'live' });
    await keepReporting(manual, 2, 'http://b1');
    expect(statesOf(manual)).toEqual({ b1: 'live' });
    await manual.fleet.close();
  });

  test('keeps to the times that were configured', async () => {
    const manual = await start({ settings: { staleAfterMs: 1500, dropAfterMs: 2500 } });
    await manual.clock.advance(1600);
    expect(Object.values(statesOf(manual))).toEqual(['stale', 'stale', 'stale']);
    await keepReporting(manual, 3, 'http://b1');
    expect(Object.keys(statesOf(manual))).toEqual(['b1']);
    await manual.fleet.close();
  });
});

describe('a backend without a source', () => {
  test('never gets stale and is never dropped', async () => {
    const manual = await startManualFleet(documentOf({ A: [{ id: 'a1', url: 'http://a1' }] }));
    await manual.clock.advance(3_600_000);
    expect(statesOf(manual)).toEqual({ a1: 'live' });
    expect(manual.telemetry.lines('backend_stale')).toEqual([]);
    expect(manual.fleet.isReporting(TARGET, 'A')).toBe(false);
    await manual.fleet.close();
  });
});

describe('in a cluster where one backend has a source and another has none', () => {
  test('reports are to be expected of the one and not of the other', async () => {
    const backends = [engineAt('a1', 'http://a1'), { id: 'a2', url: 'http://a2' }];
    const manual = await startManualFleet(documentOf({ A: backends }));
    manual.report('http://a1', {});
    const isReporting = (id?: string) => manual.fleet.isReporting(TARGET, 'A', id);
    expect([isReporting(), isReporting('a1'), isReporting('a2')]).toEqual([true, true, false]);
    await manual.fleet.close();
  });
});

describe('when every backend of a target is silent', () => {
  test('all clusters are kept with all their backends, which status and one log line say', async () => {
    const manual = await start();
    await keepReporting(manual, 1, 'http://b1');
    await keepReporting(manual, 1, 'http://a1', 'http://a2', 'http://b1');
    await keepReporting(manual, 1, 'http://a1', 'http://a2');
    await manual.clock.advance(28_500);
    // B is lost first; it is dropped as long as others report.
    expect([...manual.clusters().keys()]).toEqual(['A']);
    await manual.clock.advance(60_000);
    expect([...manual.clusters().keys()]).toEqual(['A', 'B']);
    const lost = 'stale, reports lost';
    expect(statesOf(manual)).toEqual({ a1: lost, a2: lost, b1: lost });
    const about = { routing_key: null, model: 'm' };
    expect(manual.telemetry.lines('reports_lost')).toMatchObject([{ fields: about }]);
    expect(manual.telemetry.gaugeValue('reportsLost', { model: 'm' })).toBe(1);
    await manual.fleet.close();
  });

  test('and one reports again, the others have time for their next report', async () => {
    const manual = await start();
    await keepReporting(manual, 1, 'http://a1', 'http://a2', 'http://b1');
    await manual.clock.advance(60_000);
    manual.report('http://b1', {});
    await manual.published();
    expect([...manual.clusters().keys()]).toEqual(['A', 'B']);
    expect(statesOf(manual)).toEqual({ a1: 'stale', a2: 'stale', b1: 'live' });
    expect(manual.telemetry.lines('reports_back')).toHaveLength(1);
    await keepReporting(manual, 6, 'http://a1', 'http://b1');
    expect(statesOf(manual)).toEqual({ a1: 'live', b1: 'live' });
    expect(manual.telemetry.gaugeValue('reportsLost', { model: 'm' })).toBe(0);
    expect(manual.telemetry.lines('reports_lost')).toHaveLength(1);
    await manual.fleet.close();
  });

  test('a newcomer that has not reported yet does not push them out', async () => {
    const manual = await start();
    await keepReporting(manual, 1, 'http://a1', 'http://a2', 'http://b1');
    await manual.clock.advance(60_000);
    manual.push.accept(
      documentOf({
        A: [engineAt('a1'), engineAt('a2')],
        B: [engineAt('b1')],
        C: [engineAt('c1')],
      }),
    );
    await manual.published();
    expect([...manual.clusters().keys()]).toEqual(['A', 'B', 'C']);
    await manual.fleet.close();
  });

  test('one that was full has a slot free, and no queue any more', async () => {
    const stats = { max_engine_concurrency: 4 };
    const manual = await startManualFleet(
      documentOf({ A: [engineAt('a1', 'http://a1', { stats })] }),
    );
    manual.report('http://a1', {
      numRunningQueries: 4,
      queueSize: 9,
      queuedInputSize: 9000,
      kvCacheUsedTokens: 10,
      lastMeanInputTps: 700,
    });
    await manual.clock.advance(29_000);
    expect(manual.clusters().get('A')!.stats).toMatchObject({ numRunningQueries: 4, queueSize: 9 });
    expect(manual.fleet.isReporting(TARGET, 'A')).toBe(true);

    await manual.clock.advance(2000);
    expect(manual.clusters().get('A')!.stats).toMatchObject({
      numRunningQueries: 3,
      queueSize: 0,
      queuedInputSize: 0,
      kvCacheUsedTokens: 0,
      maxEngineConcurrency: 4,
      lastMeanInputTps: 700,
    });
    expect(manual.fleet.isReporting(TARGET, 'A')).toBe(false);
    await manual.fleet.close();
  });

  test('a cluster that can only be decided for does not push them out', async () => {
    const manual = await startManualFleet(documentOf({ A: [engineAt('a1')], D: [] }));
    await manual.clock.advance(31_000);
    expect([...manual.clusters().keys()]).toEqual(['A', 'D']);
    await manual.fleet.close();
  });
});
