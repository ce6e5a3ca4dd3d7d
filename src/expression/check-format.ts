import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { describeGiven } from '../core/codec/fault.js';
import {
  MAX_EXPRESSION_BYTES,
  MAX_PARAMETER_COUNT,
  isMethodPart,
  isMethodStart,
  isNamePart,
  isNameStart,
  isPrintable,
  isScalarPart,
  innerRange,
  isSpace,
} from './grammar.js';
import type { FormatRule, ParsedExpression, ParsedParameter } from './grammar.js';

/** Why a text is not a routing expression: the first rule it breaks, and where. */
export type FormatFault = Readonly<{
  code: 'malformed_expression';
  rule: FormatRule;
  /** 0-based offset into the text as given; its length when the text ends too early. */
  position: number;
  expected: string;
  /** What there was instead, as the end of a sentence. */
  found: string;
  /** One sentence with all of the above. */
  message: string;
}>;

/**
 * Checks the grammar and nothing else: it knows no method, field, type or range.
 *
 * Takes time linear in the length of the text, and looks at no more than 1,024 characters of it
 * besides its outer spaces.
 *
 * @example
 * checkFormat('pulsar;seed=a') // right({ text: 'pulsar;seed=a', method: 'pulsar', ... })
 */
export const checkFormat = (text: string): Either<FormatFault, ParsedExpression> => {
  const { from, end } = innerRange(text);
  if (from === end) return left(fault('blank', 0, 'a method name', 'the text is blank'));
  if (end - from > MAX_EXPRESSION_BYTES) {
    const expected = `at most ${MAX_EXPRESSION_BYTES} bytes`;
    const found = `the text has ${end - from} characters`;
    return left(fault('too_long', from + MAX_EXPRESSION_BYTES, expected, found));
  }
  return parse({ text, end }, from);
};

/** The text being read, and where it ends without its trailing spaces. */
type Source = Readonly<{ text: string; end: number }>;

const parse = (source: Source, from: number): Either<FormatFault, ParsedExpression> => {
  const method = parseMethod(source, from);
  if (isLeft(method)) return method;
  const parameters = parseParameters(source, from + method.right.length);
  if (isLeft(parameters)) return parameters;
  return right({
    text: source.text.slice(from, source.end),
    method: method.right,
    methodPosition: from,
    parameters: parameters.right,
  });
};

const parseMethod = (source: Source, from: number): Either<FormatFault, string> => {
  if (!isMethodStart(source.text.charCodeAt(from))) {
    return left(unexpected(source, from, 'bad_method', 'a method name that starts with a letter'));
  }
  const end = skip(source, from, isMethodPart);
  if (end < source.end && source.text[end] !== ';') {
    const expected = 'letters, digits, "-" and "_" in the method name, then ";" or the end';
    return left(unexpected(source, end, 'bad_method', expected));
  }
  return right(source.text.slice(from, end));
};

const parseParameters = (
  source: Source,
  afterMethod: number,
): Either<FormatFault, readonly ParsedParameter[]> => {
  const parameters: ParsedParameter[] = [];
  const names = new Set<string>();
  let at = afterMethod;
  while (at < source.end) {
    const parameter = parseParameter(source, at + 1);
    if (isLeft(parameter)) return parameter;
    const { name, position, value, valuePosition } = parameter.right;
    if (names.has(name)) {
      const found = `${describeGiven(name)} is given twice`;
      return left(fault('duplicate_name', position, 'every parameter once', found));
    }
    if (parameters.length === MAX_PARAMETER_COUNT) {
      const expected = `at most ${MAX_PARAMETER_COUNT} parameters`;
      return left(fault('too_many_parameters', position, expected, 'there are more'));
    }
    names.add(name);
    parameters.push(parameter.right);
    at = valuePosition + value.length;
  }
  return right(parameters);
};

const parseParameter = (
  source: Source,
  afterSemicolon: number,
): Either<FormatFault, ParsedParameter> => {
  const { text, end } = source;
  const position = skip(source, afterSemicolon, isSpace);
  if (position === end || text[position] === ';') {
    return left(unexpected(source, position, 'empty_parameter', 'a parameter after ";"'));
  }
  if (!isNameStart(text.charCodeAt(position))) {
    const expected = 'a parameter name that starts with a lower-case letter';
    return left(unexpected(source, position, 'bad_name', expected));
  }
  const nameEnd = skip(source, position, isNamePart);
  if (nameEnd === end || text[nameEnd] === ';') {
    return left(unexpected(source, nameEnd, 'missing_equals', '"=" and a value'));
  }
  if (text[nameEnd] !== '=') {
    const expected = 'lower-case letters, digits and "_" in the parameter name, then "="';
    return left(unexpected(source, nameEnd, 'bad_name', expected));
  }
  const value = parseScalar(source, nameEnd + 1);
  if (isLeft(value)) return value;
  const name = text.slice(position, nameEnd);
  return right({ name, value: value.right, position, valuePosition: nameEnd + 1 });
};

const parseScalar = (source: Source, from: number): Either<FormatFault, string> => {
  const { text, end } = source;
  const stop = skip(source, from, isScalarPart);
  if (stop < end && text[stop] !== ';') {
    const expected = 'a value without ",", ";", "=", control and non-ASCII characters';
    return left(unexpected(source, stop, 'bad_value', expected));
  }
  if (stop === from) return left(unexpected(source, from, 'empty_value', 'a value after "="'));
  if (isSpace(text.charCodeAt(from))) {
    return left(unexpected(source, from, 'bad_value', 'a value that does not start with a space'));
  }
  if (isSpace(text.charCodeAt(stop - 1))) {
    return left(unexpected(source, stop - 1, 'bad_value', 'a value that does not end in a space'));
  }
  return right(text.slice(from, stop));
};

const skip = (source: Source, from: number, isPart: (code: number) => boolean): number => {
  let at = from;
  while (at < source.end && isPart(source.text.charCodeAt(at))) at += 1;
  return at;
};

/** A tab, another control or a non-ASCII character breaks one rule wherever it stands. */
const unexpected = (
  source: Source,
  position: number,
  rule: FormatRule,
  expected: string,
): FormatFault => {
  if (position === source.end) return fault(rule, position, expected, 'the text ends');
  const code = source.text.codePointAt(position)!;
  const found = `found ${describeGiven(String.fromCodePoint(code))}`;
  return fault(isPrintable(code) ? rule : 'bad_character', position, expected, found);
};

const fault = (
  rule: FormatRule,
  position: number,
  expected: string,
  found: string,
): FormatFault => ({
  code: 'malformed_expression',
  rule,
  position,
  expected,
  found,
  message: `malformed routing expression at position ${position}: expected ${expected}, but ${found}`,
});
