import { left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { checkFieldValue } from '../core/config/field-value.js';
import { FIELDS } from '../core/config/fields.js';
import type { AlgorithmName, FieldKey, FieldSpec } from '../core/config/fields.js';

/** A field's value, read. */
export type ScalarValue = boolean | string | number;

/**
 * Reads the text of a parameter by its field's type and range.
 *
 * Fails with what was expected. `-0` is read as 0; a number takes no exponent, an unsigned integer
 * no sign, fraction or leading zero.
 */
export const parseScalar = (key: FieldKey, text: string): Either<string, ScalarValue> => {
  const field: FieldSpec = FIELDS[key];
  const value = readKind(field.kind, text);
  const problem = checkFieldValue(key, value);
  return problem === undefined && value !== undefined
    ? right(value)
    : left(`${problem?.expected ?? ''}${SPELLING[field.kind]}`);
};

/** What an expression may set beyond the range of the field, and why; undefined when it may. */
export const callerLimit = (key: FieldKey, value: ScalarValue): string | undefined => {
  const { expressionMax }: FieldSpec = FIELDS[key];
  if (expressionMax === undefined || Number(value) <= expressionMax) return undefined;
  return `at most ${String(expressionMax)}, the limit in an expression`;
};

/**
 * What to write instead of a value that would silently act as another one; undefined when the
 * value acts as written. A limit of 0 seconds or less is no tuning either: it shuts requests out.
 */
export const describeInert = (
  key: FieldKey,
  algorithm: AlgorithmName,
  value: ScalarValue,
): string | undefined => {
  const field: FieldSpec = FIELDS[key];
  if (value === 0 && field.zeroMeans?.[algorithm] === 1) {
    return `1 or more with ${algorithm}, as 0 would be read as 1`;
  }
  if (key === 'maxInputWorkSeconds' && Number(value) <= 0) return 'a limit above 0';
  return undefined;
};

const readKind = (kind: FieldSpec['kind'], text: string): ScalarValue | undefined => {
  switch (kind) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'unsigned':
      return /^(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
    case 'number':
      // Adding 0 turns -0 into 0.
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) + 0 : undefined;
    case 'string':
    case 'name':
      return text;
  }
};

/** How a value is spelled, added to what the field table says of it. */
const SPELLING: Readonly<Record<FieldSpec['kind'], string>> = {
  boolean: ', true or false',
  unsigned: ', in digits without leading zeros',
  number: ', in digits without exponent',
  string: '',
  name: '',
};
