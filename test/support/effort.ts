/** True in `npm run test:long`, which tries everything more often than `npm test` has time for. */
export const isLongRun = process.env['HOMEWARD_TEST_LONG'] === '1';

/** True in `npm run mutants`, which runs the tests thousands of times. */
export const isMutantRun = process.env['STRYKER_MUTATOR_WORKER'] !== undefined;

const share = isLongRun ? 1 : isMutantRun ? 1 / 16 : 1 / 4;

/** How often something is tried: `runs` times in a long run, a share of that otherwise. */
export const effort = (runs: number): number => Math.ceil(runs * share);
