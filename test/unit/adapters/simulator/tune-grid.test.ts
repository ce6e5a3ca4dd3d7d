import { describe, expect, test } from 'vitest';
import { defaultGrid, pointsOf } from '../../../../src/adapters/simulator/tune/grid.js';

describe('the grid of a sweep without lists', () => {
  test('varies X, s, k, n, max_queued and S, with queues that suit the slots', () => {
    const grid = defaultGrid(8);
    for (const name of ['x', 's', 'k', 'n', 'maxQueued', 'widen'] as const) {
      expect(grid[name]!.length).toBeGreaterThan(1);
    }
    // None, what long answers want, and all the slots, which coding assistants want.
    expect(grid.maxQueued).toEqual([0, 1, 2, 6, 8]);
    expect(defaultGrid(256).maxQueued).toEqual([0, 16, 64, 192, 256]);
    expect(defaultGrid(1).maxQueued).toEqual([0, 1]);
  });

  test('holds every combination that the algorithm can take, once', () => {
    const points = pointsOf(defaultGrid(8), { algorithm: 'pulsar-wait-and-widen' });
    expect(points).toHaveLength(240);
    expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(240);
    const others = pointsOf(defaultGrid(8), { algorithm: 'wait-and-widen' });
    expect(others.every((point) => point.widen === undefined)).toBe(true);
    expect(pointsOf(defaultGrid(8), { algorithm: 'round-robin' })).toEqual([{}]);
  });

  test('lets as many queue after the wait as before it, unless that is swept', () => {
    const base = { algorithm: 'pulsar-wait-and-widen', fallbackMaxQueued: 4 } as const;
    expect(pointsOf({ maxQueued: [0, 4, 8] }, base)).toEqual([
      { maxQueued: 0 },
      { maxQueued: 4 },
      { maxQueued: 8, fallbackMaxQueued: 8 },
    ]);
    expect(pointsOf({ maxQueued: [8], fallbackMaxQueued: [2] }, base)).toEqual([
      { maxQueued: 8, fallbackMaxQueued: 2 },
    ]);
    expect(pointsOf({ maxQueued: [8] }, { algorithm: 'wait-and-widen' })).toEqual([
      { maxQueued: 8 },
    ]);
  });
});
