import type { Colors } from './colors.js';
/** Columns every table fits into. */
export declare const SCREEN_WIDTH = 100;
/** Columns of blank between two cells. */
export declare const GAP_WIDTH = 2;
/** One column of a table. */
export type Column = Readonly<{
    title: string;
    align?: 'left' | 'right';
    /** Longer cells are wrapped between words; longer words are cut. */
    maxWidth?: number;
}>;
/** A table without borders. Ends without a line feed. */
export declare const renderTable: (columns: readonly Column[], rows: readonly (readonly string[])[], colors: Colors) => string;
