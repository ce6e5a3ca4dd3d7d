import Table from 'cli-table3';
import type { Colors } from './colors.js';

/** Columns every table fits into. */
export const SCREEN_WIDTH = 100;

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
  const table = new Table({
    head: columns.map(({ title }) => colors.bold(title)),
    colAligns: columns.map(({ align = 'left' }) => align),
    colWidths: columns.map((column, at) => limitOf(column, at, rows)),
    wordWrap: true,
    chars: BORDERLESS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
};

/** null lets the table find the width itself. */
const limitOf = (
  { maxWidth = Infinity }: Column,
  at: number,
  rows: readonly (readonly string[])[],
): number | null => (rows.some((row) => row[at]!.length > maxWidth) ? maxWidth : null);

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
