/** What values a field of the table takes; configuration files and expressions share it. */
import type { Problem } from '../codec/fault.js';
import { type AlgorithmName, type FieldKey, type FieldSpec } from './fields.js';
/**
 * What is wrong with setting a field of that algorithm to `value`: code `not_applicable`,
 * `wrong_type`, `out_of_range` or `invalid_value`; undefined when nothing is.
 *
 * Without an algorithm (its name was wrong) only the value is judged.
 */
export declare const checkField: (key: FieldKey, algorithm: AlgorithmName | undefined, value: unknown) => Problem | undefined;
/** What is wrong with `value` for that field, whatever the algorithm. */
export declare const checkFieldValue: (key: FieldKey, value: unknown) => Problem | undefined;
/** The values of a field in words, without article: `integer from 1 to 64`, `boolean`. */
export declare const describeFieldType: (field: FieldSpec) => string;
