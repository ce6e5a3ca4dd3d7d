import { describe, expect, test } from 'vitest';
import type { Backend } from '../../../../src/adapters/fleet/port.js';
import {
  documentOf,
  engineAt,
  startManualFleet,
  TARGET,
  type ManualFleet,
} from './manual-fleet.js';

const NONE: ReadonlySet<string> = new Set();

const start = (...ids: readonly string[]): Promise<ManualFleet> =>
  startManualFleet(documentOf({ A: ids.map((id) => ({ id, url: `http://${id}` })) }));

const startPages = (source?: object): Promise<ManualFleet> =>
  startManualFleet(
    documentOf({ A: ['a', 'b'].map((id) => engineAt(id, undefined, source && { source })) }),
  );

const choose = ({ fleet }: ManualFleet, tried = NONE): Backend | undefined =>
  fleet.chooseBackend(TARGET, 'A', tried);

const chooseIds = (manual: ManualFleet, count: number): string =>
  Array.from({ length: count }, () => choose(manual)?.id).join(' ');

const fail = (manual: ManualFleet, backend: Backend, times: number): void => {
  for (let i = 0; i < times; i++) manual.fleet.noteConnect(TARGET, backend, 'failed');
};

const backendOf = ({ fleet }: ManualFleet, id: string): Backend =>
  fleet.status().find(({ backend }) => backend.id === id)!.backend;

const stateOf = ({ fleet }: ManualFleet, id: string): string =>
  fleet.status().find(({ backend }) => backend.id === id)!.state;

describe('the backends of a cluster', () => {
  test('take turns', async () => {
    const manual = await start('a', 'b', 'c');
    expect(chooseIds(manual, 7)).toBe('a b c a b c a');
    expect(choose(manual)).toEqual({ id: 'b', clusterId: 'A', url: 'http://b' });
    await manual.fleet.close();
  });

  test('take turns without the ones that were tried, until none is left', async () => {
    const manual = await start('a', 'b', 'c');
    expect(choose(manual, new Set(['a', 'c']))!.id).toBe('b');
    expect(choose(manual, new Set(['a']))!.id).toBe('c');
    expect(choose(manual, new Set(['a', 'b', 'c']))).toBe(undefined);
    await manual.fleet.close();
  });

  test('are none for a cluster or target that is not known, and after the end', async () => {
    const manual = await start('a');
    expect(manual.fleet.chooseBackend(TARGET, 'B', NONE)).toBe(undefined);
    expect(manual.fleet.chooseBackend({ ...TARGET, routingKey: 'x' }, 'A', NONE)).toBe(undefined);
    expect(manual.fleet.chooseBackend({ ...TARGET, routingKey: '' }, 'A', NONE)!.id).toBe('a');
    await manual.fleet.close();
    expect(choose(manual)).toBe(undefined);
  });

  test('keep their turns over reports and documents', async () => {
    const document = documentOf({ A: ['a', 'b', 'c'].map((id) => engineAt(id)) });
    const manual = await startManualFleet(document);
    expect(chooseIds(manual, 1)).toBe('a');
    for (const id of ['a', 'b', 'c']) manual.report(`http://${id}`, { queueSize: 1 });
    await manual.published();
    expect(chooseIds(manual, 1)).toBe('b');
    manual.push.accept(document);
    await manual.published();
    expect(chooseIds(manual, 2)).toBe('c a');
    await manual.fleet.close();
  });

  test('go on taking turns while one of them comes and goes', async () => {
    const manual = await start('a', 'b');
    const both = documentOf({ A: ['a', 'b', 'c'].map((id) => ({ id, url: `http://${id}` })) });
    const two = documentOf({ A: ['a', 'b'].map((id) => ({ id, url: `http://${id}` })) });
    const counts = new Map<string, number>();
    for (let i = 0; i < 300; i++) {
      manual.push.accept(i % 2 === 0 ? both : two);
      for (let j = 0; j <= i % 3; j++) {
        const { id } = choose(manual)!;
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
    const [a, b] = [counts.get('a')!, counts.get('b')!];
    expect(a + b + (counts.get('c') ?? 0)).toBe(600);
    expect(Math.abs(a - b)).toBeLessThanOrEqual(2);
    await manual.fleet.close();
  });

  test('let a newcomer have its share, and no more', async () => {
    const manual = await start('a', 'b');
    chooseIds(manual, 100);
    manual.push.accept(
      documentOf({ A: ['new', 'a', 'b'].map((id) => ({ id, url: `http://${id}` })) }),
    );
    const ids = chooseIds(manual, 30).split(' ');
    expect(ids.filter((id) => id === 'new')).toHaveLength(10);
    await manual.fleet.close();
  });
});

describe('a backend that cannot be connected to', () => {
  test('is paused after three failures in a row, and no sooner', async () => {
    const manual = await start('a', 'b');
    const a = backendOf(manual, 'a');
    fail(manual, a, 2);
    manual.fleet.noteConnect(TARGET, a, 'connected');
    fail(manual, a, 2);
    expect(stateOf(manual, 'a')).toBe('live');
    fail(manual, a, 1);
    expect(stateOf(manual, 'a')).toBe('paused');
    expect(chooseIds(manual, 4)).toBe('b b b b');
    await manual.fleet.close();
  });

  test('lets one request through after the pause, and is taken back when it connects', async () => {
    const manual = await start('a', 'b');
    const a = backendOf(manual, 'a');
    fail(manual, a, 3);
    await manual.clock.advance(999);
    expect(chooseIds(manual, 3)).toBe('b b b');
    await manual.clock.advance(1);
    expect(chooseIds(manual, 3)).toBe('a b b');
    expect(stateOf(manual, 'a')).toBe('paused');
    manual.fleet.noteConnect(TARGET, a, 'connected');
    expect(stateOf(manual, 'a')).toBe('live');
    expect(chooseIds(manual, 4)).toBe('a b a b');
    await manual.fleet.close();
  });

  test('is paused twice as long after each probe that fails, up to 30 s', async () => {
    const manual = await start('a', 'b');
    const a = backendOf(manual, 'a');
    fail(manual, a, 3);
    const pausesMs: number[] = [];
    for (let i = 0; i < 8; i++) {
      let pauseMs = 0;
      while (choose(manual)!.id === 'b') {
        await manual.clock.advance(500);
        pauseMs += 500;
      }
      pausesMs.push(pauseMs);
      fail(manual, a, 1);
    }
    expect(pausesMs).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    await manual.fleet.close();
  });

  test('is not paused for longer by failures that were under way', async () => {
    const manual = await start('a', 'b');
    fail(manual, backendOf(manual, 'a'), 40);
    await manual.clock.advance(1000);
    expect(chooseIds(manual, 2)).toBe('a b');
    await manual.fleet.close();
  });

  test('is probed again when nobody tells how the probe went', async () => {
    const manual = await start('a', 'b');
    fail(manual, backendOf(manual, 'a'), 3);
    await manual.clock.advance(1000);
    expect(chooseIds(manual, 2)).toBe('a b');
    await manual.clock.advance(1000);
    expect(chooseIds(manual, 2)).toBe('a b');
    await manual.fleet.close();
  });

  test('is taken back by a report that was asked for after the pause', async () => {
    const manual = await startPages();
    const a = backendOf(manual, 'a');
    await manual.clock.advance(500);
    fail(manual, a, 3);
    await manual.clock.advance(999);
    manual.report('http://a', {});
    await manual.clock.advance(500);
    manual.report('http://a', {}, 1, manual.clock.nowMs() - 600);
    expect(stateOf(manual, 'a')).toBe('paused');
    manual.report('http://a', {});
    expect(stateOf(manual, 'a')).toBe('live');
    expect(chooseIds(manual, 4)).toBe('a b a b');
    await manual.fleet.close();
  });

  test('is paused for longer by the next failure after a report, until it connects', async () => {
    const manual = await startPages();
    const a = backendOf(manual, 'a');
    fail(manual, a, 3);
    await manual.clock.advance(1000);
    manual.report('http://a', {});
    fail(manual, a, 20);
    await manual.clock.advance(1999);
    expect(chooseIds(manual, 2)).toBe('b b');
    await manual.clock.advance(1);
    manual.report('http://a', {});
    manual.fleet.noteConnect(TARGET, a, 'connected');
    fail(manual, a, 2);
    expect(stateOf(manual, 'a')).toBe('live');
    fail(manual, a, 1);
    await manual.clock.advance(1000);
    expect(chooseIds(manual, 2)).toBe('a b');
    await manual.fleet.close();
  });

  test('is not taken back by a page that is at another port', async () => {
    const manual = await startPages({ kind: 'prometheus', engine: 'vllm', port: 9000 });
    fail(manual, backendOf(manual, 'a'), 3);
    await manual.clock.advance(1000);
    manual.report('http://a', {});
    expect(stateOf(manual, 'a')).toBe('paused');
    await manual.fleet.close();
  });

  test('is used like the others when all of them are paused', async () => {
    const manual = await start('a', 'b');
    for (const id of ['a', 'b']) fail(manual, backendOf(manual, id), 3);
    expect(chooseIds(manual, 4)).toBe('a b a b');
    expect(choose(manual, new Set(['a']))!.id).toBe('b');
    await manual.fleet.close();
  });

  test('does not stand in for one that was tried, while that one is healthy', async () => {
    const manual = await start('a', 'b');
    fail(manual, backendOf(manual, 'a'), 3);
    expect(choose(manual, new Set(['b']))).toBe(undefined);
    await manual.fleet.close();
  });

  test('starts anew when its id moves to another URL', async () => {
    const manual = await start('a', 'b');
    const old = backendOf(manual, 'a');
    fail(manual, old, 3);
    manual.push.accept(
      documentOf({
        A: [
          { id: 'a', url: 'http://elsewhere' },
          { id: 'b', url: 'http://b' },
        ],
      }),
    );
    expect(stateOf(manual, 'a')).toBe('live');
    fail(manual, old, 3);
    expect(stateOf(manual, 'a')).toBe('live');
    await manual.fleet.close();
  });
});

describe('a cluster all of whose backends are paused', () => {
  const three = documentOf({
    A: ['a1', 'a2'].map((id) => ({ id, url: `http://${id}` })),
    B: [{ id: 'b1', url: 'http://b1' }],
  });
  const published = async (manual: ManualFleet) => {
    await manual.published();
    return [...manual.clusters().keys()];
  };

  test('leaves the view while another is not, and none of its backends is chosen', async () => {
    const manual = await startManualFleet(three);
    fail(manual, backendOf(manual, 'a1'), 3);
    expect(await published(manual)).toEqual(['A', 'B']);
    fail(manual, backendOf(manual, 'a2'), 3);
    expect(choose(manual)).toBe(undefined);
    expect(await published(manual)).toEqual(['B']);
    expect(['a1', 'a2', 'b1'].map((id) => stateOf(manual, id))).toEqual([
      'paused',
      'paused',
      'live',
    ]);
    await manual.fleet.close();
  });

  test('is back for the one request that probes it, and stays when that connects', async () => {
    const manual = await startManualFleet(three);
    for (const id of ['a1', 'a2']) fail(manual, backendOf(manual, id), 3);
    expect(await published(manual)).toEqual(['B']);
    await manual.clock.advance(1500);
    expect(await published(manual)).toEqual(['A', 'B']);
    // Both are due; each takes one request.
    expect(choose(manual)!.id).toBe('a1');
    expect(choose(manual)!.id).toBe('a2');
    expect(choose(manual)).toBe(undefined);
    expect(await published(manual)).toEqual(['B']);
    manual.fleet.noteConnect(TARGET, backendOf(manual, 'a2'), 'connected');
    expect(await published(manual)).toEqual(['A', 'B']);
    expect(chooseIds(manual, 2)).toBe('a2 a2');
    await manual.fleet.close();
  });

  test('is back when one of them reports again', async () => {
    const manual = await startManualFleet(
      documentOf({ A: [engineAt('a1'), engineAt('a2')], B: [engineAt('b1')] }),
    );
    for (const id of ['a1', 'a2']) fail(manual, backendOf(manual, id), 3);
    expect(await published(manual)).toEqual(['B']);
    await manual.clock.advance(1000);
    // Both are probed, and say nothing.
    chooseIds(manual, 2);
    expect(await published(manual)).toEqual(['B']);
    manual.clock.spend(1000);
    manual.report('http://a1', {});
    expect(await published(manual)).toEqual(['A', 'B']);
    expect(['a1', 'a2'].map((id) => stateOf(manual, id))).toEqual(['live', 'paused']);
    await manual.fleet.close();
  });

  test('keeps the reservations on it: it was not removed', async () => {
    const manual = await startManualFleet(three);
    for (const id of ['a1', 'a2']) fail(manual, backendOf(manual, id), 3);
    expect(await published(manual)).toEqual(['B']);
    expect(manual.told.filter(({ kind }) => kind === 'reported')).toEqual([]);
    await manual.fleet.close();
  });

  test('is used like healthy ones when that is true of every cluster', async () => {
    const manual = await startManualFleet(three);
    for (const id of ['a1', 'a2', 'b1']) fail(manual, backendOf(manual, id), 3);
    expect(await published(manual)).toEqual(['A', 'B']);
    expect(choose(manual)!.id).toBe('a1');
    await manual.fleet.close();
  });
});
