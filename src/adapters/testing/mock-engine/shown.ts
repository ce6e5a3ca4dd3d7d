const MAX_SHOWN_LENGTH = 64;

/** A value as an error message shows it: at most 64 characters, control characters escaped. */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  // JSON has no NaN and no Infinity, and escapes only the control characters below U+0020.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  const escaped = text.replace(/[\u007f-\u009f\u2028\u2029]/g, escapeCharacter);
  return escaped.length <= MAX_SHOWN_LENGTH
    ? escaped
    : `${escaped.slice(0, MAX_SHOWN_LENGTH - 3)}...`;
};

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
