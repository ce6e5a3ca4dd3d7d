/**
 * Whether a promise settles without waiting for anything outside of this process, such as a
 * timer or a socket. It says "at once" without a clock.
 */
export const isSettledAtOnce = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => {
      setImmediate(() => {
        resolve(false);
      });
    }),
  ]);
