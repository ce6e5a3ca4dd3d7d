/**
 * Prints the record on one line of an input as a case that stands alone, its snapshot in place.
 * Exit status 1 if the line is bad or not there, 2 if the input cannot be read.
 */
export declare const printCaseOf: (file: string, number: number) => Promise<void>;
