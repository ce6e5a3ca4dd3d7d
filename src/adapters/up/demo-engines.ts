import { createMockEngine } from '../testing/mock-engine/index.js';

/** Mock engines of this process. */
export type DemoEngines = Readonly<{ urls: readonly string[]; close: () => Promise<void> }>;

/** Time running requests have to end, ms. */
const GRACE_MS = 5000;

/** Starts mock engines of one model on free ports of the loopback. */
export const startDemoEngines = async (count: number, slots: number): Promise<DemoEngines> => {
  const engines = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const backendId = `mock-${String(i + 1)}`;
      return createMockEngine({ clusterId: backendId, backendId, slots });
    }),
  );
  return {
    urls: engines.map(({ url }) => url),
    close: async () => {
      await Promise.all(engines.map((engine) => engine.close({ graceMs: GRACE_MS })));
    },
  };
};
