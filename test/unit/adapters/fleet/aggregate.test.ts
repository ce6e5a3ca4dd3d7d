import { describe, expect, test } from 'vitest';
import { aggregateCluster } from '../../../../src/adapters/fleet/aggregate.js';
import type { BackendFigures } from '../../../../src/adapters/fleet/backend-figures.js';
import { mergePriorityMaps } from '../../../../src/adapters/fleet/priority-map.js';
import type { ClusterStats } from '../../../../src/core/snapshot/snapshot.js';

const backend = (stats: Partial<ClusterStats>, rttMs = 1, reportedAtMs = 0): BackendFigures => ({
  stats,
  rttMs,
  reportedAtMs,
});

const cluster = (
  backends: readonly BackendFigures[],
  definition: Partial<Parameters<typeof aggregateCluster>[0]> = {},
) =>
  aggregateCluster(
    { clusterId: 'A', rttMs: 9, hasSharedEngine: false, stats: {}, ...definition },
    backends,
  );

describe('the statistics of a cluster', () => {
  test('are sums of counts, tokens and rates, and the mean of the round trips', () => {
    const first = backend(
      {
        queueSize: 1,
        queuedInputSize: 100,
        numRunningQueries: 3,
        totalQueryInputSize: 1000,
        outputTps: 50,
        maxOutputTps: 80,
        lastMeanInputTps: 1000,
        maxInputTps: 1200,
        maxEngineConcurrency: 8,
        kvCacheCapacityTokens: 5000,
        kvCacheUsedTokens: 1500,
        kvCacheFreeTokens: 3500,
      },
      2,
    );
    const second = backend(
      {
        queueSize: 2,
        queuedInputSize: 50,
        numRunningQueries: 4,
        totalQueryInputSize: 500,
        outputTps: 25,
        maxOutputTps: 40,
        lastMeanInputTps: 600,
        maxInputTps: 800,
        maxEngineConcurrency: 4,
        kvCacheCapacityTokens: 3000,
        kvCacheUsedTokens: 500,
        kvCacheFreeTokens: 2500,
      },
      5,
    );
    expect(cluster([first, second])).toEqual({
      clusterId: 'A',
      rttMs: 3.5,
      stats: {
        queueSize: 3,
        queuedInputSize: 150,
        numRunningQueries: 7,
        totalQueryInputSize: 1500,
        outputTps: 75,
        maxOutputTps: 120,
        lastMeanInputTps: 1600,
        maxInputTps: 2000,
        maxEngineConcurrency: 12,
        kvCacheCapacityTokens: 8000,
        kvCacheUsedTokens: 2000,
        kvCacheFreeTokens: 6000,
        queueTimeEstimateMsByPriority: {},
      },
    });
  });

  test('add up the mean input rates that are valid, and those alone', () => {
    const rates = [1000, 0, NaN, Infinity, 600];
    const { stats } = cluster(rates.map((lastMeanInputTps) => backend({ lastMeanInputTps })));
    expect(stats.lastMeanInputTps).toBe(1600);
  });

  test.each([{}, { maxInputTps: 0, maxEngineConcurrency: 0 }])(
    'have no slots and no greatest rate when one backend says %j',
    (unknown) => {
      const known = backend({ maxEngineConcurrency: 8, maxInputTps: 1200 });
      const { stats } = cluster([known, backend(unknown)]);
      expect(stats.maxEngineConcurrency).toBe(0);
      expect(stats).not.toHaveProperty('maxInputTps');
    },
  );

  test('are those of the document where no backend says anything', () => {
    const stats = { maxEngineConcurrency: 8, lastMeanInputTps: 700, numRunningQueries: 2 };
    expect(cluster([backend({}), backend({})], { stats }).stats).toMatchObject(stats);
    expect(cluster([], { stats })).toMatchObject({ rttMs: 9, stats });
  });

  test('are overridden field by field by what backends say', () => {
    const stats = { maxEngineConcurrency: 8, lastMeanInputTps: 700, numRunningQueries: 2 };
    const says = backend({ maxEngineConcurrency: 4, numRunningQueries: 0 });
    expect(cluster([says, backend({})], { stats }).stats).toMatchObject({
      maxEngineConcurrency: 8, // one backend does not say, so their sum is unknown
      lastMeanInputTps: 700,
      numRunningQueries: 0,
    });
  });

  test('are frozen, to the last level', () => {
    const { stats } = cluster([backend({ queueTimeEstimateMsByPriority: { '0': 1 } })]);
    expect(Object.isFrozen(stats)).toBe(true);
    expect(Object.isFrozen(stats.queueTimeEstimateMsByPriority)).toBe(true);
  });
});

describe('the queue delays of a cluster', () => {
  const queue = (
    lastMeanInputTps: number,
    queueTimeEstimateMsByPriority?: Record<string, number>,
    more: Partial<ClusterStats> = {},
  ): Partial<ClusterStats> => ({
    lastMeanInputTps,
    ...(queueTimeEstimateMsByPriority && { queueTimeEstimateMsByPriority }),
    ...more,
  });

  test('are means weighted by the rates, rounded up', () => {
    // (10 x 1000 + 20 x 3000) / 4000 = 17.5; (80 x 1000 + 40 x 3000) / 4000 = 50
    const merged = mergePriorityMaps([
      queue(1000, { '0': 10, '10': 80 }),
      queue(3000, { '0': 20, '10': 40 }),
    ]);
    expect(merged).toEqual({ '0': 18, '10': 50 });
  });

  test('take for a priority that a backend does not publish its nearest lower one, or 0', () => {
    // 0: (10 + 0) / 2; 5: (10 + 30) / 2; 10: (80 + 30) / 2
    const merged = mergePriorityMaps([queue(500, { '0': 10, '10': 80 }), queue(500, { '5': 30 })]);
    expect(merged).toEqual({ '0': 5, '5': 20, '10': 55 });
  });

  test('count a backend without queue and map as no delay', () => {
    expect(mergePriorityMaps([queue(1000, { '0': 40 }), queue(3000)])).toEqual({ '0': 10 });
    expect(mergePriorityMaps([queue(1000, { '0': 40 }), queue(3000, {})])).toEqual({ '0': 10 });
  });

  test.each([{ queueSize: 1 }, { queuedInputSize: 1 }])(
    'are unknown when a backend with %j has no map',
    (work) => {
      expect(mergePriorityMaps([queue(1000, { '0': 40 }), queue(1000, undefined, work)])).toEqual(
        {},
      );
    },
  );

  test('weigh a backend of unknown rate as the others on average, and all alike without rates', () => {
    // (10 x 1000 + 20 x 3000 + 30 x 2000) / 6000 = 21.67
    const maps = [{ '0': 10 }, { '0': 20 }, { '0': 30 }];
    const some = [1000, 3000, 0].map((rate, i) => queue(rate, maps[i]));
    expect(mergePriorityMaps(some)).toEqual({ '0': 22 });
    expect(mergePriorityMaps(maps.map((map) => queue(0, map)))).toEqual({ '0': 20 });
  });

  test('of equal delays are that delay, whatever the rates', () => {
    const rates = [0.1, 0.2, 0.7, 3.3, 1 / 3];
    const merged = mergePriorityMaps(rates.map((rate) => queue(rate, { '7': 21 })));
    expect(merged).toEqual({ '7': 21 });
  });

  test('are said by nobody when no backend has a map', () => {
    expect(mergePriorityMaps([queue(1000), queue(1000, undefined, { queueSize: 3 })])).toBe(
      undefined,
    );
    const stats = { queueTimeEstimateMsByPriority: { '0': 12 } };
    expect(cluster([backend({})], { stats }).stats).toMatchObject(stats);
  });
});

describe('a cluster whose backends are doors to one engine', () => {
  const door = (numRunningQueries: number, more: Partial<ClusterStats>, reportedAtMs: number) =>
    backend({ numRunningQueries, ...more }, 1, reportedAtMs);
  const shared = (...doors: readonly BackendFigures[]) =>
    cluster(doors, { hasSharedEngine: true }).stats;

  test('has slots, running queries, KV tokens and queue delays of the latest report', () => {
    const kv = (free: number) => ({
      kvCacheCapacityTokens: 5000,
      kvCacheUsedTokens: 5000 - free,
      kvCacheFreeTokens: free,
    });
    const older = door(
      3,
      { maxEngineConcurrency: 8, queueTimeEstimateMsByPriority: { '0': 10 }, ...kv(1000) },
      100,
    );
    const latest = door(
      5,
      { maxEngineConcurrency: 16, queueTimeEstimateMsByPriority: { '0': 30 }, ...kv(2000) },
      200,
    );
    const expected = {
      numRunningQueries: 5,
      maxEngineConcurrency: 16,
      queueTimeEstimateMsByPriority: { '0': 30 },
      ...kv(2000),
    };
    expect(shared(older, latest)).toMatchObject(expected);
    expect(shared(latest, older)).toMatchObject(expected);
  });

  test('has the greatest input rate of any door, and adds up everything else', () => {
    const first = door(
      3,
      { maxInputTps: 1200, lastMeanInputTps: 500, queueSize: 1, queuedInputSize: 10 },
      1,
    );
    const second = door(
      3,
      { maxInputTps: 900, lastMeanInputTps: 400, queueSize: 2, queuedInputSize: 20 },
      2,
    );
    expect(shared(first, second, door(3, {}, 3))).toMatchObject({
      maxInputTps: 1200,
      lastMeanInputTps: 900,
      queueSize: 3,
      queuedInputSize: 30,
      numRunningQueries: 3,
    });
    expect(shared(door(3, {}, 3))).not.toHaveProperty('maxInputTps');
  });

  test('goes by the first door that knows, where none has reported', () => {
    const doors = [{}, { maxEngineConcurrency: 8 }, { maxEngineConcurrency: 9 }];
    expect(shared(...doors.map((stats) => backend(stats, 1, -Infinity)))).toMatchObject({
      maxEngineConcurrency: 8,
      numRunningQueries: 0,
    });
  });
});
