/** Whether counts fit the shares they should have. */

/** Pearson's statistic over its bound: above 1 the counts do not fit. */
export const chiSquareExcess = (
  counts: readonly number[],
  shares: readonly number[],
  /** Standard normal deviate of the bound: 4 lets a fair count fail once in 30,000 times. */
  deviate = 4,
): number => {
  const total = sum(counts);
  const whole = sum(shares);
  let statistic = 0;
  counts.forEach((count, i) => {
    const expected = (total * shares[i]!) / whole;
    if (expected > 0) statistic += (count - expected) ** 2 / expected;
    else if (count > 0) statistic = Infinity;
  });
  const freedom = shares.filter((share) => share > 0).length - 1;
  return statistic / chiSquareBound(freedom, deviate);
};

/** Quantile of the chi-square distribution (Wilson and Hilferty, 1931). */
const chiSquareBound = (freedom: number, deviate: number): number => {
  const spread = 2 / (9 * freedom);
  return freedom * (1 - spread + deviate * Math.sqrt(spread)) ** 3;
};

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
