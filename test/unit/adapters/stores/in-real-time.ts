import { setTimeout as sleep } from 'node:timers/promises';
import type { LastClusterStore } from '../../../../src/adapters/stores/port.js';
import type { StoreLaw } from '../../../../src/adapters/testing/store-conformance.js';

/** Lifetimes tried one after the other: on a busy machine a short one is over before it is read. */
const SHORT_TTLS_MS = [800, 4_000, 20_000];

/** Checks a law on a store whose time nobody can move; it holds when it does for some lifetime. */
export const checkInRealTime = async (
  law: StoreLaw,
  open: () => Promise<LastClusterStore>,
): Promise<void> => {
  let fault: unknown;
  for (const shortTtlMs of SHORT_TTLS_MS) {
    try {
      await law.check({ open, pass: (durationMs) => sleep(durationMs), shortTtlMs });
      return;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
};
