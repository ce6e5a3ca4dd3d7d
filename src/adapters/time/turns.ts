/** Long work in turns, and big work one at a time, so that one client cannot stop the others. */

/**
 * Runs steps to their end; after every `stepsPerTurn` of them the event loop has a turn.
 *
 * Rejects when a step throws.
 */
export const runInTurns = async <A>(
  steps: Iterator<unknown, A>,
  stepsPerTurn: number,
): Promise<A> => {
  for (;;) {
    for (let i = 0; i < stepsPerTurn; i += 1) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
    await nextTurn();
  }
};

/** Resolves when everything that has come in the meantime was seen to. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs work when all work given before is over, whatever came of it. */
export type OneAtATime = <A>(work: () => Promise<A>) => Promise<A>;

/** Makes a queue of its own. */
export const createOneAtATime = (): OneAtATime => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    // What it came to belongs to its caller, and is not kept here.
    last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };
};
