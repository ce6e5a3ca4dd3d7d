import { escapeOf } from '../core/codec/fault.js';
import { isPrintable } from './grammar.js';

/** Printable ASCII for every UTF-16 unit of a text: itself, or an escape such as `\t`, `\u{fc}`. */
export const printableUnits = (text: string): readonly string[] =>
  Array.from({ length: text.length }, (_, at) =>
    isPrintable(text.charCodeAt(at)) ? text[at]! : escapeOf(text[at]!),
  );
