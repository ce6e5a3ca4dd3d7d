import { fieldRows } from '../../../core/field-table.js';
import { stdoutColors } from '../screen/colors.js';
import { renderTable } from '../screen/table.js';

/** Prints the field table. */
export const printFields = ({ json }: { json: boolean }): void => {
  const rows = fieldRows();
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = [
    { title: 'field' },
    { title: 'type', maxWidth: 20 },
    { title: 'default', maxWidth: 13 },
    { title: 'algorithms', maxWidth: 22 },
  ];
  const cells = rows.map((row) => [row.name, row.type, row.default, row.algorithms]);
  console.log(renderTable(columns, cells, stdoutColors()));
};
