/**
 * A reader of Prometheus pages that keeps only what it is asked for.
 *
 * The npm package `parse-prometheus-text-format` reads every recorded page too (a test compares
 * the two), but one malformed line makes it throw the whole page away, it takes an HTML answer for
 * metrics, it reads a line cut in the middle as a sample without a value, and label names such as
 * `__proto__` get lost in it. Hence these few lines.
 *
 * Format: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
/** One line of a page. */
export type Sample = Readonly<{
    labels: ReadonlyMap<string, string>;
    value: number;
}>;
/** The samples of every wanted name that has any, in page order. */
export type MetricsPage = ReadonlyMap<string, readonly Sample[]>;
/**
 * Reads the wanted names of a page; lines that are not samples, and samples that are not finite
 * numbers of at least 0, are left out.
 *
 * Cost: one pass; only lines of wanted names are looked at closely.
 */
export declare const parseMetricsPage: (text: string, wanted: ReadonlySet<string>) => MetricsPage;
/** Whether the page stops in the middle of a line: no line feed at the end, and no whole sample. */
export declare const isCutOff: (text: string) => boolean;
