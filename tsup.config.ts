import { defineConfig } from 'tsup';
import { writeTypes } from './build/write-types.js';
import { BUNDLED, ENTRIES } from './entries.js';

export default defineConfig({
  entry: ENTRIES,
  format: ['esm', 'cjs'],
  clean: true,
  // Without shared chunks the CommonJS build would copy modules into every entry.
  splitting: true,
  noExternal: [...BUNDLED],
  target: 'node20',
  silent: true,
  onSuccess: writeTypes,
});
