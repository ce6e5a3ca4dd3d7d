import { describe, expect, test } from 'vitest';
import { serveRuntime } from './served-runtime.js';
import { cluster, FULL, HOME_KEY, idleFleet, snapshotOf } from './small-fleet.js';

const SCOPED = { routingKey: 'rk', modelId: 'model-a' };
const SESSION_AWARE = { cache_affinity_backend_selection_count: 1, last_cluster_affinity: true };
const TEXT = 'wait-and-widen;cache_affinity_backend_selection_count=1;last_cluster_affinity=true';

type Served = ReturnType<typeof serveRuntime>;

const pairsOf = ({ telemetry }: Served) =>
  telemetry
    .series('routingSessionSelections')
    .map(({ labels, value }) => [labels['session_state'], labels['selection'], value]);

const ALL_AT_ZERO = ['new', 'returning', 'stale'].flatMap((state) => [
  [state, 'primary', 0],
  [state, 'fallback', 0],
]);

describe('the counters of session selections', () => {
  test('start at 0, all six, when a target of a session-aware model is published', () => {
    const served = serveRuntime({
      config: { models: { 'model-a': { algorithm: 'wait-and-widen', ...SESSION_AWARE } } },
      snapshots: [idleFleet('AB', SCOPED)],
    });
    expect(pairsOf(served)).toEqual(ALL_AT_ZERO);
    expect(served.telemetry.series('routingSessionSelections')[0]?.labels).toMatchObject({
      routing_key: 'rk',
      model: 'model-a',
      algorithm: 'wait-and-widen',
    });
  });

  test('start at 0, all six, when an expression first turns the mode on', () => {
    const served = serveRuntime();
    served.send('wait-and-widen');
    expect(pairsOf(served)).toEqual([]);
    served.route(TEXT);
    expect(pairsOf(served)).toEqual(ALL_AT_ZERO);
  });

  test('start at 0, all six, when a method first selects a session-aware configuration', () => {
    const served = serveRuntime({
      config: {
        request_algorithms: { 'wait-and-widen': { algorithm: 'wait-and-widen', ...SESSION_AWARE } },
      },
    });
    expect(pairsOf(served)).toEqual([]);
    served.route('wait-and-widen');
    expect(pairsOf(served)).toEqual(ALL_AT_ZERO);
  });

  test('do not start for what is rejected, not served or not session-aware', () => {
    const served = serveRuntime();
    served.send(`${TEXT};n=0`);
    served.send(TEXT, { target: { modelId: 'model-x' } });
    served.send('wait-and-widen;cache_affinity_backend_selection_count=1');
    expect(pairsOf(served)).toEqual([]);
  });

  test('keep their counts when the target is published or first seen again', () => {
    const served = serveRuntime({
      config: { models: { 'model-a': { algorithm: 'wait-and-widen', ...SESSION_AWARE } } },
    });
    served.send(undefined, { cacheAffinityKey: HOME_KEY });
    const counted = pairsOf(served);
    served.engine.publish(idleFleet('ABC'));
    served.engine.withdraw({ modelId: 'model-a' });
    served.engine.publish(idleFleet('ABC'));
    expect(pairsOf(served)).toEqual(counted);
  });
});

/** Last cluster, full clusters, and what the selection must count as. */
const CASES = [
  { hint: undefined, full: '', counts: ['new', 'primary'], chosen: 'A' },
  { hint: undefined, full: 'A', counts: ['new', 'fallback'], chosen: 'B' },
  { hint: ' ', full: '', counts: ['new', 'primary'], chosen: 'A' },
  { hint: 'gone', full: '', counts: ['stale', 'primary'], chosen: 'A' },
  { hint: 'gone', full: 'A', counts: ['stale', 'fallback'], chosen: 'B' },
  { hint: 'B', full: '', counts: ['returning', 'primary'], chosen: 'B' },
  { hint: 'A', full: '', counts: ['returning', 'primary'], chosen: 'A' },
  { hint: 'B', full: 'B', counts: ['returning', 'fallback'], chosen: 'A' },
] as const;

describe.each(['wait-and-widen', 'pulsar-wait-and-widen'])('a selection by %s', (algorithm) => {
  test.each(CASES)(
    'with last cluster "$hint" and "$full" full counts as $counts',
    ({ hint, full, counts, chosen }) => {
      const clusters = ['A', 'B'].map((id) => cluster(id, id === full ? FULL : {}));
      const served = serveRuntime({
        config: { models: { 'model-a': { algorithm, ...SESSION_AWARE } } },
        snapshots: [snapshotOf(clusters)],
      });
      const request = { cacheAffinityKey: HOME_KEY, lastClusterId: hint };
      expect(served.send(undefined, request)).toMatchObject({ clusterId: chosen });
      const expected = ALL_AT_ZERO.map(([state, selection]) => [
        state,
        selection,
        state === counts[0] && selection === counts[1] ? 1 : 0,
      ]);
      expect(pairsOf(served)).toEqual(expected);
      expect(served.telemetry.lines('routing_session')).toEqual([
        {
          level: 'debug',
          event: 'routing_session',
          fields: {
            request_id: 'r1',
            model: 'model-a',
            routing_key: null,
            session_state: counts[0],
            promoted: hint === 'B',
            selected_cluster: chosen,
            selection: counts[1],
          },
        },
      ]);
    },
  );

  test('within a group of two is primary for a new session at either', () => {
    const served = serveRuntime({
      config: {
        models: {
          'model-a': {
            algorithm,
            last_cluster_affinity: true,
            cache_affinity_backend_selection_count: 2,
          },
        },
      },
      snapshots: [snapshotOf([cluster('A', FULL), cluster('B'), cluster('C')])],
    });
    served.send(undefined, { cacheAffinityKey: HOME_KEY });
    expect(pairsOf(served)[0]).toEqual(['new', 'primary', 1]);
  });

  test('without an affinity key is not classified and not counted', () => {
    const served = serveRuntime({
      config: { models: { 'model-a': { algorithm, ...SESSION_AWARE } } },
    });
    served.send(undefined, { lastClusterId: 'B' });
    expect(pairsOf(served)).toEqual(ALL_AT_ZERO);
    expect(served.telemetry.lines('routing_session')).toEqual([]);
  });
});
