/** True in `npm run test:long`, which tries everything more often than `npm test` has time for. */
export const isLongRun = process.env['HOMEWARD_TEST_LONG'] === '1';

/** How often something is tried: `runs` times in a long run, a quarter of that otherwise. */
export const effort = (runs: number): number => (isLongRun ? runs : Math.ceil(runs / 4));
