import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/announce-skipped.ts'],
    // Two workers: many tests start servers and processes of their own.
    maxWorkers: 2,
    // No test is judged by the time it takes; this only ends one that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 5 } },
  },
});
