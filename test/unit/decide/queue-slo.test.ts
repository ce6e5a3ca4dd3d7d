/** The moments at which a sliding queue SLO lets clusters in, or drops them. */
import { expect, test } from 'vitest';
import { compilePolicy } from '../../../src/core/config/policy.js';
import { decide, timeline } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';
import { freshView } from '../../support/run-case.js';

/** The queue with the longer delay has fewer requests in it, and so is chosen once it may be. */
const queued = (id: string, delayMs: number, queueSize: number) =>
  clusterOf(id, {
    maxEngineConcurrency: 1,
    numRunningQueries: 1,
    queueSize,
    queueTimeEstimateMsByPriority: { '0': delayMs },
  });

const view = freshView({
  target: { modelId: 'm' },
  clusters: [queued('A', 80, 0), queued('B', 20, 3)],
});

const policyOf = (floorMs: number, ceilMs: number) =>
  compilePolicy({
    algorithm: 'wait-and-widen',
    comparator: 'num-requests-queued',
    maxQueued: 5,
    nextBucketUnlockFactor: 0,
    maxQueueTimeFloorMs: floorMs,
    maxQueueTimeCeilMs: ceilMs,
  });

const request = { requestId: 'r', requestSloMs: 1000 };

const chosenFrom = (floorMs: number, ceilMs: number, requestSloMs = 1000) =>
  timeline(policyOf(floorMs, ceilMs), view, { ...request, requestSloMs }).map(
    ({ fromMs, decision }) => [
      Math.round(fromMs),
      decision.kind === 'selected' ? decision.clusterId : decision.kind,
    ],
  );

test('a limit that rises lets the shorter queue in first, whatever the order of ids', () => {
  expect(chosenFrom(0, 100)).toEqual([
    [0, 'unavailable'],
    [200, 'B'],
    [800, 'A'],
  ]);
});

test('a limit that falls drops the longer queue first', () => {
  expect(chosenFrom(100, 0)).toEqual([
    [0, 'A'],
    [200, 'B'],
    [800, 'unavailable'],
  ]);
});

test('a limit between floor and ceiling counts from the floor', () => {
  expect(chosenFrom(10, 90)).toEqual([
    [0, 'unavailable'],
    [125, 'B'],
    [875, 'A'],
  ]);
});

test('a request without SLO meets the ceiling at once', () => {
  expect(chosenFrom(0, 50, 0)).toEqual([[0, 'B']]);
});

test('the moments are the first at which it is so', () => {
  const policy = policyOf(10, 90);
  for (const { fromMs, decision } of timeline(policy, view, request).slice(1)) {
    expect(decide(policy, view, request, fromMs)).toEqual(decision);
    const before = fromMs * (1 - Number.EPSILON);
    expect(before).toBeLessThan(fromMs);
    expect(decide(policy, view, request, before)).not.toEqual(decision);
  }
});
