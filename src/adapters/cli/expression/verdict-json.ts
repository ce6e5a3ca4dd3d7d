import type {
  ExpressionRejection,
  ParsedExpression,
  ResolvedExpression,
} from '../../../expression/index.js';

/** The verdict on a well-formed expression whose meaning was not asked for. */
export const wellFormedJson = ({ text, method, parameters }: ParsedExpression): string =>
  print({
    verdict: 'accepted',
    checked: 'format',
    text,
    method,
    parameters: parameters.map(({ name, value }) => ({ name, value })),
  });

export const acceptedJson = ({ canonical, warnings }: ResolvedExpression): string =>
  print({ verdict: 'accepted', checked: 'semantics', canonical, warnings });

export const rejectedJson = (rejection: ExpressionRejection): string => {
  const { code, message, position, parameter, value, expected, suggestion } = rejection;
  return print({
    verdict: 'rejected',
    code,
    message,
    position,
    parameter,
    value,
    expected,
    suggestion,
  });
};

const print = (json: unknown): string => JSON.stringify(json, null, 2);
