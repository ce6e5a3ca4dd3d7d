import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionState } from '../../src/core/request.js';
import { decideCase, explainCase, timelineCase, withoutState } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { routingCases, type RoutingCase } from './arbitraries/engine-case.js';
import { busy, withoutDelay } from './laws/laws.js';

const WIDENING = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;
const RUNS = 300;

type Change = Partial<RoutingCase['config']>;

const withConfig = (c: RoutingCase, change: Change): RoutingCase => ({
  ...c,
  config: { ...c.config, ...change },
});

const withRequest = (c: RoutingCase, change: Partial<RoutingCase['request']>): RoutingCase => ({
  ...c,
  request: { ...c.request, ...change },
});

const anyCase = fc
  .tuple(routingCases(...WIDENING), fc.boolean())
  .map(([c, isBusy]) => (isBusy ? busy(c) : c));
const flagOn = anyCase.map((c) => withConfig(c, { lastClusterAffinity: true }));
const firstAttempt = flagOn.map((c) => withRequest(c, { sessionState: undefined }));

/** First attempts whose hint names a cluster of the snapshot. */
const returning = fc.tuple(firstAttempt, fc.nat()).map(([c, at]) => {
  const { clusters } = c.snapshot;
  return withRequest(c, { lastClusterId: clusters[at % clusters.length]?.clusterId });
});

/** The case as it would be with the flag off, no affinity wait and no discount. */
const plain = (c: RoutingCase): RoutingCase =>
  withConfig(c, {
    lastClusterAffinity: false,
    cacheAffinityWaitMs: 0,
    cacheAffinityInputTokensScale: 1,
  });

const timesOf = (c: RoutingCase): unknown =>
  timelineCase(c).map(({ fromMs, decision }) => [fromMs, withoutState(decision)]);

/** How the request is classified; null when it is not, or turned away before. */
const stateOf = (c: RoutingCase): SessionState | null => {
  const decision = decideCase(c);
  return decision.kind === 'rejected' ? null : decision.sessionState;
};

describe('a session', () => {
  test('that is stale is routed like a new one, now and while it waits', () => {
    checkLaw(firstAttempt, RUNS, (c) => {
      const asNew = withRequest(c, { lastClusterId: undefined });
      const asStale = withRequest(c, { lastClusterId: 'no-such-cluster' });
      expect(withoutState(decideCase(asStale))).toEqual(withoutState(decideCase(asNew)));
      expect(timesOf(asStale)).toEqual(timesOf(asNew));
    });
  });

  test('that is new is routed as with the flag off at X = 0 and s = 1', () => {
    checkLaw(firstAttempt, RUNS, (c) => {
      const asNew = withRequest(c, { lastClusterId: undefined });
      if (stateOf(asNew) !== 'new') return;
      expect(withoutState(decideCase(asNew))).toEqual(decideCase(plain(asNew)));
      expect(timesOf(asNew)).toEqual(timesOf(plain(asNew)));
    });
  });

  test('that returns to the first cluster of its order is routed as with the flag off', () => {
    checkLaw(returning, RUNS, (c) => {
      const first = explainCase(c).order?.[0];
      if (first === undefined) return;
      const home = withRequest(c, { lastClusterId: first });
      const off = withConfig(home, { lastClusterAffinity: false });
      expect(withoutState(decideCase(home))).toEqual(decideCase(off));
    });
  });

  test('keeps the state its first attempt was given', () => {
    const states = fc.constantFrom('new' as const, 'returning' as const, 'stale' as const);
    checkLaw(fc.tuple(returning, states), RUNS, ([c, sessionState]) => {
      if (stateOf(c) === null) return;
      expect(stateOf(c)).toBe('returning');
      expect(stateOf(withRequest(c, { sessionState }))).toBe(sessionState);
      const again = withRequest(c, { sessionState: 'returning' });
      expect(decideCase(again)).toEqual(decideCase(c));
    });
  });

  test('whose last cluster left after the first attempt keeps order, X and s', () => {
    checkLaw(firstAttempt, RUNS, (c) => {
      const gone = { lastClusterId: 'no-such-cluster', sessionState: 'returning' as const };
      const off = withConfig(c, { lastClusterAffinity: false });
      const decision = decideCase(withRequest(c, gone));
      expect(withoutState(decision)).toEqual(decideCase(off));
    });
  });
});

describe('promotion', () => {
  test('puts the last cluster first and keeps the relative order of all others', () => {
    checkLaw(returning, RUNS, (c) => {
      if (stateOf(c) !== 'returning') return;
      const { order, planned, decision } = explainCase(c);
      const last = c.request.lastClusterId!;
      const rest = order!.filter((id) => id !== last);
      const isRing = c.config.algorithm === 'wait-and-widen';
      const isExcluded = c.request.excludedClusterIds?.includes(last) ?? false;
      const canMove = isRing ? !isExcluded : order!.includes(last);
      const expected = canMove ? [last, ...rest].slice(0, order!.length) : order;
      expect(planned).toEqual(expected);
      expect(decision).toHaveProperty('promoted', canMove && order![0] !== last);
    });
  });

  test('never happens to a session that is new or stale', () => {
    checkLaw(firstAttempt, RUNS, (c) => {
      const asNew = withRequest(c, { sessionState: 'new' });
      if (stateOf(asNew) !== 'new') return;
      const { order, planned, decision } = explainCase(asNew);
      expect(planned).toEqual(order);
      expect(decision).toHaveProperty('promoted', false);
    });
  });
});

describe('the last-cluster hint', () => {
  const HINTS = fc.constantFrom('A', 'B', '__proto__', 'no-such-cluster', '', ' ');

  const expectInert = (c: RoutingCase, lastClusterId: string): void => {
    const without = decideCase(
      withRequest(c, { lastClusterId: undefined, sessionState: undefined }),
    );
    const hinted = withRequest(c, { lastClusterId, sessionState: undefined });
    expect(decideCase(hinted)).toEqual(without);
    expect(decideCase(withRequest(hinted, { sessionState: 'returning' }))).toEqual(without);
    if (without.kind !== 'rejected') expect(without.sessionState).toBeNull();
  };

  test('has no effect with the flag off', () => {
    checkLaw(fc.tuple(anyCase, HINTS), RUNS, ([c, hint]) => {
      expectInert(withConfig(c, { lastClusterAffinity: false }), hint);
    });
  });

  test('has no effect without an affinity key', () => {
    checkLaw(fc.tuple(flagOn, HINTS, fc.constantFrom(undefined, '')), RUNS, ([c, hint, key]) => {
      expectInert(withRequest(c, { cacheAffinityKey: key }), hint);
    });
  });

  test('has no effect on wait-and-widen without an affinity group', () => {
    const cases = routingCases('wait-and-widen').map((c) =>
      withConfig(c, { lastClusterAffinity: true, cacheAffinityBackendSelectionCount: 0 }),
    );
    checkLaw(fc.tuple(cases, HINTS), RUNS, ([c, hint]) => {
      expectInert(c, hint);
    });
  });

  test('has no effect on algorithms that do not know sessions', () => {
    const cases = routingCases('pulsar', 'power-of-n', 'random', 'round-robin');
    checkLaw(fc.tuple(cases, HINTS), RUNS, ([c, hint]) => {
      expectInert(c, hint);
    });
  });

  test('that is blank counts as none', () => {
    checkLaw(fc.tuple(firstAttempt, fc.constantFrom('', ' ', '\t ')), RUNS, ([c, blank]) => {
      const without = decideCase(withRequest(c, { lastClusterId: undefined }));
      expect(withoutDelay(decideCase(withRequest(c, { lastClusterId: blank })))).toEqual(
        withoutDelay(without),
      );
    });
  });
});
