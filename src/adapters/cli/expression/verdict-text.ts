import {
  renderRejection,
  type ExpressionRejection,
  type ParsedExpression,
  type ResolvedExpression,
} from '../../../expression/index.js';
import { stdoutColors } from '../../terminal/colors.js';

/** The verdict on a well-formed expression whose meaning was not asked for. */
export const wellFormedText = ({ text, parameters }: ParsedExpression): string => {
  const count = parameters.length;
  return [
    `${stdoutColors().green('well-formed')}: ${text}`,
    `Format only (${String(count)} parameter${count === 1 ? '' : 's'}); name a model to check the meaning.`,
  ].join('\n');
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
