import { describe, expect, test } from 'vitest';
import { createTargetCap } from '../../../../src/adapters/telemetry/cardinality.js';

describe('the cap on targets', () => {
  test('keeps the first distinct pairs and calls every later one other', () => {
    const cap = createTargetCap(2);
    const pair = (routingKey: string, model: string) => cap({ routing_key: routingKey, model });
    expect(pair('a', 'm')).toEqual({ routing_key: 'a', model: 'm' });
    expect(pair('b', 'm')).toEqual({ routing_key: 'b', model: 'm' });
    expect(pair('a', 'n')).toEqual({ routing_key: 'other', model: 'other' });
    expect(pair('a', 'm')).toEqual({ routing_key: 'a', model: 'm' });
  });

  test('does not confuse pairs whose texts join to the same', () => {
    const cap = createTargetCap(1);
    cap({ routing_key: 'ab', model: 'c' });
    expect(cap({ routing_key: 'a', model: 'bc' })['model']).toBe('other');
  });

  test('counts models without a routing key apart, so that they take no place of a pair', () => {
    const cap = createTargetCap(1);
    expect(cap({ model: 'm', state: 'live' })).toEqual({ model: 'm', state: 'live' });
    expect(cap({ model: 'n', state: 'live' })).toEqual({ model: 'other', state: 'live' });
    expect(cap({ routing_key: '', model: 'n' })).toEqual({ routing_key: '', model: 'n' });
  });

  test('is 1,000 unless told otherwise, and leaves labels without a model alone', () => {
    const cap = createTargetCap();
    for (let i = 0; i < 1000; i++)
      expect(cap({ routing_key: 'rk', model: `m${i}` })['model']).toBe(`m${i}`);
    expect(cap({ routing_key: 'rk', model: 'm1000' })['model']).toBe('other');
    expect(cap({ result: 'hit' })).toEqual({ result: 'hit' });
  });

  test('holds for clusters and backends that come and go for ever', () => {
    const cap = createTargetCap(1);
    const clusters = new Set<string>();
    const backends = new Set<string>();
    for (let i = 0; i < 10_000; i++) {
      const labels = { model: 'm', cluster: `A@10.0.${String(i)}`, backend: `a@10.0.${String(i)}` };
      const { cluster, backend } = cap(labels);
      clusters.add(cluster!);
      backends.add(backend!);
    }
    expect(clusters.size).toBe(5);
    expect(backends.size).toBe(5);
    expect(clusters).toContain('other');
    expect(cap({ model: 'm', cluster: 'A@10.0.0', backend: 'a@10.0.0' })['cluster']).toBe(
      'A@10.0.0',
    );
  });
});
