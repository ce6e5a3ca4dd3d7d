/** What explanations and timelines tell of requests that have been through several phases. */
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../../../src/core/config/policy.js';
import type { Decision } from '../../../src/core/decision.js';
import { isSameDecision } from '../../../src/core/timeline.js';
import { explain } from '../../../src/decide.js';
import { clusterOf } from '../../support/default-stats.js';
import { freshView } from '../../support/run-case.js';

const FULL = { maxEngineConcurrency: 1, numRunningQueries: 1 };

describe('a search that has widened once', () => {
  const policy = compilePolicy({
    algorithm: 'pulsar-wait-and-widen',
    cacheAffinityWaitMs: 100,
    bandWidenIntervalMs: 100,
  });
  const view = freshView({
    target: { modelId: 'm' },
    clusters: [...'ABCDE'].map((id) => clusterOf(id, FULL)),
  });
  const request = { requestId: 'r', cacheAffinityKey: 'k', excludedClusterIds: ['A'] };
  const { rows, order } = explain(policy, view, request, 100);
  const rowAt = (place: number) => rows.find(({ clusterId }) => clusterId === order![place - 1])!;

  test('has looked at its group twice, and says how it fared each time', () => {
    const first = { verdict: 'no_capacity', bucket: 0 };
    expect(rowAt(1).picks).toEqual([
      { ...first, phase: 'affinity', opensMs: 0 },
      { ...first, phase: 'open', opensMs: 100 },
    ]);
  });

  test('has not looked at a band that is closed', () => {
    expect(rowAt(order!.length)).toMatchObject({ verdict: 'band_closed', phase: null, picks: [] });
  });

  test('keeps out what the request has ruled out', () => {
    expect(rows.find(({ clusterId }) => clusterId === 'A')!.verdict).toBe('excluded');
  });
});

describe('two decisions are the same', () => {
  const session = { sessionState: null, promoted: false };
  const selected: Decision = {
    ...{ kind: 'selected', clusterId: 'A', rankDepth: 1, phase: 'open' },
    ...{ skippedForKvFreeTokens: false, queueMs: 0, ...session },
  };
  const wait: Decision = { kind: 'wait', untilMs: 5, delayMs: 5, ...session };
  const unavailable: Decision = { kind: 'unavailable', reason: 'no_capacity', ...session };
  const rejected: Decision = { kind: 'rejected', code: 'input_tokens_required' };

  test.each<[Decision, Decision]>([
    [selected, { ...selected, queueMs: 7 }],
    [wait, { ...wait, delayMs: 1 }],
    [unavailable, { ...unavailable }],
    [rejected, { ...rejected }],
  ])('when they say the same: %j', (one, other) => {
    expect(isSameDecision(one, other)).toBe(true);
  });

  test.each<[Decision, Decision]>([
    [selected, { ...selected, clusterId: 'B' }],
    [selected, { ...selected, rankDepth: 2 }],
    [selected, { ...selected, phase: 'affinity' }],
    [wait, { ...wait, untilMs: 6 }],
    [unavailable, { ...unavailable, reason: 'all_excluded' }],
    [rejected, { ...rejected, code: 'cache_affinity_key_required' }],
    [selected, wait],
    [wait, unavailable],
    [unavailable, rejected],
    [rejected, selected],
  ])('and only then: %j, %j', (one, other) => {
    expect(isSameDecision(one, other)).toBe(false);
    expect(isSameDecision(other, one)).toBe(false);
  });
});
