import Table from 'cli-table3';
import stringWidth from 'string-width';
import type { Colors } from './colors.js';

/** Columns that tables and sentences fit into: those of the terminal, 60 to 100; 100 elsewhere. */
export const SCREEN_WIDTH = Math.min(100, Math.max(60, process.stdout.columns || 100));

/** Columns of blank between two cells. */
export const GAP_WIDTH = 2;

/** One column of a table. */
export type Column = Readonly<{
  title: string;
  align?: 'left' | 'right';
  /** Longer cells are wrapped between words; longer words are cut. */
  maxWidth?: number;
}>;

/** A table without borders. Ends without a line feed. */
export const renderTable = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  colors: Colors,
): string => {
  const widths = columns.map((column, at) => widthOf(column, at, rows));
  const lines: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += ROWS_AT_ONCE) {
    const table = new Table({
      head: from === 0 ? columns.map(({ title }) => colors.bold(title)) : [],
      colAligns: columns.map(({ align = 'left' }) => align),
      colWidths: widths,
      wordWrap: true,
      chars: BORDERLESS,
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    });
    for (const row of rows.slice(from, from + ROWS_AT_ONCE)) table.push([...row]);
    lines.push(...table.toString().split('\n'));
  }
  return lines.map((line) => line.trimEnd()).join('\n');
};

/** The time a table takes grows with the square of its rows; so long ones are laid out in parts. */
const ROWS_AT_ONCE = 100;

const widthOf = (
  { title, maxWidth = Infinity }: Column,
  at: number,
  rows: readonly (readonly string[])[],
): number => {
  let width = title.length;
  for (const row of rows) width = Math.max(width, stringWidth(row[at]!));
  return Math.min(width, Math.max(maxWidth, title.length));
};

const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP_WIDTH),
};
