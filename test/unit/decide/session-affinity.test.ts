import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import { MemoBudget } from '../../../src/core/orders/memo-budget.js';
import type { View } from '../../../src/core/view/view.js';
import { nativeHasher } from '../../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../../src/adapters/platform/view-factory.js';
import {
  explainRoute,
  free,
  full,
  keyWithOrder,
  route,
  SESSION_AWARE,
  viewOf,
} from '../../support/affinity-group.js';
import { clusterOf } from '../../support/default-stats.js';
import { withoutState } from '../../support/run-case.js';

const X = 300;
const DURING_WAIT = [0, 1, 150, 299.999];

describe.each(SESSION_AWARE)('a new session under %s', (algorithm) => {
  const on = {
    algorithm,
    lastClusterAffinity: true,
    cacheAffinityBackendSelectionCount: 1,
    cacheAffinityWaitMs: X,
    cacheAffinityInputTokensScale: 0.1,
  } as const;
  const plain: AlgorithmConfig = {
    algorithm,
    cacheAffinityBackendSelectionCount: 1,
    cacheAffinityWaitMs: 0,
    cacheAffinityInputTokensScale: 1,
  };
  const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C');

  test('goes to rank 2 at once, without a wait, when rank 1 is full', () => {
    const decision = route(on, viewOf(full('A'), free('B'), full('C')), { cacheAffinityKey });
    expect(decision).toMatchObject({ kind: 'selected', clusterId: 'B', sessionState: 'new' });
  });

  test('with a free slot everywhere goes where the flag-off algorithm sends it at X = 0, s = 1', () => {
    const view = viewOf(free('A'), free('B'), free('C'));
    for (let i = 0; i < 200; i++) {
      const ask = { cacheAffinityKey: `session-${String(i)}`, requestId: `r${String(i)}` };
      const decision = route(on, view, { ...ask, inputTokens: 1000 });
      expect(decision.kind).toBe('selected');
      expect(withoutState(decision)).toEqual(route(plain, view, { ...ask, inputTokens: 1000 }));
    }
  });

  test('is placed in TTFT buckets by s = 1, not by the configured discount', () => {
    // Rank 1 takes 1,000 ms for the prompt and rank 2 takes 400: more than a bucket apart. With
    // the discount rank 1 would take 100 ms and rank 2 310.
    const config = { ...on, cacheAffinityBackendSelectionCount: 2 };
    const slow = clusterOf('A', { lastMeanInputTps: 1000 }, 0);
    const far = clusterOf('B', { lastMeanInputTps: 10_000 }, 300);
    const view = viewOf(slow, far);
    const key = keyWithOrder(algorithm, 'A', 'B');
    const ask = { cacheAffinityKey: key, inputTokens: 1000 };
    expect(route(config, view, ask)).toMatchObject({ clusterId: 'B', phase: 'affinity' });
    const discounted = { ...config, lastClusterAffinity: false };
    expect(route(discounted, view, ask)).toMatchObject({ clusterId: 'A', phase: 'affinity' });
    const rows = explainRoute(config, view, ask).rows;
    expect(rows.map(({ discountedTtftMs }) => discountedTtftMs)).toEqual([1000, 400]);
  });

  test.each([0, 1, 299, 300, 301, 1000, 10_000])(
    'decides as with the flag off at X = 0 and s = 1 when nothing is selectable, after %i ms',
    (elapsedMs) => {
      const ask = { cacheAffinityKey, elapsedMs, inputTokens: 1000 };
      for (const view of [
        viewOf(full('A'), full('B'), full('C')),
        viewOf(full('A'), clusterOf('B', { maxEngineConcurrency: 1 }, 50_000), full('C')),
        viewOf(clusterOf('A', { lastMeanInputTps: 0 })),
        viewOf(),
      ]) {
        const decision = route(on, view, ask);
        expect(decision.kind).not.toBe('selected');
        expect(withoutState(decision)).toEqual(route(plain, view, ask));
      }
    },
  );

  test('that is stale is decided like a new one', () => {
    for (const view of [
      viewOf(free('A'), free('B'), free('C')),
      viewOf(full('A'), free('B'), full('C')),
      viewOf(full('A'), full('B'), full('C')),
    ]) {
      for (const elapsedMs of [0, 299, 300, 1000]) {
        const asNew = route(on, view, { cacheAffinityKey, elapsedMs });
        const asStale = route(on, view, { cacheAffinityKey, elapsedMs, lastClusterId: 'gone' });
        expect(asNew).toHaveProperty('sessionState', 'new');
        expect(asStale).toEqual({ ...asNew, sessionState: 'stale' });
      }
    }
  });
});

test('a new session under wait-and-widen is compared by s = 1, not by the configured discount', () => {
  const config: AlgorithmConfig = {
    algorithm: 'wait-and-widen',
    cacheAffinityBackendSelectionCount: 2,
    cacheAffinityInputTokensScale: 0.1,
    lastClusterAffinity: true,
    ttftBucketSizeMs: 1_000_000,
  };
  const slow = clusterOf('A', { lastMeanInputTps: 1000 }, 0);
  const far = clusterOf('B', { lastMeanInputTps: 10_000 }, 300);
  const ask = { cacheAffinityKey: 'session-1', inputTokens: 1000 };
  expect(route(config, viewOf(slow, far), ask)).toHaveProperty('clusterId', 'B');
  const discounted = { ...config, lastClusterAffinity: false };
  expect(route(discounted, viewOf(slow, far), ask)).toHaveProperty('clusterId', 'A');
});

describe.each(SESSION_AWARE)('a returning session under %s', (algorithm) => {
  const withGroup = (k: number, more: Partial<AlgorithmConfig> = {}): AlgorithmConfig => ({
    algorithm,
    lastClusterAffinity: true,
    cacheAffinityBackendSelectionCount: k,
    cacheAffinityWaitMs: X,
    cacheAffinityInputTokensScale: 0.1,
    ...more,
  });
  const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C');
  const backTo = (lastClusterId: string): { cacheAffinityKey: string; lastClusterId: string } => ({
    cacheAffinityKey,
    lastClusterId,
  });

  test.each(DURING_WAIT)(
    'waits for its last cluster and never takes a free rank 1, after %f ms',
    (elapsedMs) => {
      const view = viewOf(free('A'), full('B'), free('C'));
      const decision = route(withGroup(1), view, { ...backTo('B'), elapsedMs });
      expect(decision).toEqual({
        kind: 'wait',
        untilMs: X,
        delayMs: X - elapsedMs,
        sessionState: 'returning',
        promoted: true,
      });
    },
  );

  test('goes to its last cluster whenever that has a free slot, during and after the wait', () => {
    const view = viewOf(free('A'), free('B'), free('C'));
    for (const elapsedMs of [...DURING_WAIT, X, 10_000]) {
      const decision = route(withGroup(1), view, { ...backTo('B'), elapsedMs });
      expect(decision).toMatchObject({ clusterId: 'B', phase: 'affinity', rankDepth: 1 });
    }
  });

  test('has the discount on its last cluster and not on rank 1', () => {
    // 1,000 tokens: 1,000 ms at A and B, 10 ms at C, which is nearest in every pick of all three.
    const view = viewOf(free('A'), free('B'), clusterOf('C', { lastMeanInputTps: 100_000 }));
    const ask = { ...backTo('B'), inputTokens: 1000 };
    const home = explainRoute(withGroup(1), view, ask);
    expect(home).toMatchObject({ scale: 0.1, decision: { clusterId: 'B', phase: 'affinity' } });
    expect(home.rows.map(({ clusterId, phase }) => [clusterId, phase])).toEqual([
      ['A', null],
      ['B', 'affinity'],
      ['C', null],
    ]);
    const busy = viewOf(free('A'), full('B'), clusterOf('C', { lastMeanInputTps: 100_000 }));
    const away = explainRoute(withGroup(1), busy, { ...ask, elapsedMs: X });
    expect(away.decision).toMatchObject({ clusterId: 'C' });
    expect(away.rows[0]).toMatchObject({ clusterId: 'A', opensMs: X + (1005 - 15) * 0.25 });
  });

  test('of a group of two, (A, B), from outside it has the group (C, A)', () => {
    const { planned, decision } = explainRoute(
      withGroup(2),
      viewOf(full('A'), free('B'), full('C')),
      backTo('C'),
    );
    expect(planned!.slice(0, 2)).toEqual(['C', 'A']);
    expect(decision).toMatchObject({ kind: 'wait', untilMs: X, promoted: true });
    for (const [home, view] of [
      ['A', viewOf(free('A'), free('B'), full('C'))],
      ['C', viewOf(full('A'), free('B'), free('C'))],
    ] as const) {
      const found = route(withGroup(2), view, backTo('C'));
      expect(found).toMatchObject({ clusterId: home, phase: 'affinity' });
    }
  });

  test('of that group takes B only after the wait', () => {
    const view = viewOf(full('A'), free('B'), full('C'));
    for (const elapsedMs of DURING_WAIT) {
      const early = route(withGroup(2), view, { ...backTo('C'), elapsedMs });
      expect(early).toMatchObject({ kind: 'wait', untilMs: X });
    }
    const late = route(withGroup(2), view, { ...backTo('C'), elapsedMs: X });
    expect(late).toMatchObject({ clusterId: 'B', rankDepth: 3 });
  });

  test('of a group of two, (A, B), that was last on B keeps both members', () => {
    const { planned } = explainRoute(
      withGroup(2),
      viewOf(free('A'), free('B'), free('C')),
      backTo('B'),
    );
    expect(planned!.slice(0, 2)).toEqual(['B', 'A']);
    const toA = route(withGroup(2), viewOf(free('A'), full('B'), free('C')), backTo('B'));
    expect(toA).toMatchObject({ clusterId: 'A', phase: 'affinity' });
    const waits = route(withGroup(2), viewOf(full('A'), full('B'), free('C')), backTo('B'));
    expect(waits).toMatchObject({ kind: 'wait', untilMs: X });
  });

  test('whose last cluster is excluded goes on as its order does without it', () => {
    // In a ranking the excluded cluster keeps rank 1; in a ring group it takes no place.
    const keepsRank = algorithm === 'pulsar-wait-and-widen';
    const key = keepsRank ? keyWithOrder(algorithm, 'B', 'A', 'C') : cacheAffinityKey;
    const off = withGroup(1, { lastClusterAffinity: false });
    const view = viewOf(full('A'), free('B'), free('C'));
    for (const elapsedMs of [...DURING_WAIT, X, 400]) {
      const again = { excludedClusterIds: ['B'], elapsedMs };
      const returning = route(withGroup(1), view, { ...backTo('B'), ...again });
      const without = route(off, view, { cacheAffinityKey: key, ...again });
      expect(returning).toEqual({ ...without, sessionState: 'returning', promoted: keepsRank });
      expect(without.kind).toBe(elapsedMs < X ? 'wait' : 'selected');
    }
  });

  test('whose last cluster was excluded gives its place on a ring to the next, and none in a ranking', () => {
    const view = viewOf(free('A'), full('B'), free('C'));
    const again = { ...backTo('B'), excludedClusterIds: ['B'] };
    const decision = route(withGroup(1), view, again);
    if (algorithm === 'wait-and-widen') {
      expect(decision).toMatchObject({ clusterId: 'A', phase: 'affinity', rankDepth: 1 });
    } else {
      expect(decision).toMatchObject({ kind: 'wait', untilMs: X });
    }
  });

  test('leaves the order of its key as it was for a request without the hint', () => {
    const view = viewOf(free('A'), free('B'), free('C'));
    for (const config of [withGroup(1), withGroup(1, { lastClusterAffinity: false })]) {
      const before = explainRoute(config, view, { cacheAffinityKey });
      expect(before).toMatchObject({ decision: { clusterId: 'A' }, planned: before.order });
      expect(route(withGroup(1), view, backTo('C'))).toMatchObject({ clusterId: 'C' });
      expect(explainRoute(config, view, { cacheAffinityKey })).toEqual(before);
    }
  });

  test('is decided alike by two instances with the same seed, config and snapshot', () => {
    const config = withGroup(2, { seed: 's', n: 1 });
    const one = viewOf(free('A'), free('B'), free('C'));
    const other = viewOf(free('C'), free('A'), free('B'));
    for (let i = 0; i < 300; i++) {
      const requestId = `r${String(i)}`;
      // The other instance has routed other requests before.
      route(config, other, { requestId: 'x', cacheAffinityKey: `other-${String(i)}` });
      const ask = { ...backTo('ABC'[i % 3]!), requestId };
      expect(route(config, other, ask)).toEqual(route(config, one, ask));
    }
  });
});

describe('a returning session under pulsar-wait-and-widen', () => {
  const algorithm = 'pulsar-wait-and-widen';
  const on: AlgorithmConfig = {
    algorithm,
    lastClusterAffinity: true,
    cacheAffinityBackendSelectionCount: 1,
    cacheAffinityWaitMs: X,
  };

  test('has D, A and B open after the wait when it was last on D, and C with the next band', () => {
    const config = { ...on, bandWidenIntervalMs: 100 };
    const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C', 'D', 'E');
    const openAt = (elapsedMs: number): string[] => {
      const ids = ['A', 'B', 'C', 'D', 'E'];
      return ids.filter((only) => {
        const view = viewOf(...ids.map((id) => (id === only ? free(id) : full(id))));
        const ask = { cacheAffinityKey, lastClusterId: 'D', elapsedMs };
        return route(config, view, ask).kind === 'selected';
      });
    };
    expect(openAt(299)).toEqual(['D']);
    expect(openAt(300)).toEqual(['A', 'B', 'D']);
    expect(openAt(399.999)).toEqual(['A', 'B', 'D']);
    expect(openAt(400)).toEqual(['A', 'B', 'C', 'D', 'E']);
    const view = viewOf(full('A'), full('B'), free('C'), full('D'), free('E'));
    const ask = { cacheAffinityKey, lastClusterId: 'D', elapsedMs: 300 };
    expect(route(config, view, ask)).toMatchObject({ kind: 'wait', untilMs: 400 });
  });

  test('whose last cluster lacks KV tokens goes on as past an ineligible rank 1', () => {
    const config = { ...on, considerKvFreeTokens: true };
    const off = { ...config, lastClusterAffinity: false };
    const withTokens = (id: string, kvCacheFreeTokens: number): typeof A =>
      clusterOf(id, { kvCacheCapacityTokens: 9000, kvCacheFreeTokens });
    const A = clusterOf('A', { maxEngineConcurrency: 1, numRunningQueries: 1 });
    const view = viewOf(A, withTokens('B', 10), withTokens('C', 9000));
    for (const elapsedMs of [...DURING_WAIT, X]) {
      const ask = { inputTokens: 1000, elapsedMs };
      const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C');
      const promoted = route(config, view, { ...ask, cacheAffinityKey, lastClusterId: 'B' });
      const otherKey = keyWithOrder(algorithm, 'B', 'A', 'C');
      const ranked = route(off, view, { ...ask, cacheAffinityKey: otherKey });
      expect(promoted).toEqual({ ...ranked, sessionState: 'returning', promoted: true });
      if (elapsedMs === X) {
        expect(ranked).toMatchObject({ clusterId: 'C', skippedForKvFreeTokens: true });
      }
    }
  });
});

describe.each(SESSION_AWARE)('the cache-thrash scenario under %s', (algorithm) => {
  const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B');
  const create = viewFactory(nativeHasher, new MemoBudget());
  const target = { routingKey: 'rk-1', modelId: 'model-a' };

  /** Where ten requests go that follow a first one, once rank 1 has drained. */
  const follow = (lastClusterAffinity: boolean): { first: string; next: string[] } => {
    const config: AlgorithmConfig = {
      algorithm,
      lastClusterAffinity,
      cacheAffinityBackendSelectionCount: 1,
    };
    const busy: View = create({ target, clusters: [full('A'), free('B')] });
    const first = clusterOfChoice(route(config, busy, { cacheAffinityKey }));
    const drained = create({ target, clusters: [free('A'), free('B')] }, busy);
    const next = Array.from({ length: 10 }, (_, i) =>
      clusterOfChoice(
        route(config, drained, {
          requestId: `r${String(i + 2)}`,
          cacheAffinityKey,
          lastClusterId: first,
        }),
      ),
    );
    return { first, next };
  };

  test('keeps all ten requests that follow on the cluster of the first one', () => {
    expect(follow(true)).toEqual({ first: 'B', next: Array<string>(10).fill('B') });
  });

  test('sends all ten back to rank 1 with the flag off, away from their cache', () => {
    expect(follow(false)).toEqual({ first: 'B', next: Array<string>(10).fill('A') });
  });
});

const clusterOfChoice = (decision: ReturnType<typeof route>): string =>
  decision.kind === 'selected' ? decision.clusterId : decision.kind;
