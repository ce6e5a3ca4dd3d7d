import { describe, expect, test } from 'vitest';
import { serveRuntime } from './served-runtime.js';
import { HOME_KEY, idleFleet, TARGET } from './small-fleet.js';

const SCOPED = { routingKey: 'rk', modelId: 'model-a' };

type Served = ReturnType<typeof serveRuntime>;

const acceptedLines = ({ telemetry }: Served) => telemetry.lines('routing_expression_accepted');
const changedLines = ({ telemetry }: Served) => telemetry.lines('routing_expression_changed');
const rejectedLines = ({ telemetry }: Served) => telemetry.lines('routing_expression_rejected');

describe('an accepted expression', () => {
  test('is logged at info when its instance is built, and at debug on a hit', () => {
    const served = serveRuntime({ snapshots: [idleFleet('A', SCOPED)] });
    const text = 'Pulsar_Multiregion; seed=stable-a; n=3';
    served.send(text, { target: SCOPED });
    served.send(text, { target: SCOPED });
    const fields = {
      routing_key: 'rk',
      model: 'model-a',
      expression: 'pulsar-wait-and-widen;n=3;seed=stable-a',
      warnings: [],
    };
    expect(acceptedLines(served)).toEqual([
      {
        level: 'info',
        event: 'routing_expression_accepted',
        fields: { ...fields, cache: 'build' },
      },
      { level: 'debug', event: 'routing_expression_accepted', fields: { ...fields, cache: 'hit' } },
    ]);
  });

  test('is logged at info once per target it is built for', () => {
    const served = serveRuntime({ snapshots: [idleFleet('A'), idleFleet('A', SCOPED)] });
    for (const target of [TARGET, SCOPED, TARGET, SCOPED]) served.send('pulsar;seed=a', { target });
    const lines = acceptedLines(served).map(({ level, fields }) => [level, fields['routing_key']]);
    expect(lines).toEqual([
      ['info', null],
      ['info', 'rk'],
      ['debug', null],
      ['debug', 'rk'],
    ]);
  });

  test('of a method alone is a hit where the configuration has built the instance', () => {
    const served = serveRuntime({
      config: { default: 'pulsar', request_algorithms: { random: 'random' } },
    });
    const results = ['pulsar', 'random', 'random', 'pulsar;seed=a'].map((text) =>
      served.cacheResult(text),
    );
    expect(results).toEqual(['hit', 'build', 'hit', 'build']);
  });

  test('is logged with its warnings, on a hit too', () => {
    const served = serveRuntime();
    const lone = 'pulsar-multiregion;seed=stable-a;n=2;max_queue_time_floor_ms=100';
    const inverted = 'wait-and-widen;max_queue_time_floor_ms=2;max_queue_time_ceil_ms=1';
    for (const text of [lone, lone, inverted]) served.send(text);
    const warnings = acceptedLines(served).map(({ fields }) => fields['warnings']);
    expect(warnings).toEqual([
      [expect.stringContaining('"max_queue_time_floor_ms" has no effect')],
      [expect.stringContaining('"max_queue_time_floor_ms" has no effect')],
      [expect.stringContaining('is above "max_queue_time_ceil_ms"')],
    ]);
  });

  test('is logged whole, however long', () => {
    const served = serveRuntime();
    const text = `pulsar;seed=${'x'.repeat(1000)}`;
    served.send(text);
    expect(acceptedLines(served)[0]?.fields['expression']).toBe(text);
  });

  test('is logged with everything that differs from the built-in defaults', () => {
    const served = serveRuntime({
      config: { models: { 'model-a': { algorithm: 'wait-and-widen', seed: 'a;b', n: 5 } } },
    });
    served.send('wait-and-widen;max_queued=1');
    expect(acceptedLines(served)[0]?.fields['expression']).toBe(
      'wait-and-widen;max_queued=1;n=5;seed=a%3Bb',
    );
  });

  test('is not logged for requests without a method', () => {
    const served = serveRuntime();
    served.send();
    expect(acceptedLines(served)).toEqual([]);
    expect(served.telemetry.counter('routingExpressions')).toBeUndefined();
  });
});

describe('a flood of lines', () => {
  const FLOOD = 1000;

  test('of two texts that alternate is logged 20 times a second, and counted', () => {
    const served = serveRuntime();
    for (let i = 0; i <= FLOOD; i++) served.send(i % 2 === 0 ? 'pulsar;seed=a' : 'random');
    expect(changedLines(served)).toHaveLength(20);
    served.clock.nowMs += 1000;
    served.send('round-robin');
    expect(changedLines(served)).toHaveLength(21);
    const left = FLOOD - 20;
    expect(changedLines(served).at(-1)?.fields).toMatchObject({
      to: 'round-robin',
      suppressed: left,
    });
  });

  test('of rejected texts is logged 20 times a second, and every request is counted', () => {
    const served = serveRuntime();
    for (let i = 0; i < FLOOD; i++) served.send('no-such');
    expect(served.telemetry.lines('routing_expression_rejected')).toHaveLength(20);
    served.clock.nowMs += 1000;
    served.send('no-such');
    const last = served.telemetry.lines('routing_expression_rejected').at(-1);
    expect(last?.fields).toMatchObject({ suppressed: FLOOD - 20 });
    const labels = { method: 'unknown', outcome: 'unknown_method', cache: 'none' };
    expect(served.telemetry.counter('routingExpressions', labels)).toBe(FLOOD + 1);
  });

  test('of new texts is logged 20 times a second at info, and the rest at debug', () => {
    const served = serveRuntime();
    for (let i = 0; i < FLOOD; i++) served.send(`pulsar;seed=${String(i)}`);
    const levels = acceptedLines(served).map(({ level }) => level);
    expect(levels.filter((level) => level === 'info')).toHaveLength(20);
    expect(levels).toHaveLength(FLOOD);
  });
});

describe('a changed expression', () => {
  test('is logged at info with the old and the new canonical form', () => {
    const served = serveRuntime();
    for (const text of ['pulsar;seed=a', 'Pulsar;seed=a', 'round_robin', 'pulsar;seed=a']) {
      served.send(text);
    }
    const about = { routing_key: null, model: 'model-a' };
    expect(changedLines(served)).toEqual([
      {
        level: 'info',
        event: 'routing_expression_changed',
        fields: { ...about, from: 'pulsar;seed=a', to: 'round-robin' },
      },
      {
        level: 'info',
        event: 'routing_expression_changed',
        fields: { ...about, from: 'round-robin', to: 'pulsar;seed=a' },
      },
    ]);
  });

  test('is told apart by target, and a first one is no change', () => {
    const served = serveRuntime({ snapshots: [idleFleet('A'), idleFleet('A', SCOPED)] });
    served.send('pulsar;seed=a');
    served.send('pulsar;seed=b', { target: SCOPED });
    served.send('pulsar;seed=a');
    expect(changedLines(served)).toEqual([]);
    served.send('random', { target: SCOPED });
    expect(changedLines(served)).toMatchObject([
      { fields: { routing_key: 'rk', from: 'pulsar;seed=b', to: 'random' } },
    ]);
  });

  test('is not one that was rejected', () => {
    const served = serveRuntime();
    for (const text of ['pulsar;seed=a', 'pulsar;seed=', 'no-such', 'pulsar;seed=a']) {
      served.send(text);
    }
    expect(changedLines(served)).toEqual([]);
  });
});

describe('a rejected expression', () => {
  test('is logged at warn with class, message and the text', () => {
    const served = serveRuntime({ snapshots: [idleFleet('A', SCOPED)] });
    served.send('pulsar;seed=a;n=2', { target: SCOPED });
    expect(rejectedLines(served)).toEqual([
      {
        level: 'warn',
        event: 'routing_expression_rejected',
        fields: {
          routing_key: 'rk',
          model: 'model-a',
          class: 'not_applicable',
          message: expect.stringContaining('"n" with value "2" does not apply to pulsar'),
          requested: 'pulsar;seed=a;n=2',
        },
      },
    ]);
    expect(acceptedLines(served)).toEqual([]);
  });

  test('is logged with control characters escaped and at most 256 characters', () => {
    const served = serveRuntime();
    const escape = '\u001b';
    served.send(`pulsar;seed=a\r\n${escape}[31mroot\u2028${'x'.repeat(100_000)}`);
    const { message, requested } = rejectedLines(served)[0]!.fields;
    expect(requested).toMatch(/^pulsar;seed=a\\r\\n\\u\{1b\}\[31mroot\\u\{2028\}x+\.\.\.$/);
    expect(requested).toHaveLength(256);
    expect(message).toMatch(/^[ -~]+$/);
    expect(String(message).length).toBeLessThan(400);
  });
});

describe('the span of a request', () => {
  const attributesAfter = (served: Served, text: string | undefined, lastClusterId?: string) => {
    const span = served.telemetry.spans.start('request');
    served.route(text, { cacheAffinityKey: HOME_KEY, lastClusterId }, span).decide(0);
    return Object.fromEntries(served.telemetry.recordedSpans().at(-1)!.attributes);
  };

  test('says what was decided by what, with the whole canonical expression', () => {
    const served = serveRuntime({ snapshots: [idleFleet('ABCD')] });
    const text =
      'groq-multiregion;cache_affinity_backend_selection_count=1;last_cluster_affinity=true';
    expect(attributesAfter(served, text, 'D')).toMatchObject({
      'routing.model': expect.any(String) as string,
      'routing.expression_cache': 'build',
      'routing.expression':
        'wait-and-widen;cache_affinity_backend_selection_count=1;last_cluster_affinity=true',
      'routing.algorithm': 'wait-and-widen',
      'routing.session_state': 'returning',
      'routing.comparator': 'ttft',
      'routing.rank_depth': 1,
      'routing.phase': 'affinity',
      'selected_cluster.id': 'D',
    });
  });

  test('has no expression without a method, and no session state without classification', () => {
    const served = serveRuntime();
    const attributes = attributesAfter(served, undefined);
    expect(attributes).toMatchObject({ 'routing.algorithm': 'power-of-n' });
    expect(attributes).not.toHaveProperty('routing.expression');
    expect(attributes).not.toHaveProperty('routing.session_state');
  });

  test('carries the expression of a target that is not served, too', () => {
    const served = serveRuntime({ snapshots: [] });
    const span = served.telemetry.spans.start('request');
    served.open('pulsar;seed=a', {}, span);
    expect(Object.fromEntries(served.telemetry.recordedSpans()[0]!.attributes)).toMatchObject({
      'routing.expression': 'pulsar;seed=a',
      'routing.expression_cache': 'none',
    });
  });

  test('carries nothing of a rejected expression', () => {
    const served = serveRuntime();
    const span = served.telemetry.spans.start('request');
    served.open('pulsar;n=1', {}, span);
    expect(served.telemetry.recordedSpans()[0]!.attributes.size).toBe(0);
  });
});
