/**
 * A finite number in its shortest form that reads back exactly, without an exponent: `1`, `0.5`,
 * `0.0000001`. Negative zero is `0`.
 */
export declare const plainDecimal: (value: number) => string;
