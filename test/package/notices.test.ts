/** Licences of what the package carries but did not make. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLED } from '../../entries.js';
import { manifest, root } from './packed-folder.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const notices = read('THIRD-PARTY-NOTICES.md');
const sections = new Map(
  notices
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

test.each(BUNDLED)(
  '%s, whose code is in the build, has its licence text in the notices',
  (name) => {
    const section = sections.get(name);
    expect(flat(section ?? '')).toContain(flat(read(`node_modules/${name}/LICENSE`)));
  },
);

test('every shipped trace has a section of the notices, with its source and its licence', () => {
  const rows = [...read('data/README.md').matchAll(/^\| `(.*?\.gz)` \|.*\| (.*?) \|$/gm)];
  expect(rows.length).toBe(4);
  for (const [, file, licence] of rows) {
    const section = [...sections.values()].find((text) => text.includes(`data/${file!}`));
    expect(section, file).toContain(licence);
    expect(section, file).toContain('https://');
  }
});

test('the package has the notices, its own licence, and what to do about vulnerabilities', () => {
  for (const name of ['THIRD-PARTY-NOTICES.md', 'SECURITY.md', 'CHANGELOG.md']) {
    expect(manifest.files).toContain(name);
  }
  expect(read('LICENSE')).toContain('Apache License');
});
