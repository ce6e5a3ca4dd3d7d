import { describe, expect, test } from 'vitest';
import { accepted, refused } from '../../expression/outcome.js';
import { goesTo, serveRuntime } from './served-runtime.js';
import { cluster, idleFleet, snapshotOf } from './small-fleet.js';

const CONFIG = {
  models: { 'model-a': { algorithm: 'wait-and-widen', n: 3 } },
  request_algorithms: { 'round-robin': 'round-robin', pulsar: 'pulsar' },
};

/** Text, class, and what the message must name. */
const BAD: readonly (readonly [text: string, code: string, named: string])[] = [
  ['', 'malformed_expression', 'method'],
  ['pulsar;', 'malformed_expression', ';'],
  ['pulsar;seed=a;seed=b', 'malformed_expression', 'seed'],
  ['pulsar;seed=caf\u00e9', 'malformed_expression', 'ASCII'],
  ['least-loaded', 'unknown_method', 'least-loaded'],
  ['random', 'unavailable', 'model-a'],
  ['pulsar;sead=a', 'unknown_parameter', '"sead" with value "a"'],
  ['pulsar;algorithm=random', 'unknown_parameter', 'algorithm'],
  ['pulsar;n=2', 'not_applicable', '"n" with value "2"'],
  ['wait-and-widen;n=two', 'invalid_value', '"n" with value "two"'],
  ['wait-and-widen;cache_affinity_virtual_nodes=1025', 'invalid_value', '1024'],
  ['wait-and-widen;n=0', 'inert_value', '"n" with value "0"'],
  ['round-robin;max_input_work_seconds=-1', 'inert_value', 'above 0'],
];

describe('a bad expression', () => {
  test.each(BAD)('%s is rejected as %s, and the message names %s', (text, code, named) => {
    const { open, send } = serveRuntime({ config: CONFIG });
    const rejection = refused(open(text));
    expect(rejection).toMatchObject({ kind: 'rejected', code });
    expect(rejection.message).toContain(named);
    expect(send(text)).toEqual(rejection);
  });

  test.each(BAD)('%s is rejected as %s before anything is decided', (text) => {
    const { send, telemetry } = serveRuntime({ config: CONFIG });
    send(text);
    expect(telemetry.counter('routingDecisions')).toBeUndefined();
    expect(telemetry.observations('routingDecisionDuration')).toEqual([]);
    expect(telemetry.counter('routingSelections')).toBeUndefined();
  });

  test.each(BAD)('%s is rejected as %s without looking at clusters', (text, code) => {
    const { send } = serveRuntime({ config: CONFIG, snapshots: [snapshotOf([])] });
    expect(send(text)).toMatchObject({ kind: 'rejected', code });
  });

  test('of any class makes no instance, moves no cursor and pushes none out', () => {
    const { engine, send, cacheResult } = serveRuntime({
      config: CONFIG,
      limits: { maxInstances: 2 },
    });
    const [first, second] = ['round-robin;max_input_work_seconds=1', 'pulsar;seed=a'] as const;
    const turns = [goesTo(send(first))];
    send(second);
    for (const [text] of [...BAD, ...BAD]) {
      send(text);
      send(`${text};no_such_parameter=1`);
    }
    expect(engine.definitionCount).toBe(2);
    expect(cacheResult(second)).toBe('hit');
    turns.push(goesTo(send(first)), goesTo(send(first)));
    expect(turns).toEqual(['A', 'B', 'C']);
  });

  test('leaves the next good one of the model as it would have been', () => {
    const [touched, untouched] = [
      serveRuntime({ config: CONFIG }),
      serveRuntime({ config: CONFIG }),
    ];
    for (const [text] of BAD) touched.send(text);
    const good = 'wait-and-widen;n=2;seed=a';
    expect(touched.send(good)).toEqual(untouched.send(good));
    expect(touched.cacheResult(good)).toBe('hit');
  });

  test('of 100,000 characters is rejected with a short message', () => {
    const { open } = serveRuntime();
    const { message } = refused(open(`pulsar;seed=${'x'.repeat(100_000)}`));
    expect(message.length).toBeLessThan(300);
  });
});

describe('an unknown target', () => {
  const MISSING = { modelId: 'model-x' };

  test('has no eligible candidates, and the message names it', () => {
    const { open, send } = serveRuntime();
    const target = { routingKey: 'rk"1', modelId: 'model-x' };
    expect(send(undefined, { target })).toEqual({
      kind: 'rejected',
      code: 'no_eligible_candidates',
      message: 'no clusters are known for model "model-x" and routing key "rk\\"1"',
    });
    expect(refused(open(undefined, { target: MISSING })).message).toBe(
      'no clusters are known for model "model-x"',
    );
  });

  test('is told apart from a known one by its routing key alone', () => {
    const scoped = { routingKey: 'rk', modelId: 'model-a' };
    const { send } = serveRuntime({ snapshots: [idleFleet('A', scoped)] });
    expect(send(undefined, { target: scoped }).kind).toBe('selected');
    expect(send()).toMatchObject({ code: 'no_eligible_candidates' });
  });

  test.each(BAD.filter(([, code]) => code !== 'unavailable'))(
    'with the bad expression %s is rejected as %s, as on a known one',
    (text, code) => {
      const { engine, open } = serveRuntime({
        config: {
          ...CONFIG,
          request_algorithms: { ...CONFIG.request_algorithms, 'wait-and-widen': 'wait-and-widen' },
        },
      });
      expect(refused(open(text, { target: MISSING })).code).toBe(code);
      expect(engine.definitionCount).toBe(0);
    },
  );

  test('with a good expression has no eligible candidates, and gets no instance', () => {
    const { engine, telemetry, open } = serveRuntime();
    const text = 'pulsar;seed=a';
    expect(refused(open(text, { target: MISSING })).code).toBe('no_eligible_candidates');
    expect(engine.definitionCount).toBe(0);
    expect(telemetry.counter('routingExpressions', { outcome: 'accepted', cache: 'none' })).toBe(1);
    expect(telemetry.lines('routing_expression_accepted')).toMatchObject([
      { level: 'debug', fields: { model: 'model-x', expression: text, cache: 'none' } },
    ]);
  });
});

describe('names that every object has', () => {
  const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(NAMES)('%s is no method', (name) => {
    const { open } = serveRuntime();
    const expected = name === '__proto__' ? 'malformed_expression' : 'unknown_method';
    expect(refused(open(name)).code).toBe(expected);
    expect(refused(open(`${name};seed=a`)).code).toBe(expected);
  });

  test.each(NAMES)('%s is no parameter', (name) => {
    const { open } = serveRuntime();
    const isName = /^[a-z]+$/.test(name);
    expect(refused(open(`pulsar;${name}=1`)).code).toBe(
      isName ? 'unknown_parameter' : 'malformed_expression',
    );
  });

  test.each(NAMES)('%s is an unknown model and an unknown routing key', (name) => {
    const { engine, open } = serveRuntime();
    for (const target of [{ modelId: name }, { routingKey: name, modelId: 'model-a' }]) {
      expect(refused(open(undefined, { target })).code).toBe('no_eligible_candidates');
      expect(refused(open('pulsar;seed=a', { target })).code).toBe('no_eligible_candidates');
      expect(engine.view(target)).toBeUndefined();
      engine.withdraw(target);
    }
    expect(engine.targets()).toHaveLength(1);
  });

  test.each(NAMES)('%s may be a model, a routing key, a cluster and a seed', (name) => {
    const target = { routingKey: name, modelId: name };
    const { engine, send, route } = serveRuntime({ snapshots: [] });
    engine.publish(snapshotOf([cluster(name)], target));
    expect(goesTo(send(undefined, { target, lastClusterId: name }))).toBe(name);
    expect(route(`pulsar;seed=${name}`, { target }).policy.seed).toBe(name);
    const explained = engine.explain({ target, requestId: 'r1' }, { elapsedMs: 0 });
    expect(accepted(explained).decision).toMatchObject({ clusterId: name });
  });
});
