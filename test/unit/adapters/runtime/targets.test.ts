import { describe, expect, test } from 'vitest';
import { reserve } from '../../../../src/core/view/reserve.js';
import type { Cluster } from '../../../../src/core/snapshot/snapshot.js';
import { View } from '../../../../src/core/view/view.js';
import { goesTo, serveRuntime } from './served-runtime.js';
import { cluster, FULL, idleFleet, snapshotOf, TARGET } from './small-fleet.js';

const SCOPED = { routingKey: 'rk', modelId: 'model-a' };
const MODEL_B = { modelId: 'model-b' };

describe('publishing', () => {
  test('serves a target from then on, and answers its view', () => {
    const { engine, send } = serveRuntime({ snapshots: [] });
    expect(send()).toMatchObject({ code: 'no_eligible_candidates' });
    const view = engine.publish(idleFleet('A'));
    expect(engine.view(TARGET)).toBe(view);
    expect(view.clusterIds).toEqual(['A']);
    expect(goesTo(send())).toBe('A');
  });

  test('shows with the next decision', () => {
    const { engine, send } = serveRuntime({ snapshots: [idleFleet('A')] });
    for (const letter of 'BCA') {
      engine.publish(idleFleet(letter));
      expect(goesTo(send())).toBe(letter);
    }
  });

  test('carries memoised orders over, while clusters and weights stay the same', () => {
    const { engine } = serveRuntime({ snapshots: [] });
    const ordersAfter = (clusters: readonly Cluster[]) =>
      View.stateOf(engine.publish(snapshotOf(clusters))).orders;
    const first = ordersAfter([cluster('A'), cluster('B')]);
    expect(ordersAfter([cluster('B', FULL), cluster('A', { rttMs: 9 })])).toBe(first);
    expect(ordersAfter([cluster('A'), cluster('B', { maxInputTps: 9 })])).not.toBe(first);
  });

  test('leaves earlier views as they were', () => {
    const { engine } = serveRuntime({ snapshots: [] });
    const before = engine.publish(idleFleet('AB'));
    engine.publish(idleFleet('C'));
    expect(before.clusterIds).toEqual(['A', 'B']);
  });

  test('of no clusters serves a target that has none', () => {
    const { send } = serveRuntime({ snapshots: [snapshotOf([])] });
    expect(send()).toEqual({
      kind: 'unavailable',
      reason: 'no_clusters',
      sessionState: null,
      promoted: false,
    });
  });

  test('takes an empty routing key for none', () => {
    const { engine, send } = serveRuntime({ snapshots: [] });
    engine.publish(idleFleet('A', { routingKey: '', modelId: 'model-a' }));
    expect(goesTo(send())).toBe('A');
    engine.publish(idleFleet('B'));
    expect(engine.targets()).toHaveLength(1);
    expect(goesTo(send(undefined, { target: { routingKey: '', modelId: 'model-a' } }))).toBe('B');
  });

  test('keeps targets apart, whatever their names put together look like', () => {
    const targets = [
      { modelId: 'ab' },
      { routingKey: 'a', modelId: 'b' },
      { routingKey: 'ab', modelId: '' },
      { routingKey: '1 1', modelId: 'ab' },
      { routingKey: 'a b', modelId: 'c' },
      { routingKey: 'a', modelId: ' bc' },
    ];
    const { engine, cacheResult, send } = serveRuntime({
      snapshots: targets.map((target, i) => idleFleet(String(i), target)),
    });
    expect(engine.targets()).toHaveLength(targets.length);
    targets.forEach((target, i) => {
      expect(goesTo(send(undefined, { target }))).toBe(String(i));
      expect(cacheResult('pulsar;seed=a', { target })).toBe('build');
      expect(goesTo(send('pulsar;seed=a', { target }))).toBe(String(i));
    });
  });
});

describe('replacing a view', () => {
  test('puts it in place as it is', () => {
    const two = [
      cluster('A', { maxEngineConcurrency: 1 }),
      cluster('B', { maxEngineConcurrency: 1 }),
    ];
    const { engine, send } = serveRuntime({ snapshots: [snapshotOf(two)] });
    const reserved = reserve(engine.view(TARGET)!, { clusterId: 'A' });
    engine.replaceView(reserved);
    expect(engine.view(TARGET)).toBe(reserved);
    expect(goesTo(send('wait-and-widen'))).toBe('B');
    engine.replaceView(reserve(reserved, { clusterId: 'B' }));
    expect(send('wait-and-widen')).toMatchObject({ kind: 'unavailable', reason: 'no_capacity' });
  });

  test('lasts until the next snapshot', () => {
    const { engine } = serveRuntime();
    engine.replaceView(reserve(engine.view(TARGET)!, { clusterId: 'A' }));
    const next = engine.publish(idleFleet('AB'));
    expect(engine.view(TARGET)).toBe(next);
  });

  test('of a target that is not served does nothing', () => {
    const { engine } = serveRuntime({ snapshots: [] });
    const view = engine.publish(idleFleet('A', MODEL_B));
    engine.withdraw(MODEL_B);
    engine.replaceView(view);
    expect(engine.view(MODEL_B)).toBeUndefined();
    expect(engine.targets()).toEqual([]);
  });
});

describe('a snapshot with an id twice', () => {
  const twice = {
    ...idleFleet('AB'),
    clusters: [...idleFleet('A').clusters, ...idleFleet('A').clusters],
  };

  test('is refused when published, and changes nothing', () => {
    const { engine } = serveRuntime({ snapshots: [idleFleet('AB')] });
    const before = engine.view(TARGET);
    expect(() => engine.publish(twice)).toThrow(
      new RangeError(
        'bad snapshot: clusters[1].clusterId: expected an id unique in the snapshot (clusters[0] has it already), given "A"',
      ),
    );
    expect(engine.view(TARGET)).toBe(before);
  });

  test('does not make its target known', () => {
    const { engine } = serveRuntime({ snapshots: [] });
    expect(() => engine.publish(twice)).toThrow(RangeError);
    expect(engine.targets()).toEqual([]);
  });
});

describe('withdrawing a target', () => {
  test('makes it unknown, and no other', () => {
    const { engine, send } = serveRuntime({ snapshots: [idleFleet('A'), idleFleet('B', SCOPED)] });
    engine.withdraw(TARGET);
    expect(send()).toMatchObject({ code: 'no_eligible_candidates' });
    expect(send('pulsar;seed=a')).toMatchObject({ code: 'no_eligible_candidates' });
    expect(goesTo(send(undefined, { target: SCOPED }))).toBe('B');
    expect(engine.targets()).toEqual([SCOPED]);
  });

  test('lets a request under way go on with its view, and with the latest once there is one again', () => {
    const { engine, route } = serveRuntime({ snapshots: [idleFleet('A')] });
    const inFlight = route('pulsar;seed=a');
    engine.withdraw(TARGET);
    expect(goesTo(inFlight.decide(0))).toBe('A');
    engine.publish(idleFleet('B'));
    expect(goesTo(inFlight.decide(0))).toBe('B');
    engine.withdraw(TARGET);
    engine.publish(idleFleet('C'));
    engine.publish(idleFleet('D'));
    expect(goesTo(inFlight.decide(0))).toBe('D');
    expect(inFlight.view).toBe(engine.view(TARGET));
  });

  test('that is not served does nothing', () => {
    const { engine } = serveRuntime();
    engine.withdraw(MODEL_B);
    engine.withdraw({ routingKey: 'no such', modelId: 'model-a' });
    expect(engine.targets()).toEqual([TARGET]);
  });

  test('and publishing it again starts the turns of its configuration afresh', () => {
    const { engine, send } = serveRuntime({ config: { default: 'round-robin' } });
    send();
    engine.withdraw(TARGET);
    engine.publish(idleFleet('ABC'));
    expect(goesTo(send())).toBe('A');
  });
});

test('the list of targets has each once, in any scope', () => {
  const targets = [TARGET, SCOPED, MODEL_B];
  const { engine } = serveRuntime({ snapshots: targets.map((target) => idleFleet('A', target)) });
  for (const target of targets) engine.publish(idleFleet('AB', target));
  expect(engine.targets()).toHaveLength(3);
  expect(engine.targets()).toEqual(expect.arrayContaining(targets));
});
