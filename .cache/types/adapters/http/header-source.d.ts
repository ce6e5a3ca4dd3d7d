/** Header lines as they stood on the wire: name, value, name, value, ... (node's `rawHeaders`). */
export type RawHeaders = readonly string[];
/**
 * Headers in any of three shapes: node's `rawHeaders`, node's `headers` (`IncomingHttpHeaders`)
 * or Fetch `Headers`.
 *
 * Prefer `rawHeaders`: the other two have joined duplicates with ", " already.
 */
export type HeaderSource = RawHeaders | Readonly<Record<string, string | readonly string[] | undefined>> | Iterable<readonly [string, string]>;
/** The first value of every header, by lower-case name. */
export type FirstValues = Readonly<{
    values: ReadonlyMap<string, string>;
    /** A value may be several lines joined with ", ". */
    isJoined: boolean;
}>;
/** Lists headers as raw lines, in order; values are not touched. */
export declare const listHeaders: (source: HeaderSource) => RawHeaders;
/** Reads the first value of every header; later duplicates are ignored. */
export declare const firstValues: (source: HeaderSource) => FirstValues;
/** Copies the lines whose name (lower case) passes the test; order and duplicates stay. */
export declare const keepHeaders: (lines: RawHeaders, isKept: (lowerCaseName: string) => boolean) => string[];
/**
 * Builds Fetch `Headers` from raw lines; duplicates are appended.
 *
 * Throws a TypeError for names and values that HTTP does not allow, which no parser lets in.
 */
export declare const toFetchHeaders: (lines: RawHeaders) => Headers;
