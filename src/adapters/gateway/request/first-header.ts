import { listHeaders, type HeaderSource } from '../../http/header-source.js';

/** The first value of a header, by lower-case name; undefined when there is none. */
export const firstHeader = (source: HeaderSource, name: string): string | undefined => {
  const lines = listHeaders(source);
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (isNamed(lines[i]!, name)) return lines[i + 1]!;
  }
  return undefined;
};

/** Every value of a header, by lower-case name. */
export const allHeaders = (source: HeaderSource, name: string): readonly string[] => {
  const lines = listHeaders(source);
  return lines.filter((_, at) => at % 2 === 1 && isNamed(lines[at - 1]!, name));
};

const isNamed = (given: string, name: string): boolean =>
  given.length === name.length && given.toLowerCase() === name;
