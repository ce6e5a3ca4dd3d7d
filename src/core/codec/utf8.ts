/** UTF-8, read strictly: other bytes are never replaced in silence. */

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, a byte order mark kept; undefined when they are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
};

/** The text of a file or a line, a byte order mark skipped; undefined when it is not UTF-8. */
export const decodeUtf8File = (bytes: Uint8Array): string | undefined =>
  decodeUtf8(bytes)?.replace(/^\ufeff/, '');

/**
 * The text of header bytes, which node and Fetch hand over as one latin1 character per byte.
 *
 * Undefined when they are not UTF-8, or when a character above U+00FF shows that they were
 * decoded before.
 */
export const decodeUtf8Text = (raw: string): string | undefined => {
  // ASCII is the same bytes either way, and nearly all there is.
  if (ASCII.test(raw)) return raw;
  return /[^\0-\xff]/.test(raw)
    ? undefined
    : decodeUtf8(Uint8Array.from(raw, (byte) => byte.charCodeAt(0)));
};

/** Whether a text is visible ASCII: it is its own UTF-8 then, and has no control characters. */
export const isVisibleAscii = (text: string): boolean => VISIBLE_ASCII.test(text);

const VISIBLE_ASCII = /^[\x20-\x7e]*$/;

const ASCII = /^[\0-\x7f]*$/;
