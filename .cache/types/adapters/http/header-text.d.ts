/**
 * Reads an ASCII string header: outer spaces and tabs are trimmed, spaces inside are kept.
 *
 * Undefined (absent) when nothing is left or a character is not visible ASCII.
 */
export declare const readAsciiText: (raw: string) => string | undefined;
/**
 * Decodes header bytes, which node and Fetch hand over as latin1, strictly as UTF-8.
 *
 * Undefined when they are not valid UTF-8. Nothing is trimmed.
 */
export declare const decodeUtf8Text: (raw: string) => string | undefined;
/**
 * Reads a cluster id from a header: UTF-8, outer spaces and tabs trimmed.
 *
 * Undefined (absent) when blank or not valid UTF-8; never an error.
 */
export declare const readClusterId: (raw: string) => string | undefined;
/**
 * Encodes text as UTF-8 in the latin1 form that node and Fetch want of a header value.
 *
 * Undefined when a control character makes it impossible to send.
 */
export declare const encodeUtf8Text: (text: string) => string | undefined;
/** Trims what HTTP calls optional whitespace (spaces and tabs), and no other kind of space. */
export declare const trimBlanks: (text: string) => string;
