import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../../../core/codec/fault.js';

/** One row of a CSV file without quotes, by the names of its first line. */
export class CsvRow {
  readonly faults: Fault[] = [];

  constructor(
    readonly columns: ReadonlyMap<string, number>,
    readonly cells: readonly string[],
  ) {}

  /** A number of at least `min`; an empty cell is `absent`, where that is given. */
  number(name: string, min: number, absent?: number): number {
    const text = this.text(name);
    if (text === '' && absent !== undefined) return absent;
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (value >= min) return value;
    const expected = `a number >= ${String(min)}`;
    const code = Number.isNaN(value) ? 'wrong_type' : 'out_of_range';
    this.faults.push(fault({ code, path: name, expected, given: text }));
    return min;
  }

  text(name: string): string {
    return this.cells[this.columns.get(name)!] ?? '';
  }
}

/** Reads the lines of a CSV file with these columns, of which it may have more. */
export const csvReader = <A>(
  names: readonly string[],
  read: (row: CsvRow, line: number) => A,
): ((line: number, text: string) => E.Either<readonly Fault[], A | undefined>) => {
  let columns: ReadonlyMap<string, number> | undefined;
  return (line, text) => {
    const cells = text.replace(/\r$/, '').split(',');
    if (columns === undefined) {
      columns = new Map(cells.map((name, at) => [name, at]));
      return missingColumns(names, columns);
    }
    if (cells.length !== columns.size) {
      const expected = `${String(columns.size)} cells`;
      return E.left([fault({ code: 'invalid_value', path: '', expected, given: text })]);
    }
    const row = new CsvRow(columns, cells);
    const value = read(row, line);
    return row.faults.length > 0 ? E.left(row.faults) : E.right(value);
  };
};

const missingColumns = (
  names: readonly string[],
  columns: ReadonlyMap<string, number>,
): E.Either<readonly Fault[], undefined> => {
  const missing = names.filter((name) => !columns.has(name));
  if (missing.length === 0) return E.right(undefined);
  return E.left(
    missing.map((name) =>
      fault({ code: 'missing', path: name, expected: 'a column of that name', given: undefined }),
    ),
  );
};
