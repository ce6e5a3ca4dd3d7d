/** How often each size is measured; the least counts, as other work only ever adds to it. */
const ROUNDS = 5;

/**
 * How many times more processor time some work takes for `factor` times the size: about `factor`
 * when the work is linear, its square when it is quadratic, on any machine.
 */
export const costGrowth = async (
  size: number,
  factor: number,
  work: (size: number) => unknown,
): Promise<number> => {
  let [least, most] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    least = Math.min(least, await costOf(() => work(size)));
    most = Math.min(most, await costOf(() => work(size * factor)));
  }
  return most / least;
};

const costOf = async (work: () => unknown): Promise<number> => {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  // A clock that ticks in microseconds must not divide by none.
  return Math.max(user + system, 1);
};
