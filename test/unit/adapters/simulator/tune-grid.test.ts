import { describe, expect, test } from 'vitest';
import { defaultGrid, pointsOf } from '../../../../src/adapters/simulator/tune/grid.js';

describe('the grid of a sweep without lists', () => {
  test('varies X, s, k, n, max_queued and S, with queues that suit the slots', () => {
    const grid = defaultGrid(8);
    for (const name of ['x', 's', 'k', 'n', 'maxQueued', 'widen'] as const) {
      expect(grid[name]!.length).toBeGreaterThan(1);
    }
    expect(grid.maxQueued).toEqual([0, 2, 6]);
    expect(defaultGrid(1).maxQueued).toEqual([0, 1]);
  });

  test('holds every combination that the algorithm can take, once', () => {
    const points = pointsOf(defaultGrid(8), { algorithm: 'pulsar-wait-and-widen' });
    expect(points).toHaveLength(144);
    expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(144);
    const others = pointsOf(defaultGrid(8), { algorithm: 'wait-and-widen' });
    expect(others.every((point) => point.widen === undefined)).toBe(true);
    expect(pointsOf(defaultGrid(8), { algorithm: 'round-robin' })).toEqual([{}]);
  });
});
