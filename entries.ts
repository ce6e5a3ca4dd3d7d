/** Every file of `dist` by name, with its source. `package.json` exports them; a test compares. */
export const ENTRIES: Record<string, string> = {
  index: 'src/index.ts',
  'index.browser': 'src/index.browser.ts',
  expression: 'src/expression/index.ts',
  session: 'src/adapters/session/index.ts',
  'session.browser': 'src/adapters/session/index.browser.ts',
  runtime: 'src/adapters/runtime/index.ts',
  'runtime.browser': 'src/adapters/runtime/index.browser.ts',
  http: 'src/adapters/http/index.ts',
  router: 'src/adapters/router/index.ts',
  gateway: 'src/adapters/gateway/index.ts',
  picker: 'src/adapters/picker/index.ts',
  'stores/memory': 'src/adapters/stores/memory.ts',
  'stores/redis': 'src/adapters/stores/redis.ts',
  'stores/olric': 'src/adapters/stores/olric.ts',
  'telemetry/prometheus': 'src/adapters/telemetry/prometheus.ts',
  'telemetry/opentelemetry': 'src/adapters/telemetry/opentelemetry.ts',
  'telemetry/pino': 'src/adapters/telemetry/pino.ts',
  simulator: 'src/adapters/simulator/index.ts',
  testing: 'src/adapters/testing/index.ts',
  cli: 'src/cli.ts',
};

/**
 * Packages that `dist` carries inside instead of depending on them. `@noble/hashes` ships ES
 * modules only, which `require` of older Node 20 releases refuses.
 */
export const BUNDLED: readonly string[] = ['@noble/hashes'];
