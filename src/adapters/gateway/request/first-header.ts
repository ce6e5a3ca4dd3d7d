import { listHeaders, type HeaderSource } from '../../http/header-source.js';

/** The first value of a header, by lower-case name; undefined when there is none. */
export const firstHeader = (source: HeaderSource, name: string): string | undefined => {
  const lines = listHeaders(source);
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (lines[i]!.toLowerCase() === name) return lines[i + 1]!;
  }
  return undefined;
};
