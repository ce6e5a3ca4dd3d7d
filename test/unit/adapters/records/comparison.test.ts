import { describe, expect, test } from 'vitest';
import { RecordComparison } from '../../../../src/adapters/records/comparison/record-comparison.js';
import { summarizeComparison } from '../../../../src/adapters/records/comparison/summarize-comparison.js';
import {
  compilePolicy,
  createView,
  decide,
  reserve,
  type AlgorithmConfig,
  type RoutingRequest,
  type View,
} from '../../../../src/index.js';
import { clusterOf } from '../../../support/default-stats.js';

const stats = { maxEngineConcurrency: 1 };
const free = createView({
  target: { modelId: 'm' },
  clusters: ['A', 'B'].map((id) => clusterOf(id, stats)),
});

const home = (key: string): string => {
  const decision = decide(
    compilePolicy({ algorithm: 'pulsar' }),
    free,
    { requestId: 'r', cacheAffinityKey: key },
    0,
  );
  return decision.kind === 'selected' ? decision.clusterId : '';
};

/** A key whose first cluster is A. */
const key = Array.from({ length: 20 }, (_, at) => `k${String(at)}`).find((k) => home(k) === 'A')!;

const full = (...clusterIds: readonly string[]): View =>
  reserve(free, ...clusterIds.map((clusterId) => ({ clusterId })));

const waiting: AlgorithmConfig = {
  algorithm: 'pulsar-wait-and-widen',
  cacheAffinityWaitMs: 300,
};

const compare = (
  recordedBy: AlgorithmConfig,
  replayedBy: AlgorithmConfig,
  attempts: readonly (readonly [view: View, elapsedMs: number])[],
  parts: Partial<RoutingRequest> = {},
) => {
  const comparison = new RecordComparison(() => replayedBy);
  const policy = compilePolicy(recordedBy);
  const request = { requestId: 'r1', cacheAffinityKey: key, inputTokens: 10, ...parts };
  for (const [view, elapsedMs] of attempts) {
    const decision = decide(policy, view, request, elapsedMs);
    comparison.add({ policy, view, request, elapsedMs, cursor: 0 }, decision);
  }
  return comparison.finish()[0]!;
};

describe('recorded requests under another configuration', () => {
  test('come out the same where nothing differs', () => {
    const { recorded, replayed, isForeseen } = compare(waiting, waiting, [
      [full('A'), 0],
      [full('A'), 300],
    ]);
    expect(recorded).toEqual({ clusterId: 'B', waitMs: 300 });
    expect([replayed, isForeseen]).toEqual([recorded, false]);
  });

  describe('of round-robin', () => {
    /** Clusters that requests get one after the other, with the turns that were recorded. */
    const inTurn = (recordedBy: AlgorithmConfig, turns: readonly number[], models = ['m']) => {
      const comparison = new RecordComparison(() => ({ algorithm: 'round-robin' }));
      const policy = compilePolicy(recordedBy);
      turns.forEach((cursor, at) => {
        const target = { modelId: models[at % models.length]! };
        const view = createView({
          target,
          clusters: ['A', 'B', 'C'].map((id) => clusterOf(id, stats)),
        });
        const request = { requestId: `r${String(at)}`, cacheAffinityKey: key };
        const decision = decide(policy, view, request, 0, cursor);
        comparison.add({ policy, view, request, elapsedMs: 0, cursor }, decision);
      });
      return comparison.finish().map(({ replayed }) => replayed.clusterId);
    };

    test('take turns that the recorded policy did not have', () => {
      expect(inTurn({ algorithm: 'pulsar' }, [0, 0, 0, 0])).toEqual(['A', 'B', 'C', 'A']);
    });

    test('take the turns of each target by itself', () => {
      const replayed = inTurn({ algorithm: 'pulsar' }, [0, 0, 0, 0], ['m', 'n']);
      expect(replayed).toEqual(['A', 'A', 'B', 'B']);
    });

    test('take the turns that were recorded, where they were', () => {
      expect(inTurn({ algorithm: 'round-robin' }, [2, 4, 0])).toEqual(['C', 'B', 'A']);
    });
  });

  test('wait less where the new policy selects earlier', () => {
    const { replayed } = compare(waiting, { algorithm: 'power-of-n' }, [
      [full('A'), 0],
      [full('A'), 300],
    ]);
    expect(replayed.waitMs).toBe(0);
  });

  test('are foreseen where the new policy waits longer than their records reach', () => {
    const recordedBy: AlgorithmConfig = { ...waiting, cacheAffinityWaitMs: 0 };
    const { recorded, replayed, isForeseen } = compare(recordedBy, waiting, [[full('A'), 0]]);
    expect(recorded).toEqual({ clusterId: 'B', waitMs: 0 });
    expect([replayed, isForeseen]).toEqual([{ clusterId: 'B', waitMs: 300 }, true]);
  });

  test('find no cluster where the new policy never would', () => {
    const { replayed } = compare({ algorithm: 'pulsar' }, waiting, [[full('A', 'B'), 0]]);
    expect(replayed.clusterId).toBeUndefined();
  });

  test('are classified by the new policy, whatever the old one made of them', () => {
    const withFlag: AlgorithmConfig = { ...waiting, lastClusterAffinity: true };
    const { replayed, sessionState } = compare(waiting, withFlag, [[free, 0]], {
      lastClusterId: 'B',
    });
    expect([replayed.clusterId, sessionState]).toEqual(['B', 'returning']);
  });

  test('add up: every request is in one group and in one cell of the moves', () => {
    const request = {
      ...({ modelId: 'm', sessionState: 'new', inputTokens: 10, isForeseen: false } as const),
    };
    const at = (clusterId: string | undefined, waitMs: number) => ({ clusterId, waitMs });
    const summary = summarizeComparison([
      { ...request, requestId: '1', recorded: at('A', 0), replayed: at('A', 0) },
      { ...request, requestId: '2', recorded: at('A', 300), replayed: at('B', 100) },
      { ...request, requestId: '3', recorded: at('A', 0), replayed: at(undefined, 0) },
      {
        ...request,
        requestId: '4',
        modelId: 'n',
        recorded: at(undefined, 9),
        replayed: at('B', 0),
      },
    ]);
    expect(summary.all).toMatchObject({ requests: 4, same: 1, elsewhere: 1, lost: 1, gained: 1 });
    expect(summary.all).toMatchObject({ shorterWaits: 1, shorterByMs: 200, longerWaits: 0 });
    expect(summary.groups.map(({ modelId, requests }) => [modelId, requests])).toEqual([
      ['m', 3],
      ['n', 1],
    ]);
    expect(summary.clusters).toEqual([
      {
        clusterId: 'A',
        recordedRequests: 3,
        replayedRequests: 1,
        recordedTokens: 30,
        replayedTokens: 10,
      },
      {
        clusterId: 'B',
        recordedRequests: 0,
        replayedRequests: 2,
        recordedTokens: 0,
        replayedTokens: 20,
      },
    ]);
    const cells = [...summary.moves.values()].flatMap((row) => [...row.values()]);
    expect(cells.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(summary.recordedWaitsMs).toHaveLength(100);
  });
});
