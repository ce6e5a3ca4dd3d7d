import { decodeUtf8Text, isVisibleAscii } from '../../core/codec/utf8.js';

/**
 * Reads an ASCII string header: outer spaces and tabs are trimmed, spaces inside are kept.
 *
 * Undefined (absent) when nothing is left or a character is not visible ASCII.
 */
export const readAsciiText = (raw: string): string | undefined => {
  const text = trimBlanks(raw);
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
};

/**
 * Reads a cluster id from a header: UTF-8, outer spaces and tabs trimmed.
 *
 * Undefined (absent) when blank or not valid UTF-8; never an error.
 */
export const readClusterId = (raw: string): string | undefined => {
  const text = decodeUtf8Text(raw);
  return text === undefined || text.trim() === '' ? undefined : trimBlanks(text);
};

/**
 * Encodes text as UTF-8 in the latin1 form that node and Fetch want of a header value.
 *
 * Undefined when a control character makes it impossible to send.
 */
export const encodeUtf8Text = (text: string): string | undefined => {
  // Visible ASCII is the same bytes either way, and nearly all there is.
  if (isVisibleAscii(text)) return text;
  return /\p{Cc}/u.test(text)
    ? undefined
    : Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
};

/** Trims what HTTP calls optional whitespace (spaces and tabs), and no other kind of space. */
export const trimBlanks = (text: string): string => {
  // Loops, because `[ \t]+$` is quadratic on a long run of inner spaces.
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
};

const isBlank = (text: string, index: number): boolean =>
  text[index] === ' ' || text[index] === '\t';
