import { ALGORITHM_ALIASES } from '../core/config/algorithm-name.js';
import { describeGiven } from '../core/codec/fault.js';
import { ALGORITHMS } from '../core/config/fields.js';
import type { AlgorithmName, FieldSpec } from '../core/config/fields.js';
import { nearestName } from '../core/codec/nearest-name.js';
import type { ParsedExpression, ParsedParameter } from './grammar.js';

export const EXPRESSION_REJECTION_CODES = [
  'malformed_expression',
  'unknown_method',
  'unavailable',
  'unknown_parameter',
  'not_applicable',
  'invalid_value',
  'inert_value',
] as const;

/** Why an expression is refused; stable, for programs, headers and metric labels. */
export type ExpressionRejectionCode = (typeof EXPRESSION_REJECTION_CODES)[number];

/** A refused expression: the first check it fails, and where. A `FormatFault` is one, too. */
export type ExpressionRejection = Readonly<{
  code: ExpressionRejectionCode;
  /** One sentence: the parameter, at most 64 characters of its value, and what was expected. */
  message: string;
  /** Name of the parameter at fault; absent when the text or the method is. */
  parameter?: string;
  /** Its value as written. */
  value?: string;
  /** 0-based offset into the text as given. */
  position: number;
  expected: string;
  /** What the author most likely meant, where something known is spelled alike. */
  suggestion?: string;
}>;

/** The method names no algorithm. */
export const unknownMethod = ({
  method,
  methodPosition,
}: ParsedExpression): ExpressionRejection => {
  const spellings = [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()];
  const suggestion = nearestName(method.toLowerCase().replaceAll('_', '-'), spellings);
  return rejection(`unknown method ${describeGiven(method)}`, {
    code: 'unknown_method',
    position: methodPosition,
    expected: oneOf(ALGORITHMS),
    ...(suggestion !== undefined && { suggestion }),
  });
};

/** The method exists, but the configuration does not offer it for this model. */
export const unavailableMethod = (
  { method, methodPosition }: ParsedExpression,
  modelId: string,
  available: readonly AlgorithmName[],
): ExpressionRejection =>
  rejection(`method ${describeGiven(method)} is not configured for ${describeGiven(modelId)}`, {
    code: 'unavailable',
    position: methodPosition,
    expected: oneOf(available),
  });

/** No field has that name, or it is one that an expression cannot set. */
export const unknownParameter = (
  parameter: ParsedParameter,
  algorithm: AlgorithmName,
  accepted: readonly string[],
): ExpressionRejection => {
  const suggestion = nearestName(parameter.name, accepted);
  return rejection(`unknown ${describeParameter(parameter)}`, {
    code: 'unknown_parameter',
    ...aboutName(parameter),
    expected: `a parameter of ${algorithm}: ${oneOf(accepted)}`,
    ...(suggestion !== undefined && { suggestion }),
  });
};

/** The field is one of other algorithms, or has no effect with this one. */
export const notApplicable = (
  parameter: ParsedParameter,
  algorithm: AlgorithmName,
  field: FieldSpec,
): ExpressionRejection => {
  const owners = field.algorithms.filter((owner) => !field.inertFor?.includes(owner));
  return rejection(`${describeParameter(parameter)} does not apply to ${algorithm}`, {
    code: 'not_applicable',
    ...aboutName(parameter),
    expected: `it only with ${owners.join(', ')}`,
  });
};

/** The value has the wrong type or is out of range. */
export const invalidValue = (parameter: ParsedParameter, expected: string): ExpressionRejection =>
  rejection(`invalid ${describeParameter(parameter)}`, {
    code: 'invalid_value',
    ...aboutValue(parameter),
    expected,
  });

/** The value would be taken for another one, or would shut every request out. */
export const inertValue = (parameter: ParsedParameter, expected: string): ExpressionRejection =>
  rejection(`inert ${describeParameter(parameter)}`, {
    code: 'inert_value',
    ...aboutValue(parameter),
    expected,
  });

const rejection = (
  problem: string,
  details: Omit<ExpressionRejection, 'message'>,
): ExpressionRejection => {
  const { suggestion } = details;
  const hint = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
  return { ...details, message: `${problem}: expected ${details.expected}${hint}` };
};

const aboutName = ({ name, value, position }: ParsedParameter) => ({
  parameter: name,
  value,
  position,
});

const aboutValue = ({ name, value, valuePosition }: ParsedParameter) => ({
  parameter: name,
  value,
  position: valuePosition,
});

const describeParameter = ({ name, value }: ParsedParameter): string =>
  `parameter ${describeGiven(name)} with value ${describeGiven(value)}`;

const oneOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;
