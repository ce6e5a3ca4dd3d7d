/**
 * Reads a duration: decimal digits and one of the units `ms`, `s`, `m`, `h`, such as `20ms`.
 *
 * Result in ms; undefined when malformed. Large values lose precision as numbers do.
 */
export declare const parseDurationMs: (text: string) => number | undefined;
