import { lowerName } from './header-name.js';

/** Header lines as they stood on the wire: name, value, name, value, ... (node's `rawHeaders`). */
export type RawHeaders = readonly string[];

/**
 * Headers in any of three shapes: node's `rawHeaders`, node's `headers` (`IncomingHttpHeaders`)
 * or Fetch `Headers`.
 *
 * Prefer `rawHeaders`: the other two have joined duplicates with ", " already.
 */
export type HeaderSource =
  | RawHeaders
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** The first value of every header, by lower-case name. */
export type FirstValues = Readonly<{
  values: ReadonlyMap<string, string>;
  /** A value may be several lines joined with ", ". */
  isJoined: boolean;
}>;

/** Lists headers as raw lines, in order; values are not touched. */
export const listHeaders = (source: HeaderSource): RawHeaders => {
  if (isRaw(source)) return source;
  const lines: string[] = [];
  for (const [name, value] of isPairs(source) ? source : Object.entries(source)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) lines.push(name, one);
  }
  return lines;
};

/** Reads the first value of every header; later duplicates are ignored. */
export const firstValues = (source: HeaderSource): FirstValues => {
  const lines = listHeaders(source);
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lowerName(lines[i]!);
    if (!values.has(name)) values.set(name, lines[i + 1]!);
  }
  return { values, isJoined: !isRaw(source) };
};

/** Copies the lines whose name (lower case) passes the test; order and duplicates stay. */
export const keepHeaders = (
  lines: RawHeaders,
  isKept: (lowerCaseName: string) => boolean,
): string[] => {
  const kept: string[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (isKept(lowerName(lines[i]!))) kept.push(lines[i]!, lines[i + 1]!);
  }
  return kept;
};

/**
 * Builds Fetch `Headers` from raw lines; duplicates are appended.
 *
 * Throws a TypeError for names and values that HTTP does not allow, which no parser lets in.
 */
export const toFetchHeaders = (lines: RawHeaders): Headers => {
  const headers = new Headers();
  for (let i = 0; i + 1 < lines.length; i += 2) headers.append(lines[i]!, lines[i + 1]!);
  return headers;
};

const isRaw = (source: HeaderSource): source is RawHeaders => Array.isArray(source);

const isPairs = (
  source: Exclude<HeaderSource, RawHeaders>,
): source is Iterable<readonly [string, string]> => Symbol.iterator in source;
