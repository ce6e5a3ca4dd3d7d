import { isPrintable } from './grammar.js';

/** Printable ASCII for every UTF-16 unit of a text: itself, or an escape such as `\t`, `\u00fc`. */
export const printableUnits = (text: string): readonly string[] =>
  Array.from({ length: text.length }, (_, at) => printableUnit(text.charCodeAt(at)));

const printableUnit = (code: number): string => {
  if (code === 0x09) return '\\t';
  if (code === 0x0a) return '\\n';
  if (code === 0x0d) return '\\r';
  if (isPrintable(code)) return String.fromCharCode(code);
  return `\\u${code.toString(16).padStart(4, '0')}`;
};
