import { expect, test } from 'vitest';
import { SpareCapacity } from '../../../../src/adapters/router/waiting/spare-capacity.js';
import { clusterOf } from '../../../support/default-stats.js';

const spareCapacityOf = (maxEngineConcurrency: number, numRunningQueries: number) =>
  new SpareCapacity({
    target: { modelId: 'm' },
    clusters: [clusterOf('A', { maxEngineConcurrency, numRunningQueries })],
  });

test('the spare capacity of a target counts reservations', () => {
  const spareCapacity = spareCapacityOf(4, 3);
  expect(spareCapacity.hasRoom(0)).toBe(true);
  spareCapacity.add('A', -1);
  expect(spareCapacity.hasRoom(0)).toBe(false);
  expect(spareCapacity.hasRoomAt('A', 0)).toBe(false);
  expect(spareCapacity.hasRoom(1)).toBe(true);
  spareCapacity.add('A', 1);
  expect(spareCapacity.hasRoom(0)).toBe(true);
});

test('there is always room where slots are unknown, or nothing is known', () => {
  expect(spareCapacityOf(0, 100).hasRoom(0)).toBe(true);
  expect(spareCapacityOf(4, 4).hasRoomAt('B', 0)).toBe(true);
  expect(new SpareCapacity(undefined).hasRoom(0)).toBe(true);
});

test('there is none where there are no clusters', () => {
  expect(new SpareCapacity({ target: { modelId: 'm' }, clusters: [] }).hasRoom(100)).toBe(false);
});
