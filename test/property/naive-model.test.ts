import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/core/decision.js';
import { ALGORITHMS, type AlgorithmName } from '../../src/core/config/fields.js';
import { clustersOf, routingCases, type RoutingCase } from './arbitraries/engine-case.js';
import { decideCase } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { naiveDecide } from './model/naive-model.js';

const RUNS: Readonly<Record<AlgorithmName, number>> = {
  'wait-and-widen': 1600,
  'pulsar-wait-and-widen': 1600,
  pulsar: 250,
  'power-of-n': 500,
  'round-robin': 100,
  random: 100,
};

describe('the core and the naive model', () => {
  test.each(ALGORITHMS)('agree on every small case of %s', (algorithm) => {
    checkLaw(routingCases(algorithm), RUNS[algorithm], expectAgreement);
  });

  test.each(['wait-and-widen', 'pulsar-wait-and-widen'] as const)(
    'agree on larger pools and many buckets of %s',
    (algorithm) => {
      checkLaw(fc.tuple(routingCases(algorithm), crowds, SAMPLES), 150, ([c, clusters, n]) => {
        const config = { ...c.config, n, ttftBucketSizeMs: 3 };
        expectAgreement({ ...c, config, snapshot: { ...c.snapshot, clusters } });
      });
    },
  );
});

/** Many clusters at many distances. */
const crowds = fc
  .array(fc.tuple(clustersOf({ minLength: 1, maxLength: 1 }), fc.nat({ max: 900 })), {
    minLength: 8,
    maxLength: 60,
    size: 'max',
  })
  .map((drawn) =>
    drawn.map(([[cluster], rttMs], i) => ({ ...cluster!, clusterId: `c${String(i)}`, rttMs })),
  );

/** One, or all: of other samples there would be too many to name. */
const SAMPLES = fc.constantFrom(1, 100);

const expectAgreement = (routingCase: RoutingCase): void => {
  const decision = decideCase(routingCase);
  const answer = naiveDecide(routingCase);
  expect(decision.kind).toBe(answer.kind);
  if (answer.kind !== 'selected') {
    expect(comparable(decision)).toEqual(answer);
    return;
  }
  const { choices, ...outcome } = answer;
  const allowed = choices.map((choice) => ({ ...outcome, ...choice }));
  expect(allowed).toContainEqual(comparable(decision));
  if (routingCase.config.algorithm === 'round-robin') {
    expect(decision).toHaveProperty('nextCursor', routingCase.cursor + 1);
  }
};

/** A decision without what follows from the rest of it. */
const comparable = (decision: Decision): unknown => {
  const { delayMs, nextCursor, ...rest } = decision as Decision &
    Readonly<{ delayMs?: number; nextCursor?: number }>;
  void delayMs;
  void nextCursor;
  return rest;
};
