import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';

/** Judges nobody: it is there to say what never happened, before the test runner gives up. */
const LIMIT_MS = 300_000;

/** Asks again and again until the answer is yes. */
export const until = async (what: string, ask: () => Promise<boolean> | boolean): Promise<void> => {
  const startedMs = performance.now();
  while (!(await ask())) {
    if (performance.now() - startedMs > LIMIT_MS) throw new Error(`never happened: ${what}`);
    await sleep(5);
  }
};

/** Asserts again and again until the assertion holds; resolves with what it gives. */
export const eventually = <A>(assert: () => Promise<A> | A): Promise<A> =>
  vi.waitFor(assert, { timeout: LIMIT_MS, interval: 5 });

/** Resolves once a count has not changed for as long as it takes to ask fifty times in a row. */
export const standstill = async (countOf: () => number): Promise<void> => {
  let last = countOf();
  for (let stillFor = 0; stillFor < 50; stillFor++) {
    await sleep(5);
    const count = countOf();
    if (count !== last) stillFor = 0;
    last = count;
  }
};
