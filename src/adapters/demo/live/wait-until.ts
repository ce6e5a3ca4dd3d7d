import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 10_000;
const PAUSE_MS = 5;

/** Asks until there is an answer; rejects, saying what never came, after 10 s. */
export const waitUntil = async <A>(
  what: string,
  ask: () => A | undefined | Promise<A | undefined>,
): Promise<A> => {
  const deadlineMs = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadlineMs) throw new Error(`this never happened: ${what}`);
    await pause(PAUSE_MS);
  }
};
