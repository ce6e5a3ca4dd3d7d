import { fieldRows } from '../../../core/config/field-table.js';
import { stdoutColors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';

/** Prints the field table. */
export const printFields = ({ json }: { json: boolean }): void => {
  const rows = fieldRows();
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = [
    { title: 'field' },
    { title: 'type', maxWidth: 24 },
    { title: 'default' },
    { title: 'algorithms' },
  ];
  const cells = rows.map((row) => [
    row.name,
    row.type,
    abbreviate(row.default),
    abbreviate(row.algorithms),
  ]);
  console.log(renderTable(columns, cells, stdoutColors()));
  console.log(`\n${LEGEND}`);
};

/** Longer names first, as they hold shorter ones. */
const SHORT_NAMES = [
  ['pulsar-wait-and-widen', 'PW'],
  ['wait-and-widen', 'W'],
  ['power-of-n', 'PoN'],
  ['pulsar', 'P'],
] as const;

const LEGEND = SHORT_NAMES.map(([name, short]) => `${short} ${name}`).join(', ');

const abbreviate = (text: string): string =>
  SHORT_NAMES.reduce((shorter, [name, short]) => shorter.replaceAll(name, short), text);
