import { describe, test } from 'vitest';
import { ALGORITHMS } from '../../src/core/config/fields.js';
import { checkLaw } from '../support/check-law.js';
import { engineCases } from '../support/arbitraries.js';
import { busy, CONFORMANCE } from './laws.js';

const RUNS = 150;

describe.each(ALGORITHMS)('%s', (algorithm) => {
  test.each(CONFORMANCE)('$name', ({ check }) => {
    checkLaw(engineCases(algorithm), RUNS, (engineCase) => {
      check(engineCase);
      check(busy(engineCase));
    });
  });
});
