/** One field in words. */
export type FieldRow = Readonly<{
    /** Spelling in JSON and in expressions. */
    name: string;
    /** With its range. */
    type: string;
    default: string;
    /** Who accepts it; "all" for every algorithm. */
    algorithms: string;
    effect: string;
}>;
/** Every field in the order of the table. */
export declare const fieldRows: () => readonly FieldRow[];
/** The same as a Markdown table. */
export declare const fieldTableMarkdown: () => string;
