const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as it stands between tags and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** A table; the first column is a name, the others are figures. */
export const htmlTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isHtml = false,
): string => {
  const text = isHtml ? (cell: string): string => cell : escapeHtml;
  const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
    row
      .map((cell, at) => `<${at === 0 ? 'th' : tag}>${text(cell)}</${at === 0 ? 'th' : tag}>`)
      .join('');
  const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return `<div class="table"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${lines}</tbody></table></div>`;
};
