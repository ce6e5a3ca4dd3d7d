/** Longest untrusted text in a log line, in characters. */
export declare const LOG_TEXT_MAX_LENGTH = 256;
/**
 * Untrusted text for a log line or a span: control, format and lone surrogate characters escaped
 * (`\n`, `\u{1b}`), cut to `maxLength` characters.
 */
export declare const escapeForLog: (text: string, maxLength?: number) => string;
