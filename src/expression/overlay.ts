import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { fieldNamed } from '../core/config/algorithm-codec.js';
import { FIELDS, FIELD_KEYS } from '../core/config/fields.js';
import type { AlgorithmConfig, AlgorithmName, FieldKey, FieldSpec } from '../core/config/fields.js';
import type { ParsedParameter } from './grammar.js';
import { inertValue, invalidValue, notApplicable, unknownParameter } from './rejection.js';
import type { ExpressionRejection } from './rejection.js';
import { callerLimit, describeInert, parseScalar } from './scalar.js';
import type { ScalarValue } from './scalar.js';

/** Whose values these are: an expression's author gets less than the operator of the router. */
export type Authority = 'caller' | 'operator';

/**
 * Lays parameters over a configuration and leaves the configuration itself as it was.
 *
 * Fails with the first parameter, from the left, that is unknown, does not apply to the
 * algorithm, or has a bad value.
 */
export const overlayParameters = (
  base: AlgorithmConfig,
  parameters: readonly ParsedParameter[],
  authority: Authority,
): Either<ExpressionRejection, AlgorithmConfig> => {
  if (parameters.length === 0) return right(base);
  const settings: [FieldKey, ScalarValue][] = [];
  for (const parameter of parameters) {
    const setting = readParameter(parameter, base.algorithm, authority);
    if (isLeft(setting)) return setting;
    settings.push(setting.right);
  }
  // Each value was checked against the type of its own field.
  return right(Object.freeze({ ...base, ...Object.fromEntries(settings) }) as AlgorithmConfig);
};

const readParameter = (
  parameter: ParsedParameter,
  algorithm: AlgorithmName,
  authority: Authority,
): Either<ExpressionRejection, [FieldKey, ScalarValue]> => {
  const key = fieldNamed(parameter.name);
  if (key === undefined) {
    return left(unknownParameter(parameter, algorithm, acceptedNames(algorithm)));
  }
  if (!applies(FIELDS[key], algorithm)) {
    return left(notApplicable(parameter, algorithm, FIELDS[key]));
  }
  const value = parseScalar(key, parameter.value);
  if (isLeft(value)) return left(invalidValue(parameter, value.left));
  if (authority === 'operator') return right([key, value.right]);
  const limit = callerLimit(key, value.right);
  if (limit !== undefined) return left(invalidValue(parameter, limit));
  const inert = describeInert(key, algorithm, value.right);
  if (inert !== undefined) return left(inertValue(parameter, inert));
  return right([key, value.right]);
};

/** A field that loads but does nothing is refused here: its author would wait for an effect. */
const applies = (field: FieldSpec, algorithm: AlgorithmName): boolean =>
  field.algorithms.includes(algorithm) && !field.inertFor?.includes(algorithm);

const acceptedNames = (algorithm: AlgorithmName): readonly string[] =>
  FIELD_KEYS.filter((key) => applies(FIELDS[key], algorithm)).map((key) => FIELDS[key].name);
