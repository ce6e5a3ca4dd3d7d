import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ERROR_CODES, HEADERS } from '../../src/adapters/http/index.js';
import type { HeaderSpec } from '../../src/adapters/http/index.js';
import { CONNECTION_HEADERS } from '../../src/adapters/http/hop-by-hop.js';
import { GATEWAY_ONLY } from '../../src/adapters/http/strip-headers.js';

const doc = readFileSync(new URL('../../docs/api-gateway-contract.md', import.meta.url), 'utf8');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const headerTable = (direction: HeaderSpec['direction']): string => {
  const rows = Object.values<HeaderSpec>(HEADERS)
    .filter((spec) => spec.direction === direction)
    .map((spec) => [
      `\`${spec.name}\``,
      spec.need,
      spec.type,
      spec.default,
      spec.isConsumed ? 'consumed' : 'passes',
      spec.meaning,
    ]);
  return [
    row(['Header', 'Need', 'Type', 'When absent', 'Router', 'Meaning']),
    row(['---', '---', '---', '---', '---', '---']),
    ...rows.map(row),
  ].join('\n');
};

const codeTable = (): string =>
  [
    row(['Status', 'Code', 'When']),
    row(['---', '---', '---']),
    ...Object.entries(ERROR_CODES).map(([code, { status, when }]) =>
      row([String(status), `\`${code}\``, when]),
    ),
  ].join('\n');

/** Collapses the padding an editor may give the cells. */
const squeeze = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test.each(['to-router', 'to-engine', 'from-engine', 'from-router', 'client'] as const)(
  'docs/api-gateway-contract.md holds the %s rows of the header table',
  (direction) => {
    expect(squeeze(doc)).toContain(squeeze(headerTable(direction)));
  },
);

test('docs/api-gateway-contract.md holds the table of error codes', () => {
  expect(squeeze(doc)).toContain(squeeze(codeTable()));
});

test('docs/api-gateway-contract.md names every stripped header', () => {
  for (const name of [...CONNECTION_HEADERS, ...GATEWAY_ONLY]) expect(doc).toContain(`\`${name}\``);
});
