import { counted } from '../../../core/codec/counted.js';
import { ALGORITHM_ALIASES, resolveMethodName } from '../../../core/config/algorithm-name.js';
import { ALGORITHMS } from '../../../core/config/fields.js';
import { describeGiven } from '../../../core/codec/fault.js';
import { didYouMean } from '../../../core/codec/nearest-name.js';
import {
  renderRejection,
  type ExpressionRejection,
  type ParsedExpression,
  type ResolvedExpression,
} from '../../../expression/index.js';
import { stdoutColors } from '../../terminal/colors.js';

/** The verdict on a well-formed expression whose meaning was not asked for. */
export const wellFormedText = ({ text, method, parameters }: ParsedExpression): string => {
  return [
    `${stdoutColors().green('well-formed')}: ${text}`,
    `Format only (${counted(parameters.length, 'parameter')}); name a model to check the meaning.`,
    ...unknownMethodHint(method),
  ].join('\n');
};

/** The format knows no method, so that a misspelt one passes; whoever typed it wants to know. */
const unknownMethodHint = (method: string): readonly string[] => {
  if (resolveMethodName(method) !== undefined) return [];
  const hint = didYouMean(method, [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()]);
  return [`Hint: a router refuses it: no method is named ${describeGiven(method)}${hint}.`];
};

export const acceptedText = ({ canonical, warnings }: ResolvedExpression): string => {
  const colors = stdoutColors();
  return [
    `${colors.green('accepted')}: ${canonical}`,
    ...warnings.map(({ message }) => `${colors.yellow('warning')}: ${message}`),
  ].join('\n');
};

export const rejectedText = (text: string, rejection: ExpressionRejection): string =>
  `${stdoutColors().red('rejected')}: ${rejection.code}\n${renderRejection(text, rejection)}`;
