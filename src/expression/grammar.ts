/**
 * The grammar of a routing expression, as limits, character classes and the parsed form:
 *
 *     expression = method *( ";" *SP parameter )
 *     parameter  = name "=" scalar
 *     method     = ALPHA *( ALPHA / DIGIT / "-" / "_" )
 *     name       = lower *( lower / DIGIT / "_" )
 *     scalar     = 1*( %x20-7E except "," ";" "=" ), not starting or ending with SP
 *
 * There is no quoting. Commas stay out because the inline model forms separate fields by them.
 */

/** Longest expression in bytes, outer spaces not counted: it has to travel in a header. */
export const MAX_EXPRESSION_BYTES = 1024;

/** Most parameters an expression may have. */
export const MAX_PARAMETER_COUNT = 32;

/** One `name=value`; positions are 0-based offsets into the text as it was given. */
export type ParsedParameter = Readonly<{
  name: string;
  value: string;
  position: number;
  valuePosition: number;
}>;

/** A well-formed expression. Nothing is known of whether its names exist. */
export type ParsedExpression = Readonly<{
  /** The text as given, outer spaces removed: this is what is persisted. */
  text: string;
  /** Method as spelled. */
  method: string;
  methodPosition: number;
  parameters: readonly ParsedParameter[];
}>;

/** The rule of the grammar a malformed text breaks. */
export type FormatRule =
  | 'blank'
  | 'too_long'
  | 'too_many_parameters'
  | 'bad_character'
  | 'bad_method'
  | 'bad_name'
  | 'empty_parameter'
  | 'missing_equals'
  | 'empty_value'
  | 'bad_value'
  | 'duplicate_name';

const SPACE = 0x20;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isAlpha = (code: number): boolean => isLower(code | 0x20);

/** SP, the only character that is ever skipped. */
export const isSpace = (code: number): boolean => code === SPACE;

/** Printable ASCII, space included. */
export const isPrintable = (code: number): boolean => code >= SPACE && code <= 0x7e;

export const isMethodStart = (code: number): boolean => isAlpha(code);

export const isMethodPart = (code: number): boolean =>
  isAlpha(code) || isDigit(code) || code === 0x2d || code === 0x5f;

export const isNameStart = (code: number): boolean => isLower(code);

export const isNamePart = (code: number): boolean =>
  isLower(code) || isDigit(code) || code === 0x5f;

/** A character a scalar may hold; spaces are further barred from its two ends. */
export const isScalarPart = (code: number): boolean =>
  isPrintable(code) && code !== COMMA && code !== SEMICOLON && code !== EQUALS;

/** True when the grammar can carry the text as a scalar as it stands. */
export const isScalar = (text: string): boolean => {
  if (text === '' || text.startsWith(' ') || text.endsWith(' ')) return false;
  for (let at = 0; at < text.length; at += 1) {
    if (!isScalarPart(text.charCodeAt(at))) return false;
  }
  return true;
};

/** Where a text starts and ends without its outer spaces; linear, unlike a trimming pattern. */
export const innerRange = (text: string): Readonly<{ from: number; end: number }> => {
  let from = 0;
  let end = text.length;
  while (from < end && isSpace(text.charCodeAt(from))) from += 1;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { from, end };
};
