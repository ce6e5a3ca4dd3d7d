import { type InputLine } from '../decide/split-lines.js';
/**
 * Hands over the lines of an input one by one until `take` wants no more.
 *
 * False when the input cannot be read, which has been told then, with exit status 2.
 */
export declare const readLines: (file: string, take: (line: InputLine) => "next" | "enough") => Promise<boolean>;
