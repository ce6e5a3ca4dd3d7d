/** The field table for people, derived from `FIELDS`. */
import { describeFieldType } from './field-value.js';
import { ALGORITHMS, FIELDS, FIELD_KEYS, type FieldSpec } from './fields.js';

/** One field in words. */
export type FieldRow = Readonly<{
  /** Spelling in JSON and in expressions. */
  name: string;
  /** With its range. */
  type: string;
  default: string;
  /** Who accepts it; "all" for every algorithm. */
  algorithms: string;
  effect: string;
}>;

/** Every field in the order of the table. */
export const fieldRows = (): readonly FieldRow[] =>
  FIELD_KEYS.map((key) => {
    const field: FieldSpec = FIELDS[key];
    return {
      name: field.name,
      type: describeType(field),
      default: describeDefault(field),
      algorithms: describeAlgorithms(field),
      effect: field.effect,
    };
  });

/** The same as a Markdown table. */
export const fieldTableMarkdown = (): string =>
  [
    '| Field | Type | Default | Algorithms | Effect |',
    '| --- | --- | --- | --- | --- |',
    ...fieldRows().map(
      (row) =>
        `| \`${row.name}\` | ${row.type} | ${row.default} | ${row.algorithms} | ${row.effect} |`,
    ),
  ].join('\n');

const describeType = (field: FieldSpec): string =>
  field.expressionMax === undefined
    ? describeFieldType(field)
    : `${describeFieldType(field)}, in an expression to ${String(field.expressionMax)}`;

const describeDefault = (field: FieldSpec): string => {
  const usual = field.default === '' ? '""' : String(field.default ?? 'unset');
  const exceptions = Object.entries(field.defaultFor ?? {}).map(
    ([algorithm, value]) => `; ${String(value)} for ${algorithm}`,
  );
  return usual + exceptions.join('');
};

const describeAlgorithms = (field: FieldSpec): string => {
  if (field.algorithms.length === ALGORITHMS.length) return 'all';
  return field.algorithms
    .map((name) => (field.inertFor?.includes(name) ? `${name} (no effect)` : name))
    .join(', ');
};
