import { describe, expect, test } from 'vitest';
import {
  compilePolicy,
  createView,
  decide,
  parseLbConfig,
  parseSnapshot,
  type SnapshotJson,
} from '../../../src/index.js';
import { createEngine } from '../../../src/adapters/runtime/index.js';

const json = {
  model_id: 'm',
  clusters: [
    { cluster_id: 'A', rtt_ms: 5, stats: { max_engine_concurrency: 1, num_running_queries: 1 } },
    { cluster_id: 'B', rtt_ms: 5, stats: { max_input_tps: 9000, kv_cache_free_tokens: null } },
  ],
} satisfies SnapshotJson;
const request = { requestId: 'r1', cacheAffinityKey: 'k' };

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return (error as RangeError).message;
  }
  throw new Error('expected an error');
};

describe('createView', () => {
  test('reads plain JSON as parseSnapshot does', () => {
    const parsed = parseSnapshot(json);
    if (parsed._tag === 'Left') throw new Error(parsed.left[0]?.message);
    const policy = compilePolicy({ algorithm: 'pulsar-wait-and-widen' });
    const decided = decide(policy, createView(json), request, 0);
    expect(decided).toEqual(decide(policy, createView(parsed.right), request, 0));
    expect(decided).toMatchObject({ kind: 'selected', clusterId: 'B' });
  });

  test('throws every fault of JSON that is no snapshot, each with its place', () => {
    const bad = { model_id: '', clusters: [{ cluster_id: 'A', rtt_ms: -1 }] };
    expect(messageOf(() => createView(bad))).toBe(
      'bad snapshot: model_id: expected a non-empty string, given ""; ' +
        'clusters[0].rtt_ms (cluster "A"): expected a finite number >= 0, given -1',
    );
  });

  test('shows 20 faults and counts the others', () => {
    const clusters = Array.from({ length: 23 }, (_, at) => ({ cluster_id: `c${at}`, rtt_ms: -1 }));
    const message = messageOf(() => createView({ model_id: 'm', clusters }));
    expect(message).toContain('clusters[19].rtt_ms');
    expect(message).not.toContain('clusters[20].rtt_ms');
    expect(message).toMatch(/; and 3 more$/);
  });

  test.each([[null], [1], ['text'], [[]], [{}]])('refuses %j', (input) => {
    expect(messageOf(() => createView(input as never))).toMatch(/^bad snapshot: .*expected/);
  });

  test('reads what names a model as JSON, whatever else it holds', () => {
    expect(createView({ ...json, target: { modelId: 'other' } } as never).target.modelId).toBe('m');
  });
});

describe('an engine', () => {
  test('takes configuration and snapshots as plain JSON', () => {
    const engine = createEngine({ config: { models: { m: 'pulsar' } } });
    expect(engine.publish(json).clusterIds).toEqual(['A', 'B']);
    const decision = engine.decide({ ...request, target: { modelId: 'm' } }, { elapsedMs: 0 });
    expect(decision).toMatchObject({ kind: 'selected', phase: 'direct' });
  });

  test('throws every fault of a configuration', () => {
    const config = { models: { m: 'pulsr' }, defaults: 'random' };
    const message = messageOf(() => createEngine({ config } as never));
    expect(message).toMatch(/^bad lb-config: /);
    expect(message).toContain('models.m');
    expect(message).toContain('defaults');
  });

  test('keeps configuration and snapshot when the next ones are bad', () => {
    const engine = createEngine({ config: { default: 'random' } });
    const view = engine.publish(json);
    messageOf(() => engine.publish({ ...json, clusters: [{ cluster_id: 'A', rtt_ms: NaN }] }));
    messageOf(() => {
      engine.reconfigure({ default: 'nothing' });
    });
    expect(engine.view({ modelId: 'm' })).toBe(view);
    expect(engine.config.default).toBe('random');
  });

  test('takes a parsed configuration as it is', () => {
    const parsed = parseLbConfig({ default: 'pulsar' });
    if (parsed._tag === 'Left') throw new Error(parsed.left[0]?.message);
    expect(createEngine({ config: parsed.right.config }).config).toBe(parsed.right.config);
  });
});
