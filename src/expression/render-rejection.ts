import { printableUnits } from './printable.js';
import type { ExpressionRejection } from './rejection.js';

/**
 * Shows a refused expression on a terminal in three lines: the text, a caret under the position,
 * and the message.
 *
 * Control and non-ASCII characters are escaped, so that the caret stands where it should; of a
 * text longer than 72 characters only the part around the position is shown.
 */
export const renderRejection = (text: string, rejection: ExpressionRejection): string => {
  const { from, to } = shownRange(text.length, rejection.position);
  const units = printableUnits(text.slice(from, to));
  const before = (from > 0 ? CUT : '') + units.slice(0, rejection.position - from).join('');
  const after = units.slice(rejection.position - from).join('') + (to < text.length ? CUT : '');
  return `${before}${after}\n${' '.repeat(before.length)}^\n${rejection.message}`;
};

const CUT = '...';
const SHOWN_UNIT_COUNT = 72;

/** As much of the text as is shown, with the position near its middle. */
const shownRange = (length: number, position: number): { from: number; to: number } => {
  const latest = Math.max(0, length - SHOWN_UNIT_COUNT);
  const from = Math.min(latest, Math.max(0, position - SHOWN_UNIT_COUNT / 2));
  return { from, to: Math.min(length, from + SHOWN_UNIT_COUNT) };
};
