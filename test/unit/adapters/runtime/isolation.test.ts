import { describe, expect, test } from 'vitest';
import { reserve } from '../../../../src/core/view/reserve.js';
import { accepted } from '../../expression/outcome.js';
import { goesTo, serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, idleFleet, snapshotOf, TARGET } from './small-fleet.js';

const FIRST = 'round-robin;max_input_work_seconds=100';
const SECOND = 'round-robin;max_input_work_seconds=200';
const SCOPED = { routingKey: 'rk', modelId: 'model-a' };

describe('the turn of round-robin', () => {
  test('is kept per definition', () => {
    const { send } = serveRuntime();
    const turns = [FIRST, FIRST, SECOND, FIRST, SECOND, 'round-robin'].map((text) =>
      goesTo(send(text)),
    );
    expect(turns).toEqual(['A', 'B', 'A', 'C', 'B', 'A']);
  });

  test('is kept per target', () => {
    const { send } = serveRuntime({ snapshots: [idleFleet('ABC'), idleFleet('ABC', SCOPED)] });
    const turns = [TARGET, TARGET, SCOPED, TARGET, SCOPED].map((target) =>
      goesTo(send(FIRST, { target })),
    );
    expect(turns).toEqual(['A', 'B', 'A', 'C', 'B']);
  });

  test.each([FIRST, undefined])('outlives heartbeats (%s)', (text) => {
    const { engine, send } = serveRuntime({ config: { default: 'round-robin' } });
    const turns: string[] = [];
    for (let beat = 0; beat < 5; beat++) {
      turns.push(goesTo(send(text)));
      engine.publish(snapshotOf(['A', 'B', 'C'].map((id) => cluster(id, { queueSize: beat }))));
      engine.replaceView(reserve(engine.view(TARGET)!, { clusterId: 'A' }));
    }
    expect(turns).toEqual(['A', 'B', 'C', 'A', 'B']);
  });

  test('goes on when a cluster joins or leaves', () => {
    const { engine, send } = serveRuntime();
    const turns = ['AB', 'ABCD', 'ABCD', 'AD'].map((letters) => {
      engine.publish(idleFleet(letters));
      return goesTo(send(FIRST));
    });
    expect(turns).toEqual(['A', 'B', 'C', 'D']);
  });

  test('moves with every selection of a route, and not with what selects nothing', () => {
    const { engine, route, send } = serveRuntime();
    const one = route(FIRST);
    expect(goesTo(one.decide(0))).toBe('A');
    expect(goesTo(one.decide(1))).toBe('B');
    engine.publish(snapshotOf([]));
    expect(one.decide(2)).toMatchObject({ kind: 'unavailable' });
    engine.publish(idleFleet('ABC'));
    one.explain(3);
    accepted(
      engine.explain({ target: TARGET, requestId: 'r1', routingMethod: FIRST }, { elapsedMs: 0 }),
    );
    expect(goesTo(send(FIRST))).toBe('C');
  });

  test('is shared by all spellings of one definition', () => {
    const { send } = serveRuntime();
    const texts = [FIRST, 'Round_Robin; max_input_work_seconds=100.0', FIRST];
    expect(texts.map((text) => goesTo(send(text)))).toEqual(['A', 'B', 'C']);
  });
});

describe('expressions that differ in one value', () => {
  test('do not see orders or waits of each other, whichever comes first', () => {
    const snapshot = snapshotOf([cluster('A', FULL), cluster('B'), cluster('C')]);
    const texts = ['a', 'b', 'i'].flatMap((seed) =>
      ['0', '100'].map(
        (wait) => `pulsar-wait-and-widen;seed=${seed};cache_affinity_wait_ms=${wait}`,
      ),
    );
    const alone = texts.map((text) =>
      serveRuntime({ snapshots: [snapshot] }).send(text, { cacheAffinityKey: HOME_KEY }),
    );
    for (const order of [texts, [...texts].reverse()]) {
      const { send } = serveRuntime({ snapshots: [snapshot] });
      for (let round = 0; round < 2; round++) {
        for (const text of order) {
          const decision = send(text, { cacheAffinityKey: HOME_KEY });
          expect(decision).toEqual(alone[texts.indexOf(text)]);
        }
      }
    }
  });
});
