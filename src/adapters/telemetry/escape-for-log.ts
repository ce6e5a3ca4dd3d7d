import { shortened } from '../../core/codec/fault.js';

/** Longest untrusted text in a log line, in characters. */
export const LOG_TEXT_MAX_LENGTH = 256;

/**
 * Untrusted text for a log line or a span: control, format and lone surrogate characters escaped
 * (`\n`, `\u{1b}`), cut to `maxLength` characters.
 */
export const escapeForLog = (text: string, maxLength = LOG_TEXT_MAX_LENGTH): string =>
  shortened(text, maxLength);
