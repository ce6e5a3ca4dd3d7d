import type { Problem } from './fault.js';

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

/** Half of a surrogate pair, which UTF-8 cannot carry. */
const LONE_SURROGATE = /\p{Surrogate}/u;
