import type { Either } from 'fp-ts/lib/Either.js';
import type { AlgorithmName, FieldKey } from '../core/config/fields.js';
/** A field's value, read. */
export type ScalarValue = boolean | string | number;
/**
 * Reads the text of a parameter by its field's type and range.
 *
 * Fails with what was expected. `-0` is read as 0; a number takes no exponent, an unsigned integer
 * no sign, fraction or leading zero.
 */
export declare const parseScalar: (key: FieldKey, text: string) => Either<string, ScalarValue>;
/** What an expression may set beyond the range of the field, and why; undefined when it may. */
export declare const callerLimit: (key: FieldKey, value: ScalarValue) => string | undefined;
/**
 * What to write instead of a value that would silently act as another one; undefined when the
 * value acts as written. A limit of 0 seconds or less is no tuning either: it shuts requests out.
 */
export declare const describeInert: (key: FieldKey, algorithm: AlgorithmName, value: ScalarValue) => string | undefined;
