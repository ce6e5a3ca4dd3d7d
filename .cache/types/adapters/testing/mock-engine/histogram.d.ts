/** A cumulative histogram in the manner of Prometheus. */
export type Histogram = Readonly<{
    observe: (value: number) => void;
    /** Upper bounds with the observations at or below each; the last bound is infinite. */
    buckets: () => readonly (readonly [bound: number, count: number])[];
    sum: () => number;
}>;
/** An empty histogram over ascending upper bounds, the infinite one left out. */
export declare const createHistogram: (bounds: readonly number[]) => Histogram;
