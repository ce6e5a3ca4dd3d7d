/** The first place a JSON text goes wrong. */
export type SyntaxFault = Readonly<{
    /** From 1. */
    line: number;
    /** From 1, in UTF-16 units. */
    column: number;
    expected: string;
    found: string;
}>;
/** Finds the first syntax error of a JSON text; undefined when it is JSON. Linear, not recursive. */
export declare const findSyntaxFault: (text: string) => SyntaxFault | undefined;
