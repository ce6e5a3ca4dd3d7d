import { configDefaults, defineConfig } from 'vitest/config';
import { isLongRun } from './test/support/effort.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:long` has them, and tries the laws more often.
    exclude: [...configDefaults.exclude, ...(isLongRun ? [] : ['test/**/*.long.test.ts'])],
    // Three workers for two cores: many tests wait for servers and processes of their own.
    maxWorkers: 3,
    // Files of one worker share the modules they import; no test changes a module's state.
    isolate: false,
    // No test is judged by the time it takes; this only ends one that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 5 } },
  },
});
