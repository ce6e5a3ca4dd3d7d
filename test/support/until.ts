import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 20_000;

/** Asks again and again until the answer is yes; throws after 20 s. */
export const until = async (what: string, ask: () => Promise<boolean> | boolean): Promise<void> => {
  const startedMs = performance.now();
  while (!(await ask())) {
    if (performance.now() - startedMs > LIMIT_MS) throw new Error(`never happened: ${what}`);
    await sleep(10);
  }
};
