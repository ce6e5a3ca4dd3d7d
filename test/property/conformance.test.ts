import { describe, test } from 'vitest';
import { ALGORITHMS } from '../../src/core/config/fields.js';
import { checkLaw } from '../support/check-law.js';
import { routingCases } from './arbitraries/engine-case.js';
import { busy, CONFORMANCE } from './laws/laws.js';

const RUNS = 150;

describe.each(ALGORITHMS)('%s', (algorithm) => {
  test.each(CONFORMANCE)('$name', ({ check }) => {
    checkLaw(routingCases(algorithm), RUNS, (routingCase) => {
      check(routingCase);
      check(busy(routingCase));
    });
  });
});
