/** A cumulative histogram in the manner of Prometheus. */
export type Histogram = Readonly<{
  observe: (value: number) => void;
  /** Upper bounds with the observations at or below each; the last bound is infinite. */
  buckets: () => readonly (readonly [bound: number, count: number])[];
  sum: () => number;
}>;

/** An empty histogram over ascending upper bounds, the infinite one left out. */
export const createHistogram = (bounds: readonly number[]): Histogram => {
  const allBounds = [...bounds, Infinity];
  const counts = allBounds.map(() => 0);
  let sum = 0;
  return {
    observe: (value) => {
      sum += value;
      allBounds.forEach((bound, index) => {
        if (value <= bound) counts[index]! += 1;
      });
    },
    buckets: () => allBounds.map((bound, index) => [bound, counts[index]!] as const),
    sum: () => sum,
  };
};
