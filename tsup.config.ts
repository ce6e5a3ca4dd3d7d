import { defineConfig } from 'tsup';
import { ENTRIES } from './entries.js';

export default defineConfig({
  entry: ENTRIES,
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  // Without shared chunks the CommonJS build would copy modules into every entry.
  splitting: true,
  // It ships ES modules only, which `require` of older Node 20 releases refuses.
  noExternal: ['@noble/hashes'],
  target: 'node20',
});
