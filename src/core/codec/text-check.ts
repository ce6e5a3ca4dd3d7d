import { describeGiven, type Problem } from './fault.js';

/** What is wrong with a text that is hashed or compared as UTF-8. */
export const checkText = (value: unknown): Problem | undefined => {
  if (typeof value !== 'string') return { code: 'wrong_type', expected: 'a string' };
  if (!LONE_SURROGATE.test(value)) return undefined;
  return { code: 'invalid_value', expected: 'a string without lone surrogates' };
};

/** What is wrong with a required, non-empty id. */
export const checkId = (value: unknown): Problem | undefined => {
  if (value === undefined) return { code: 'missing', expected: 'a non-empty string' };
  if (value === '') return { code: 'invalid_value', expected: 'a non-empty string' };
  return checkText(value);
};

/** Longest id that travels, in bytes of UTF-8. */
export const ID_MAX_BYTES = 256;

/**
 * What is wrong with an id that travels in a header as UTF-8: it may have no outer spaces, which
 * are trimmed on the way, and no control characters, and at most 256 bytes.
 */
export const checkTravellingId = (value: unknown): Problem | undefined => {
  const problem = checkId(value);
  if (problem !== undefined || typeof value !== 'string') return problem;
  const plain = value.replace(/\p{Cc}/gu, '').trim();
  if (plain === '') return { code: 'invalid_value', expected: 'an id that is not blank' };
  if (plain !== value) {
    const expected = `an id without outer spaces and control characters${instead(plain)}`;
    return { code: 'invalid_value', expected };
  }
  return checkLength(value);
};

/** Visible ASCII, spaces inside only: what stands in a header for itself. */
export const HEADER_TEXT = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** What is wrong with a model id or a routing key, which travel in a header as they are. */
export const checkHeaderText = (value: unknown): Problem | undefined => {
  const problem = checkId(value);
  if (problem !== undefined || typeof value !== 'string') return problem;
  if (HEADER_TEXT.test(value)) return checkLength(value);
  const expected = `visible ASCII text, without outer spaces${instead(value.trim())}`;
  return { code: 'invalid_value', expected };
};

const instead = (text: string): string =>
  HEADER_TEXT.test(text) ? ` (did you mean ${describeGiven(text)}?)` : '';

const checkLength = (value: string): Problem | undefined => {
  const lengthBytes = new TextEncoder().encode(value).length;
  if (lengthBytes <= ID_MAX_BYTES) return undefined;
  const expected = `at most ${String(ID_MAX_BYTES)} bytes, not ${String(lengthBytes)}`;
  return { code: 'out_of_range', expected };
};

/** Half of a surrogate pair, which UTF-8 cannot carry. */
const LONE_SURROGATE = /\p{Surrogate}/u;
