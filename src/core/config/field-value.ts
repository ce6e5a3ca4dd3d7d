/** What values a field of the table takes; configuration files and expressions share it. */
import type { JsonSchema } from '../codec/codec.js';
import type { Problem } from '../codec/fault.js';
import { FIELDS, type AlgorithmName, type FieldKey, type FieldSpec } from './fields.js';
import { didYouMean } from '../codec/nearest-name.js';
import { checkNumber, describeRange, type NumberRange } from '../codec/number-range.js';
import { checkText } from '../codec/text-check.js';
import { numberSchema } from '../codec/value-codec.js';

/**
 * What is wrong with setting a field of that algorithm to `value`: code `not_applicable`,
 * `wrong_type`, `out_of_range` or `invalid_value`; undefined when nothing is.
 *
 * Without an algorithm (its name was wrong) only the value is judged.
 */
export const checkField = (
  key: FieldKey,
  algorithm: AlgorithmName | undefined,
  value: unknown,
): Problem | undefined => {
  const field: FieldSpec = FIELDS[key];
  if (algorithm === undefined || field.algorithms.includes(algorithm)) {
    return checkFieldValue(key, value);
  }
  const owners = field.algorithms.join(', ');
  return {
    code: 'not_applicable',
    expected: `no ${field.name} with ${algorithm}, as it belongs to ${owners}`,
  };
};

/** What is wrong with `value` for that field, whatever the algorithm. */
export const checkFieldValue = (key: FieldKey, value: unknown): Problem | undefined => {
  const field: FieldSpec = FIELDS[key];
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'wrong_type', expected: 'a boolean' };
    case 'string':
      return checkText(value);
    case 'name':
      return checkName(value, field.names ?? []);
    case 'unsigned':
    case 'number':
      return checkNumber(value, rangeOf(field));
  }
};

/** The JSON Schema of the values of a field. */
export const fieldSchema = (key: FieldKey): JsonSchema => {
  const field: FieldSpec = FIELDS[key];
  switch (field.kind) {
    case 'boolean':
    case 'string':
      return { type: field.kind };
    case 'name':
      return { enum: field.names ?? [] };
    case 'unsigned':
    case 'number':
      return numberSchema(rangeOf(field));
  }
};

/** The values of a field in words, without article: `integer from 1 to 64`, `boolean`. */
export const describeFieldType = (field: FieldSpec): string => {
  switch (field.kind) {
    case 'boolean':
    case 'string':
      return field.kind;
    case 'name':
      return oneOf(field.names ?? []);
    case 'unsigned':
    case 'number':
      return describeRange(rangeOf(field));
  }
};

const rangeOf = (field: FieldSpec): NumberRange =>
  field.kind === 'unsigned'
    ? { wholeOnly: true, min: field.min ?? 0, max: field.max ?? Number.MAX_SAFE_INTEGER }
    : {
        wholeOnly: false,
        min: field.min ?? -Number.MAX_VALUE,
        max: field.max ?? Number.MAX_VALUE,
      };

const checkName = (value: unknown, names: readonly string[]): Problem | undefined => {
  if (typeof value === 'string' && names.includes(value)) return undefined;
  return {
    code: typeof value === 'string' ? 'invalid_value' : 'wrong_type',
    expected: `${oneOf(names)}${didYouMean(value, names)}`,
  };
};

const oneOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;
