import { counted } from './counted.js';

/**
 * One thing that is wrong with an input: where, what was expected, what was given.
 *
 * Decoders never stop at the first fault; they return all of them.
 */
export type Fault = Readonly<{
  /** Stable, for programs. */
  code:
    | 'missing'
    | 'wrong_type'
    | 'out_of_range'
    | 'unknown_field'
    | 'not_applicable'
    | 'duplicate'
    | 'invalid_value'
    | 'invalid_json';
  /** JSON path such as `models["a.b"].n` or `clusters[3].stats.queue_size`; "" is the whole. */
  path: string;
  expected: string;
  /** What stood there, shortened to 64 characters, control characters escaped. */
  given: string;
  /** One sentence with all of the above. */
  message: string;
  /** Of a fault in a text: its line, from 1. */
  line?: number;
  /** Of a fault in a text: its column, from 1, in UTF-16 units. */
  column?: number;
}>;

/** The kinds of fault. */
export type FaultCode = Fault['code'];

/** What is wrong with one value, before it is known where the value stood. */
export type Problem = Pick<Fault, 'code' | 'expected'>;

/**
 * Composes a fault and its message; `given` is the value itself.
 *
 * `about` names the thing the path lies in, such as `cluster "A"` or an algorithm.
 */
export const fault = (
  about: Problem & Readonly<{ path: string; given: unknown; about?: string | undefined }>,
): Fault => {
  const given = describeGiven(about.given);
  const place = placeOf(about.path, about.about);
  return {
    code: about.code,
    path: about.path,
    expected: about.expected,
    given,
    message: `${place}: expected ${about.expected}, given ${given}`,
  };
};

const placeOf = (path: string, about: string | undefined): string => {
  if (path === '') return about ?? 'the input';
  return about === undefined ? path : `${path} (${about})`;
};

/** Longest description of a value from outside, in characters. */
export const GIVEN_MAX_LENGTH = 64;

/** Stands for a text that no message may show. */
class Secret {
  constructor(readonly length: number) {}
}

/** Of a text only its length, for faults about what may be a secret; other JSON as it is. */
export const secret = (value: unknown): unknown =>
  typeof value === 'string' ? new Secret(value.length) : value;

/** What stood there, for people: strings quoted, at most 64 characters, control characters escaped. */
export const describeGiven = (value: unknown): string => {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return `"${shortened(quotable(value), GIVEN_MAX_LENGTH - 2)}"`;
    case 'object':
      if (value instanceof Secret) return hiddenText(value);
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object';
    case 'function':
      return 'a function';
    default:
      return shortened(String(value));
  }
};

const hiddenText = ({ length }: Secret): string =>
  `a text of ${counted(length, 'character')}, not shown`;

/** Text from outside, control characters escaped, cut to `maxLength` characters ("..." included). */
export const shortened = (text: string, maxLength = GIVEN_MAX_LENGTH): string => {
  let whole = '';
  let cut = '';
  for (const character of text) {
    whole += escaped(character);
    if (whole.length > maxLength) return `${cut}...`;
    if (whole.length <= maxLength - 3) cut = whole;
  }
  return whole;
};

/** Only the head is ever shown, so only the head is worth the work. */
const quotable = (text: string): string =>
  text.slice(0, 2 * GIVEN_MAX_LENGTH).replace(/["\\]/g, '\\$&');

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Control, format and lone surrogate characters, and the line separators of Unicode. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const escaped = (character: string): string =>
  UNPRINTABLE.test(character) ? escapeOf(character) : character;

/** Stands for one character in every message, such as `\t` or `\u{1b}`. */
export const escapeOf = (character: string): string =>
  SHORT_ESCAPES[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
