import { SCREEN_WIDTH } from './table.js';

/**
 * Joins parts into lines that fit the screen beside an indent, which all lines but the first get.
 * A part that is longer than a line stands alone.
 */
export const wrapParts = (parts: readonly string[], separator: string, indent = 0): string => {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}${separator}${part}`;
    if (line === '' || longer.length <= SCREEN_WIDTH - indent) line = longer;
    else {
      lines.push(line + separator.trimEnd());
      line = part;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
};

/** Breaks a sentence between words. */
export const wrapWords = (text: string): string => wrapParts(text.split(' '), ' ');
