import { listHeaders, type HeaderSource } from '../../http/header-source.js';

/** The first value of a header, by lower-case name; undefined when there is none. */
export const firstHeader = (source: HeaderSource, name: string): string | undefined => {
  const lines = listHeaders(source);
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (lines[i]!.toLowerCase() === name) return lines[i + 1]!;
  }
  return undefined;
};

/** Every value of a header, by lower-case name. */
export const allHeaders = (source: HeaderSource, name: string): readonly string[] => {
  const lines = listHeaders(source);
  return lines.filter((_, at) => at % 2 === 1 && lines[at - 1]!.toLowerCase() === name);
};
