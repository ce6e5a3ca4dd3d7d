import type { Problem } from './fault.js';
/** The numbers a field takes: both bounds inclusive; `wholeOnly` for integers. */
export type NumberRange = Readonly<{
    wholeOnly: boolean;
    min: number;
    max: number;
}>;
/** What is wrong with `value` as a number of that range; NaN and infinities always are. */
export declare const checkNumber: (value: unknown, range: NumberRange) => Problem | undefined;
/** The range in words, without article: `integer from 1 to 64`, `finite number`. */
export declare const describeRange: ({ wholeOnly, min, max }: NumberRange) => string;
