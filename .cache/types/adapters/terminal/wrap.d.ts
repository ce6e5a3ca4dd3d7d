/**
 * Joins parts into lines that fit the screen beside an indent, which all lines but the first get.
 * A part that is longer than a line stands alone.
 */
export declare const wrapParts: (parts: readonly string[], separator: string, indent?: number) => string;
/** Breaks a sentence between words. */
export declare const wrapWords: (text: string) => string;
