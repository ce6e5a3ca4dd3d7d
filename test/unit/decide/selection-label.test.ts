import { describe, expect, test } from 'vitest';
import type { Selected } from '../../../src/core/decision.js';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import type { SessionState } from '../../../src/core/request.js';
import { isSessionAware } from '../../../src/session/classify.js';
import { labelSelection, type SelectionLabel } from '../../../src/session/label.js';
import { free, viewOf } from '../../support/affinity-group.js';

const view = viewOf(free('A'), free('B'), free('C'));

const label = (
  config: AlgorithmConfig,
  sessionState: SessionState | null,
  rankDepth: number,
  lastClusterId?: string,
): SelectionLabel => {
  const selected: Selected = {
    kind: 'selected',
    clusterId: 'B',
    rankDepth,
    phase: 'affinity',
    skippedForKvFreeTokens: false,
    queueMs: 0,
    sessionState,
    promoted: false,
  };
  const request = { requestId: 'r1', cacheAffinityKey: 'k', lastClusterId };
  return labelSelection(compilePolicy(config), view, request, selected);
};

const groupOf = (
  algorithm: 'wait-and-widen' | 'pulsar-wait-and-widen',
  k?: number,
): AlgorithmConfig =>
  k === undefined ? { algorithm } : { algorithm, cacheAffinityBackendSelectionCount: k };

describe('the label of a selection', () => {
  test('of a returning session is primary on its last cluster only, whatever the rank', () => {
    for (const rankDepth of [1, 2, 9]) {
      const config = groupOf('pulsar-wait-and-widen', 2);
      expect(label(config, 'returning', rankDepth, 'B')).toBe('primary');
      expect(label(config, 'returning', rankDepth, 'A')).toBe('fallback');
    }
  });

  test.each(['new', 'stale'] as const)('of a %s session is primary within its group', (state) => {
    expect(label(groupOf('pulsar-wait-and-widen', 2), state, 2, 'gone')).toBe('primary');
    expect(label(groupOf('pulsar-wait-and-widen', 2), state, 3, 'gone')).toBe('fallback');
    expect(label(groupOf('wait-and-widen', 2), state, 1)).toBe('primary');
    expect(label(groupOf('wait-and-widen', 2), state, 3)).toBe('fallback');
  });

  test('of a new session counts a group no larger than the number of clusters', () => {
    // Group and rank depth of a wait-and-widen request that went past a group of all three.
    expect(label(groupOf('wait-and-widen', 100), 'new', 4)).toBe('fallback');
    expect(label(groupOf('wait-and-widen', 100), 'new', 1)).toBe('primary');
  });

  test('of a new session has a group of one under pulsar-wait-and-widen by default', () => {
    for (const k of [undefined, 0, 1]) {
      expect(label(groupOf('pulsar-wait-and-widen', k), 'new', 1)).toBe('primary');
      expect(label(groupOf('pulsar-wait-and-widen', k), 'new', 2)).toBe('fallback');
    }
  });
});

test('a request that is not classified is primary on the first rank only, whatever the group', () => {
  const config: AlgorithmConfig = {
    algorithm: 'pulsar-wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
  };
  expect(label(config, null, 1)).toBe('primary');
  expect(label(config, null, 2)).toBe('fallback');
});

test('a ring without a group classifies no session, whatever the flag', () => {
  const policy = compilePolicy({ algorithm: 'wait-and-widen', lastClusterAffinity: true });
  const request = { requestId: 'r1', cacheAffinityKey: 'k', lastClusterId: 'A' };
  expect(isSessionAware(policy, request)).toBe(false);
});
