import { describe, expect, test } from 'vitest';
import type { BackendStatus } from '../../../../src/adapters/fleet/port.js';
import { engineAt, startManualFleet, TARGET, type ManualFleet } from './manual-fleet.js';

type GivenCluster = Readonly<{ stats?: object; shared_engine?: true; backends: readonly object[] }>;

/** A document of one target whose clusters may have statistics of their own. */
const documentOf = (clusters: Readonly<Record<string, GivenCluster>>): object => ({
  targets: [
    {
      model_id: TARGET.modelId,
      clusters: Object.entries(clusters).map(([cluster_id, about]) => ({
        ...about,
        cluster_id,
        rtt_ms: 1,
      })),
    },
  ],
});

const ratesOf = (manual: ManualFleet) =>
  Object.fromEntries(
    [...manual.clusters()].map(([id, { stats }]) => [
      id,
      [stats.lastMeanInputTps, stats.maxInputTps],
    ]),
  );

/** Where the rates of each backend come from; null where nothing is assumed. */
const sourcesOf = ({ fleet }: ManualFleet) =>
  Object.fromEntries(
    fleet
      .status()
      .map(({ backend, assumed }: BackendStatus) => [
        backend.id,
        [assumed?.lastMeanInputTps?.from ?? null, assumed?.maxInputTps?.from ?? null],
      ]),
  );

const backendWith = (id: string, stats: object) => engineAt(id, `http://${id}`, { stats });

describe('the throughput of backends that nobody has measured', () => {
  test('is the setting where nothing is known, with a source or without one', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: { backends: [engineAt('a1'), engineAt('a2')] },
        B: { backends: [{ id: 'b1', url: 'http://b1' }] },
      }),
      { settings: { assumedInputTps: 3000 } },
    );
    expect(ratesOf(manual)).toEqual({ A: [6000, 6000], B: [3000, 3000] });
    expect(sourcesOf(manual)['b1']).toEqual(['setting', 'setting']);
    await manual.fleet.close();
  });

  test('is 4,000 tokens/s unless that is set', async () => {
    const manual = await startManualFleet(documentOf({ A: { backends: [engineAt('a1')] } }));
    expect(ratesOf(manual)).toEqual({ A: [4000, 4000] });
    await manual.fleet.close();
  });

  test('is the static one of the document, else its max_input_tps', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: { backends: [backendWith('a1', { last_mean_input_tps: 700, max_input_tps: 900 })] },
        B: { backends: [backendWith('b1', { max_input_tps: 800 })] },
        C: { backends: [backendWith('c1', { last_mean_input_tps: 0, max_input_tps: 0 })] },
      }),
    );
    expect(ratesOf(manual)).toEqual({ A: [700, 900], B: [800, 800], C: [4000, 850] });
    expect(sourcesOf(manual)).toEqual({
      a1: ['document', null],
      b1: ['max_input_tps', null],
      c1: ['setting', 'stated_backends'],
    });
    await manual.fleet.close();
  });

  test('is that of the cluster as a whole, where its backends say nothing', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: {
          stats: { last_mean_input_tps: 1000, max_input_tps: 1800 },
          backends: [engineAt('a1'), engineAt('a2'), engineAt('a3')],
        },
        B: { stats: { max_input_tps: 900 }, backends: [engineAt('b1'), engineAt('b2')] },
      }),
    );
    expect(ratesOf(manual)).toEqual({ A: [1000, 1800], B: [900, 900] });
    // One is measured: the others keep their share.
    manual.report('http://a1', { lastMeanInputTps: 500 });
    await manual.published();
    expect(ratesOf(manual)['A']).toEqual([500 + 2000 / 3, 1800]);
    await manual.fleet.close();
  });

  test('is the mean of the measured backends of the target, and its own once measured', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: { backends: [engineAt('a1'), engineAt('a2')] },
        B: { backends: [engineAt('b1')] },
      }),
    );
    manual.report('http://a1', { lastMeanInputTps: 1000 });
    manual.report('http://b1', {});
    await manual.published();
    expect(ratesOf(manual)).toEqual({ A: [2000, 8000], B: [1000, 4000] });
    expect(sourcesOf(manual)['b1']).toEqual(['measured_backends', 'setting']);

    manual.report('http://a2', { lastMeanInputTps: 2000 });
    await manual.published();
    expect(ratesOf(manual)).toEqual({ A: [3000, 8000], B: [1500, 4000] });

    manual.report('http://b1', { lastMeanInputTps: 300 });
    await manual.published();
    expect(ratesOf(manual)).toEqual({ A: [3000, 8000], B: [300, 4000] });
    expect(sourcesOf(manual)['b1']).toEqual([null, 'setting']);
    await manual.fleet.close();
  });

  test('covers a cluster that is added later', async () => {
    const A = { backends: [engineAt('a1')] };
    const manual = await startManualFleet(documentOf({ A }));
    manual.report('http://a1', { lastMeanInputTps: 1000 });
    manual.push.accept(documentOf({ A, B: { backends: [engineAt('b1')] } }));
    await manual.published();
    expect(ratesOf(manual)).toEqual({ A: [1000, 4000], B: [1000, 4000] });
    await manual.fleet.close();
  });
});

describe('max_input_tps where a backend states none', () => {
  test('is the mean of what the backends of the target state, whatever is measured', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: { backends: [backendWith('a1', { max_input_tps: 1000 })] },
        B: { stats: { max_input_tps: 4000 }, backends: [engineAt('b1'), engineAt('b2')] },
        C: { backends: [engineAt('c1')] },
      }),
    );
    const maxima = () => Object.values(ratesOf(manual)).map(([, max]) => max);
    expect(maxima()).toEqual([1000, 4000, 5000 / 3]);
    for (const id of ['a1', 'b1', 'c1']) manual.report(`http://${id}`, { lastMeanInputTps: 9 });
    await manual.published();
    expect(maxima()).toEqual([1000, 4000, 5000 / 3]);
    await manual.fleet.close();
  });

  test('stands still while backends come and go', async () => {
    const backends = [backendWith('a1', { max_input_tps: 1000 })];
    const manual = await startManualFleet(
      documentOf({
        A: { backends },
        B: { backends: [backendWith('b1', { max_input_tps: 3000 })] },
        C: { backends: [engineAt('c1')] },
      }),
    );
    for (let i = 0; i < 60; i++) {
      manual.report('http://c1', {});
      await manual.clock.advance(1000);
    }
    expect(Object.keys(ratesOf(manual))).toEqual(['C']);
    expect(ratesOf(manual)['C']![1]).toBe(2000);
    await manual.fleet.close();
  });

  test('is what some endpoint of a shared engine states', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: {
          shared_engine: true,
          backends: [backendWith('a1', { max_input_tps: 1000 }), engineAt('a2')],
        },
      }),
    );
    expect(ratesOf(manual)['A']![1]).toBe(1000);
    await manual.fleet.close();
  });
});

describe('what is assumed', () => {
  test('is logged once per backend, and again when it comes from elsewhere', async () => {
    const manual = await startManualFleet(
      documentOf({
        A: { backends: [engineAt('a1')] },
        B: { backends: [backendWith('b1', { last_mean_input_tps: 7, max_input_tps: 9 })] },
      }),
    );
    const lines = () => manual.telemetry.lines('throughput_assumed').map(({ fields }) => fields);
    const from = { routing_key: null, model: 'm', cluster: 'A', backend: 'a1' };
    const max = { max_input_tps: 9, max_from: 'stated_backends' };
    const first = { ...from, last_mean_input_tps: 4000, last_mean_from: 'setting', ...max };
    expect(lines()).toEqual([first]);
    manual.report('http://a1', {});
    await manual.published();
    expect(lines()).toEqual([first]);
    manual.report('http://b1', { lastMeanInputTps: 50 });
    await manual.published();
    const second = { last_mean_input_tps: 50, last_mean_from: 'measured_backends', ...max };
    expect(lines()).toEqual([first, { ...from, ...second }]);
    await manual.fleet.close();
  });
});
