import { defineConfig } from 'tsup';
import { bundleTypes, compileTypes } from './build/write-types.js';
import { BUNDLED, ENTRIES } from './entries.js';

export default defineConfig(() => {
  const types = compileTypes();
  // It is awaited below, unless the code itself cannot be built.
  types.catch(() => undefined);
  return {
    entry: ENTRIES,
    format: ['esm', 'cjs'],
    clean: true,
    // Without shared chunks the CommonJS build would copy modules into every entry.
    splitting: true,
    noExternal: [...BUNDLED],
    target: 'node20',
    silent: true,
    // CommonJS has no `import.meta`, and may not even name it; where a file stands, it reads `__filename`.
    esbuildOptions: (options, { format }) => {
      if (format === 'cjs') options.define = { ...options.define, 'import.meta.url': '""' };
    },
    onSuccess: async () => {
      await types;
      await bundleTypes();
    },
  };
});
