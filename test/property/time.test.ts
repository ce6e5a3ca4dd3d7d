import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideCase, timelineCase } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { clusterOf } from '../support/default-stats.js';
import { routingCases, moments, type RoutingCase } from './arbitraries/engine-case.js';
import { busy, withoutDelay, withoutQueueSlo } from './laws/laws.js';

const WIDENING = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;
const waiting = routingCases(...WIDENING).map(busy);
const RUNS = 500;

const at = (routingCase: RoutingCase, elapsedMs: number): ReturnType<typeof decideCase> =>
  withoutDelay(decideCase({ ...routingCase, elapsedMs }));

describe('as time passes on one view', () => {
  test('unavailable stays unavailable, unless a queue SLO slides', () => {
    const cases = fc.oneof(routingCases(), waiting).map(withoutQueueSlo);
    checkLaw(fc.tuple(cases, moments), RUNS, ([c, laterMs]) => {
      const now = decideCase(c);
      if (now.kind === 'unavailable') expect(at(c, c.elapsedMs + laterMs)).toEqual(now);
    });
  });

  test('waking at the promised moment, or just after it, finds something new', () => {
    checkLaw(waiting, RUNS, (c) => {
      const now = decideCase(c);
      if (now.kind !== 'wait') return;
      expect(now.delayMs).toBeGreaterThan(0);
      expect(now.untilMs).toBeGreaterThan(c.elapsedMs);
      expect(now.untilMs).toBeLessThan(Infinity);
      expect(at(c, now.untilMs)).not.toEqual(withoutDelay(now));
      expect(at(c, now.untilMs + 1e-6)).not.toEqual(withoutDelay(now));
    });
  });

  test('waking before the promised moment promises the same moment, unless a queue SLO slides', () => {
    checkLaw(fc.tuple(waiting.map(withoutQueueSlo), share), RUNS, ([c, part]) => {
      const now = decideCase(c);
      if (now.kind !== 'wait') return;
      const lastMs = justBefore(now.untilMs);
      const betweenMs = c.elapsedMs + (lastMs - c.elapsedMs) * part;
      expect(at(c, Math.min(betweenMs, lastMs))).toEqual(withoutDelay(now));
      expect(at(c, lastMs)).toEqual(withoutDelay(now));
    });
  });

  test('a choice is kept by waiting longer only while its bucket, band or phase lasts', () => {
    checkLaw(waiting.map(withoutQueueSlo), RUNS, (c) => {
      const now = decideCase(c);
      if (now.kind !== 'selected' || now.phase !== 'affinity') return;
      expect(at(c, c.elapsedMs + 1e6)).toMatchObject({ kind: 'selected', phase: 'affinity' });
    });
  });
});

/** Clusters in buckets of their own, some full, so that very many moments change something. */
const spread = fc
  .record({
    algorithm: fc.constantFrom(...WIDENING),
    n: fc.constantFrom(1, 2, 5),
    comparator: fc.constantFrom('ttft', 'utilization', 'num-requests-queued'),
    key: fc.nat({ max: 20 }),
    excluded: fc.nat({ max: 39 }),
    loads: fc.array(fc.record({ gapMs: fc.nat({ max: 40 }), running: fc.nat({ max: 3 }) }), {
      minLength: 20,
      maxLength: 40,
      size: 'max',
    }),
  })
  .map(({ algorithm, n, comparator, key, excluded, loads }): RoutingCase => {
    let rttMs = 0;
    const clusters = loads.map(({ gapMs, running }, i) => {
      rttMs += gapMs;
      const stats = { maxEngineConcurrency: 2, numRunningQueries: running, queueSize: i % 3 };
      return clusterOf(`c${String(i)}`, stats, rttMs);
    });
    return {
      config: {
        algorithm,
        n,
        ...(algorithm === 'wait-and-widen' && { comparator }),
        ttftBucketSizeMs: 1,
        cacheAffinityBackendSelectionCount: 3,
        cacheAffinityWaitMs: 50,
      } as RoutingCase['config'],
      snapshot: { target: { modelId: 'm' }, clusters },
      request: {
        requestId: 'r',
        cacheAffinityKey: `session-${String(key)}`,
        inputTokens: 10,
        excludedClusterIds: [`c${String(excluded)}`],
      },
      elapsedMs: 0,
      cursor: 0,
    };
  });

describe('the timeline', () => {
  const cases = fc.oneof(routingCases(...WIDENING), waiting);

  test('starts at arrival, moves forward and changes with every entry', () => {
    checkLaw(cases, RUNS, (c) => {
      const entries = timelineCase(c);
      expect(entries[0]?.fromMs).toBe(0);
      entries.slice(1).forEach(({ fromMs, decision }, i) => {
        expect(fromMs).toBeGreaterThan(entries[i]!.fromMs);
        expect(withoutDelay(decision)).not.toEqual(withoutDelay(entries[i]!.decision));
      });
    });
  });

  test('says at every moment what deciding then says', () => {
    checkLaw(
      fc.tuple(cases, moments, fc.double({ min: 0, max: 2000, noNaN: true })),
      RUNS,
      (drawn) => {
        const [c, ...momentsMs] = drawn;
        const entries = timelineCase(c);
        for (const momentMs of [...momentsMs, 1e15]) {
          const covering = entries.findLast(({ fromMs }) => fromMs <= momentMs)!;
          expect(at(c, momentMs)).toEqual(withoutDelay(covering.decision));
        }
      },
    );
  });

  test('of very many buckets says what deciding at each of their moments says', () => {
    checkLaw(spread, 100, (c) => {
      const entries = timelineCase(c);
      expect(entries.length).toBeGreaterThan(0);
      entries.forEach(({ fromMs, decision }, i) => {
        expect(decideCase({ ...c, elapsedMs: fromMs })).toEqual(decision);
        const nextMs = entries[i + 1]?.fromMs ?? fromMs + 1000;
        expect(at(c, fromMs + (nextMs - fromMs) / 2)).toEqual(withoutDelay(decision));
      });
    });
  });

  test('changes at exactly its moments, not at the number before', () => {
    checkLaw(cases, RUNS, (c) => {
      const entries = timelineCase(c);
      entries.forEach(({ fromMs, decision }, i) => {
        expect(decideCase({ ...c, elapsedMs: fromMs })).toEqual(decision);
        if (i === 0) return;
        expect(at(c, justBefore(fromMs))).toEqual(withoutDelay(entries[i - 1]!.decision));
      });
    });
  });

  test('of an algorithm that never waits has one entry', () => {
    checkLaw(routingCases('pulsar', 'power-of-n', 'random', 'round-robin'), 100, (c) => {
      expect(timelineCase(c)).toEqual([{ fromMs: 0, decision: decideCase(c) }]);
    });
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** The greatest number below a positive one. */
const justBefore = (value: number): number => {
  const bits = new BigUint64Array(Float64Array.of(value).buffer);
  bits[0]! -= 1n;
  return new Float64Array(bits.buffer)[0]!;
};
