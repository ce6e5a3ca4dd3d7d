/** What mutants of the pure folders are tried by: `npm run mutants`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/golden/**/*.test.ts',
      'test/unit/{core,decide,expression,session}/**/*.test.ts',
    ],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
