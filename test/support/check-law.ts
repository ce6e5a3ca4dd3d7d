import fc from 'fast-check';
import { effort, isMutantRun } from './effort.js';

/** Seed of this run; set PROPERTY_SEED to the one a failure printed to run it again. */
const FRESH_SEED = Number(
  process.env['PROPERTY_SEED'] ?? (isMutantRun ? 1 : Date.now() % 0x7fff_ffff),
);

/** One seed that never changes, so that a failure comes back, and one that finds new cases. */
export const SEEDS: readonly number[] = [20_260_101, FRESH_SEED];

/**
 * Checks a law on `runs` cases of every seed in a long run, on a quarter of them otherwise; a
 * failure prints its seed and smallest case.
 */
export const checkLaw = <A>(
  arbitrary: fc.Arbitrary<A>,
  runs: number,
  law: (value: A) => void,
): void => {
  for (const seed of SEEDS) fc.assert(fc.property(arbitrary, law), { seed, numRuns: effort(runs) });
};
