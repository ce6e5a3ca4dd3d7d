/** A mean with its 95 % confidence interval: mean +- halfWidth; NaN where one value tells nothing. */
export type Estimate = Readonly<{ mean: number; halfWidth: number }>;

/**
 * Mean of independent values, such as one figure of runs with different seeds, with the interval
 * of Student's t; the half width of a single value is NaN. Values that are NaN are left out.
 */
export const estimateMean = (values: readonly number[]): Estimate => {
  const known = values.filter((value) => !Number.isNaN(value));
  const count = known.length;
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { mean, halfWidth: NaN };
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  return { mean, halfWidth: studentT(count - 1) * error };
};

/** The 97.5 % quantile of Student's t, by degrees of freedom from 1. */
const STUDENT_T = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228],
  ...[2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086],
  ...[2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042],
];

/** Beyond the table by the normal quantile and the first term of its expansion. */
const studentT = (freedom: number): number =>
  STUDENT_T[freedom - 1] ?? 1.96 + (1.96 ** 3 + 1.96) / (4 * freedom);
